/** Parses, formats and evaluates transfer windows for the screens, which may import only the contract. */
export { fitInto, type WindowFit } from '../../base/schedule/fit.ts';
export { openSpans, spansFrom } from '../../base/schedule/openings.ts';
export { parseTime, startText } from '../../base/schedule/parse-time.ts';

export { parseWindow } from '../../base/schedule/parse-window.ts';
export {
  type WeekCell,
  type WeekPlan,
  weekPlanOf,
  windowsOfWeek,
} from '../../base/schedule/week-plan.ts';
export {
  daysText,
  type LinkWindow,
  rangesText,
  timeText,
  WEEKDAYS,
  type WeeklyWindow,
  windowText,
} from '../../base/schedule/window.ts';
export { zoneNames } from '../../base/schedule/zone.ts';
