const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the name of a time zone as this host spells it (`Europe/Oslo`, `UTC`); undefined if the host doesn't have it.
 */
export function zoneName(text: string): string | undefined {
  try {
    const { timeZone } = formatOf(text).resolvedOptions();
    // An old name may resolve to a newer one, or the reverse, so the given name is retained.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

/** Returns all time zones, `UTC` first. */
export function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}

/** Returns the offset of a zone from UTC at an instant, in ms. */
function offsetAt(zone: string, instant: number): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** Returns the calendar day of an instant in a zone, as days since 1970-01-01. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(zone, instant)) / DAY_MS);
}

/**
 * Returns the instant of a local time, in ms since 1970. Follows calendars (RFC 5545 3.3.5): a skipped time is read
 * with the offset before the change, and of a repeated time, the first one applies.
 * @param day days since 1970-01-01
 * @param second of that day; 86,400 is the start of the next day
 */
export function instantOf(zone: string, day: number, second: number): number {
  const local = day * DAY_MS + second * 1000;
  const before = offsetAt(zone, local - DAY_MS);
  const first = local - before;
  if (offsetAt(zone, first) === before) return first;
  const after = offsetAt(zone, local + DAY_MS);
  return offsetAt(zone, local - after) === after ? local - after : first;
}

/** Returns the day of the week, 0: Monday. @param day days since 1970-01-01, which was a Thursday */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Returns `2026-12-24` for days since 1970-01-01. */
export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the days since 1970-01-01 of `2026-12-24`. Undefined for other texts. */
export function parseDate(text: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found) return undefined;
  const day = Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])) / DAY_MS;
  return dateText(day) === text ? day : undefined;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}
