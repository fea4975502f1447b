import { parseWindow, rangesText, type WeekPlan } from '../../core/contract/documents/schedule.ts';

/** Dates as a person writes them, separated by commas. */
export function datesText({ except }: Pick<WeekPlan, 'except'>): string {
  return rangesText(except).join(', ');
}

/** The dates of a text; undefined when it cannot be read. */
export function readDates(text: string): WeekPlan['except'] | undefined {
  if (text.trim() === '') return [];
  try {
    const window = parseWindow(`00:00-01:00 UTC except ${text.trim()}`, { zone: 'UTC' });
    return window.kind === 'weekly' ? window.except : undefined;
  } catch {
    return undefined;
  }
}
