import type { ChartPlanner } from './charts.ts';
import type { Estimates } from './estimates.ts';
import type { KeptPlace } from './kept-place.ts';
import type { MadeImages } from './made-images.ts';
import type { OperatorPlanner } from './operators.ts';
import type { ReleasePlanner } from './releases.ts';

/** What drafts are planned with: everything that is kept here, and who selects from it. */
export interface PartsPlanner {
  place: KeptPlace;
  made: MadeImages;
  estimates: Estimates;
  releases: ReleasePlanner;
  operators: OperatorPlanner;
  charts: ChartPlanner;
}
