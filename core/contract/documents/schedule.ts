/** Windows of a link as text and as values, and what they mean for a run, for the screens: they know the contract only. */
export { fitInto, type WindowFit } from '../../base/schedule/fit.ts';
export { type OpenSpan, openMs, openSpans, stateAt, type WindowState } from '../../base/schedule/openings.ts';
export { parseUntil } from '../../base/schedule/parse-instant.ts';
export { parseWindow, type WindowReading } from '../../base/schedule/parse-window.ts';
export {
  emptyWeek,
  type WeekCell,
  type WeekPlan,
  weekPlanOf,
  windowsOfWeek,
} from '../../base/schedule/week-plan.ts';
export {
  type DateRange,
  daysText,
  END_OF_DAY,
  type LinkWindow,
  type SingleWindow,
  timeText,
  WEEKDAYS,
  type WeeklyWindow,
  windowText,
} from '../../base/schedule/window.ts';
export { dateText, parseDate, zoneName, zoneNames } from '../../base/schedule/zone.ts';
