import { parseWindow, rangesText, type WeekPlan } from '../../core/contract/documents/schedule.ts';

/** Returns dates as text, separated by commas. */
export function datesText({ except }: Pick<WeekPlan, 'except'>): string {
  return rangesText(except).join(', ');
}

/** Reads the dates of a text. Returns undefined if it is invalid. */
export function readDates(text: string): WeekPlan['except'] | undefined {
  if (text.trim() === '') return [];
  try {
    const window = parseWindow(`00:00-01:00 UTC except ${text.trim()}`, { zone: 'UTC' });
    return window.kind === 'weekly' ? window.except : undefined;
  } catch {
    return undefined;
  }
}
