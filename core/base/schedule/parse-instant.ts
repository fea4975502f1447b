import { AirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';
import type { ReadValue } from './option-values.ts';
import { dayAt, instantOf, parseDate, zoneName } from './zone.ts';

const LOCAL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?$/i;
const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/;

/**
 * Returns the instant of `2026-11-21T21:00` in ms since 1970. Seconds and `Z` or an offset may follow. Undefined for other
 * texts.
 * @param zone zone of a time without offset
 */
export function parseInstant(text: string, zone: string): number | undefined {
  const found = LOCAL.exec(text);
  if (!found) return undefined;
  const [, date = '', hours, minutes, seconds = '0', fraction = '', offset] = found;
  const day = parseDate(date);
  const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  const ms = Math.round(Number(fraction || 0) * 1000);
  if (offset === undefined) return instantOf(zone, day, second) + ms;
  const ahead = /^([+-])(\d\d):?(\d\d)$/.exec(offset);
  const aheadMs = ahead
    ? (Number(ahead[2]) * 60 + Number(ahead[3])) * 60_000 * (ahead[1] === '-' ? -1 : 1)
    : 0;
  return instantOf('UTC', day, second) + ms - aheadMs;
}

/**
 * Returns the instant given with `--until`, as {@link readUntil} reads it.
 * @throws AirlockError `usage`, also for an instant in the past
 */
export function parseUntil(text: string, clock: { now: number; zone: string }): number {
  const { value, problem } = readUntil(text, clock);
  if (value !== undefined) return value;
  throw new AirlockError('usage', t('until', { text, reason: problem }), {
    remedy: t('untilRemedy'),
    at: { path: '--until' },
  });
}

/**
 * Reads a future instant, in ms since 1970: `04:00` (the next one), `2026-11-21T04:00`, each optionally followed by a zone,
 * or `2026-11-21T04:00Z`.
 */
export function readUntil(text: string, { now, zone }: { now: number; zone: string }): ReadValue<number> {
  const [time = '', named, ...more] = text.trim().split(/\s+/);
  const there = named === undefined ? zone : zoneName(named);
  if (there === undefined) return { problem: t('untilZone', { zone: named! }) };
  const instant = nextTime(time, now, there) ?? parseInstant(time, there);
  if (instant === undefined || more.length > 0) return { problem: t('untilInvalid') };
  return instant <= now ? { problem: t('untilPast') } : { value: instant };
}

/** Returns the next instant at which a clock in a zone shows `04:00`. */
function nextTime(text: string, now: number, zone: string): number | undefined {
  const found = TIME.exec(text);
  if (!found || Number(found[1]) > 24 || Number(found[2]) > 59 || Number(found[3] ?? 0) > 59)
    return undefined;
  const second = Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0);
  const today = dayAt(zone, now);
  return [today, today + 1, today + 2].map((day) => instantOf(zone, day, second)).find((at) => at > now);
}
