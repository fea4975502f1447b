import { isAbsolute, resolve } from 'node:path';
import {
  type ReadValue,
  readByteCount,
  readDuration,
  readInteger,
  readMinimumRate,
  readStallTimeout,
} from '../../core/base/schedule/option-values.ts';
import { parseUntil } from '../../core/base/schedule/parse-instant.ts';
import { parseWindow } from '../../core/base/schedule/parse-window.ts';
import { parseRate, SLOWEST_RATE } from '../../core/base/schedule/rate-text.ts';
import { instantText, windowText } from '../../core/base/schedule/window.ts';
import { InvalidArgumentError, Option } from './commander.ts';
import { commandHost } from './host.ts';
import { t } from './messages.ts';

/** Returns an absolute path. Relative paths start at the folder in which npm was called. */
export function userPath(path: string): string {
  return isAbsolute(path) ? path : resolve(commandHost().env.INIT_CWD || process.cwd(), path);
}

/** Returns `file://DIR` with an absolute DIR. Other URLs are unchanged, and checked by the workflow. */
export function userUrl(url: string): string {
  return url.startsWith('file://') && url.length > 7 ? `file://${userPath(url.slice(7))}` : url;
}

/** Returns a parser of integers within bounds. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => given(readInteger(text, { least, most }));
}

/** Returns a value that was read. @throws InvalidArgumentError with the problem of its text */
function given<T>({ value, problem }: ReadValue<T>): T {
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return value as T;
}

/** Parses the value of `--flag`, `--flag=false` or `--flag true`. */
export function boolean(text: string): boolean {
  if (!/^(true|false|1|0)$/i.test(text)) throw new InvalidArgumentError(t('booleanInvalid'));
  return /^(true|1)$/i.test(text);
}

/** Parses durations in the notation of Go: `2s`, `500ms`, `1m30s`. A plain number is seconds. Returns milliseconds. */
export function durationMs(text: string): number {
  return given(readDuration(text));
}

/** Parses the stall timeout. Returns milliseconds. */
export function stallTimeout(text: string): number {
  return given(readStallTimeout(text));
}

/** Parses a rate such as `20MiB/s`. Returns bytes per second. */
export function rate(text: string): number {
  const value = parseRate(text);
  if (value === undefined || value < SLOWEST_RATE) throw new InvalidArgumentError(t('rateInvalid'));
  return value;
}

/** Parses a rate, or 0 for no minimum. Returns bytes per second. */
export function minimumRate(text: string): number {
  return given(readMinimumRate(text));
}

/** Parses a number of bytes: `5GiB`, `500MB`, `1000000`. */
export function byteCount(text: string): number {
  return given(readByteCount(text));
}

/** Collects the values of an option that can be repeated. */
export function each(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** Parses transfer windows, in this host's time zone unless they name one. @throws AirlockError `usage` with the column */
export function windows(texts: readonly string[]): string[] {
  return texts.map((text) => windowText(parseWindow(text, { zone: ownZone(), name: '--window' })));
}

/** Parses a future time. Returns it as an instant. @throws AirlockError `usage` */
export function until(text: string): string {
  return instantText(parseUntil(text, { now: Date.now(), zone: ownZone() }));
}

/** Returns the time zone of this host. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the options of every command. */
export function commonOptions() {
  return [
    new Option('--json', t('jsonOption')),
    new Option('--log-level <level>', t('logLevelOption'))
      .choices(['error', 'warning', 'info', 'debug'])
      .default('info'),
    new Option('--log-file <file>', t('logFileOption')),
    new Option('--log-format <format>', t('logFormatOption')).choices(['json', 'text']),
  ];
}
