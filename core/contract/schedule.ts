/** Windows of a link as text and as values, and what they mean for a run, for the screens: they know the contract only. */
export { fitInto, type WindowFit } from '../schedule/fit.ts';
export { type OpenSpan, openMs, openSpans, stateAt, type WindowState } from '../schedule/openings.ts';
export { parseUntil } from '../schedule/parse-instant.ts';
export { parseWindow, type WindowReading } from '../schedule/parse-window.ts';
export { emptyWeek, type WeekCell, type WeekPlan, weekPlanOf, windowsOfWeek } from '../schedule/week-plan.ts';
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
} from '../schedule/window.ts';
export { dateText, parseDate, zoneName, zoneNames } from '../schedule/zone.ts';
