import {
  parseWindow,
  type WeeklyWindow,
  type WeekPlan,
  windowText,
} from '../../core/contract/documents/schedule.ts';

/** Dates as a person writes them, separated by commas. */
export function datesText({ except }: Pick<WeekPlan, 'except'>): string {
  const whole: WeeklyWindow = {
    kind: 'weekly',
    days: [0],
    from: 0,
    to: 3600,
    zone: 'UTC',
    rate: null,
    except,
  };
  return (windowText(whole).split(' except ')[1] ?? '').replaceAll(',', ', ');
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
