import type { BuiltImages } from '../known/built-images.ts';
import type { Estimates } from '../known/estimates.ts';
import type { StatePlace } from '../known/state-place.ts';
import type { ChartPlanner } from './charts.ts';
import type { OperatorPlanner } from './operators.ts';
import type { ReleasePlanner } from './releases.ts';

/** The local data for planning drafts, and the selections from it. */
export interface PartsPlanner {
  place: StatePlace;
  imageCache: BuiltImages;
  estimates: Estimates;
  releases: ReleasePlanner;
  operators: OperatorPlanner;
  charts: ChartPlanner;
}
