import { isAbsolute, resolve } from 'node:path';
import { parseUntil } from '../../core/base/schedule/parse-instant.ts';
import { parseWindow } from '../../core/base/schedule/parse-window.ts';
import { parseRate, SLOWEST_RATE } from '../../core/base/schedule/rate-text.ts';
import { instantText, windowText } from '../../core/base/schedule/window.ts';
import { InvalidArgumentError, Option } from './commander.ts';
import { commandHost } from './host.ts';

/** Relative paths are relative to where npm was called. */
export function userPath(path: string): string {
  return isAbsolute(path) ? path : resolve(commandHost().env.INIT_CWD || process.cwd(), path);
}

/** `file://DIR` with DIR made absolute; anything else is left for the workflow's own checks. */
export function userUrl(url: string): string {
  return url.startsWith('file://') && url.length > 7 ? `file://${userPath(url.slice(7))}` : url;
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** `--flag`, `--flag=false`, `--flag true`. */
export function boolean(text: string): boolean {
  if (!/^(true|false|1|0)$/i.test(text)) throw new InvalidArgumentError('must be true or false.');
  return /^(true|1)$/i.test(text);
}

/** Durations as Go writes them: `2s`, `500ms`, `1m30s`; a bare number is seconds. Result in ms. */
export function durationMs(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
  const parts = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map(([complete]) => complete).join('') !== text)
    throw new InvalidArgumentError('must be a duration such as 2s or 1m30s.');
  return parts.reduce((sum, [, value, unit]) => sum + Number(value) * units[unit as keyof typeof units], 0);
}

/** Bytes a second, e.g. `20MiB/s`. */
export function rate(text: string): number {
  const value = parseRate(text);
  if (value === undefined || value < SLOWEST_RATE)
    throw new InvalidArgumentError('must be a rate of at least 1KiB/s, such as 20MiB/s or 500kB/s.');
  return value;
}

/** A rate, or 0 for none. */
export function minimumRate(text: string): number {
  const value = text === '0' ? 0 : parseRate(text);
  if (value === undefined) throw new InvalidArgumentError('must be a rate such as 10KiB/s, or 0.');
  return value;
}

/** A number of bytes: `5GiB`, `500MB`, `1000000`. */
export function byteCount(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : /\/s$/.test(text) ? undefined : parseRate(text);
  if (value === undefined || value < 1)
    throw new InvalidArgumentError('must be a number of bytes such as 5GiB, 500MB or 1000000.');
  return value;
}

/** An option that can be repeated. */
export function each(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** Windows with the zone of this host where they name none. @throws AirlockError `usage` with the column */
export function windows(texts: readonly string[]): string[] {
  return texts.map((text) => windowText(parseWindow(text, { zone: ownZone(), name: '--window' })));
}

/** A time to come, as an instant. @throws AirlockError `usage` */
export function until(text: string): string {
  return instantText(parseUntil(text, { now: Date.now(), zone: ownZone() }));
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Options that every command takes. */
export function commonOptions() {
  return [
    new Option('--json', 'newline-delimited JSON events on standard output, the result last'),
    new Option('--log-level <level>', 'how much is said')
      .choices(['error', 'warning', 'info', 'debug'])
      .default('info'),
  ];
}
