import { t } from './messages.ts';
import { parseRate } from './rate-text.ts';

/** A value that was read from a text, or why the text is invalid, as a sentence. */
export type ReadValue<T> = { value: T; problem?: never } | { problem: string; value?: never };

/** Bounds of the options of a run, which the command line, the app and the contract share. Durations are in ms. */
export const RUN_BOUNDS = {
  retryTimes: { least: 0, most: 100 },
  stallMs: { least: 1000, most: 3_600_000 },
  archiveSizeGiB: { least: 1, most: 1_000_000 },
  maxNestedPaths: { least: 0, most: 100 },
} as const;

/** Defaults of the options of a run. Durations are in ms; a delay of 0 increases with each attempt. */
export const RUN_DEFAULTS = { retryTimes: 5, retryDelayMs: 0, stallMs: 30_000 } as const;

/** Reads an integer within bounds. */
export function readInteger(
  text: string,
  { least, most }: { least: number; most: number },
): ReadValue<number> {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most
    ? { value }
    : { problem: t('integerInvalid', { least, most }) };
}

/** Reads a duration in the notation of Go: `2s`, `500ms`, `1m30s`. A plain number is seconds. The value is in ms. */
export function readDuration(text: string): ReadValue<number> {
  if (/^\d+$/.test(text)) return { value: Number(text) * 1000 };
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
  const parts = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map(([complete]) => complete).join('') !== text)
    return { problem: t('durationInvalid') };
  return {
    value: parts.reduce((sum, [, value, unit]) => sum + Number(value) * units[unit as keyof typeof units], 0),
  };
}

/** Reads the stall timeout. A shorter one would close connections of healthy registries that store a large blob. */
export function readStallTimeout(text: string): ReadValue<number> {
  const read = readDuration(text);
  const { least, most } = RUN_BOUNDS.stallMs;
  if (read.problem !== undefined || (read.value >= least && read.value <= most)) return read;
  return { problem: t('stallTimeoutInvalid') };
}

/** Reads a number of bytes: `5GiB`, `500MB`, `1000000`. */
export function readByteCount(text: string): ReadValue<number> {
  const value = /^\d+$/.test(text) ? Number(text) : /\/s$/.test(text) ? undefined : parseRate(text);
  return value === undefined || value < 1 ? { problem: t('bytesInvalid') } : { value };
}

/** Reads a rate, or 0 for no minimum. The value is in bytes per second. */
export function readMinimumRate(text: string): ReadValue<number> {
  const value = text === '0' ? 0 : parseRate(text);
  return value === undefined ? { problem: t('minRateInvalid') } : { value };
}
