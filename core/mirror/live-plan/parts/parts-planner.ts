import type { Estimates } from '../known/estimates.ts';
import type { MadeImages } from '../known/made-images.ts';
import type { StatePlace } from '../known/state-place.ts';
import type { ChartPlanner } from './charts.ts';
import type { OperatorPlanner } from './operators.ts';
import type { ReleasePlanner } from './releases.ts';

/** What drafts are planned with: everything that is kept here, and who selects from it. */
export interface PartsPlanner {
  place: StatePlace;
  made: MadeImages;
  estimates: Estimates;
  releases: ReleasePlanner;
  operators: OperatorPlanner;
  charts: ChartPlanner;
}
