import { LOCALE } from '../../core/contract/documents/messages.ts';
import { t } from './messages.ts';

// All screens format their numbers, sizes and times with these functions.

/** Units of bytes, each 1024 of the one before. */
export const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;
const completeNumbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
/** The time of day is shown with 24 hours, as in logs and transfer windows. */
const MINUTES = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECONDS = { ...MINUTES, second: '2-digit' } as const;
const EXACT = { ...SECONDS, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Returns the index in {@link UNITS} of the unit that suits a number of bytes. */
export function unitOf(bytes: number): number {
  let unit = 0;
  while (bytes / 1024 ** unit >= 1023.95 && unit < UNITS.length - 1) unit++;
  return unit;
}

/** `48.2 GiB`, `612 B`. */
export function size(bytes: number): string {
  const unit = unitOf(bytes);
  return unit === 0
    ? `${completeNumbers.format(bytes)} B`
    : `${oneDecimal.format(bytes / 1024 ** unit)} ${UNITS[unit]}`;
}

/** `32.0 of 48.2 GiB`: both in the unit of the total. The part reads as the total only when both are equal. */
export function sizeOf(part: number, total: number): string {
  return t('sizeProgress', { part: partSize(part, total), total: size(total) });
}

/** Returns the part of {@link sizeOf} without the total and the unit. */
export function partSize(part: number, total: number): string {
  const unit = unitOf(total);
  if (unit === 0) return completeNumbers.format(part);
  const divisor = 1024 ** unit;
  const tenths = part < total ? Math.floor((part / divisor) * 10) : Math.round((part / divisor) * 10);
  return oneDecimal.format(tenths / 10);
}

/** `1.9 MiB/s`. */
export function rate(bytesPerSecond: number): string {
  return `${size(bytesPerSecond)}/s`;
}

/** `16 Mbit/s`: bits per second, the unit of network links. */
export function linkRate(bytesPerSecond: number): string {
  const bits = bytesPerSecond * 8;
  if (bits >= 1e9) return `${oneDecimal.format(bits / 1e9)} Gbit/s`;
  if (bits >= 1e6) return `${completeNumbers.format(bits / 1e6)} Mbit/s`;
  return `${completeNumbers.format(bits / 1e3)} kbit/s`;
}

/** `2 h 25 min`, `48 min`, `12 s`, `0.4 s`. */
export function duration(ms: number): string {
  if (ms < 9_950) return t('durationSeconds', { seconds: oneDecimal.format(ms / 1000) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('durationSeconds', { seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('durationMinutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48)
    return minutes % 60 === 0
      ? t('durationHours', { hours })
      : t('durationHoursAndMinutes', { hours, minutes: minutes % 60 });
  return t('durationDays', { days: Math.round(hours / 24) });
}

export function count(value: number): string {
  return completeNumbers.format(value);
}

/** `1 image`, `546 images`. */
export function counted(value: number, noun: string, nouns = `${noun}s`): string {
  return `${completeNumbers.format(value)} ${value === 1 ? noun : nouns}`;
}

/** `66%`; never 100 before everything is done. */
export function percent(done: number, total: number): string {
  if (total <= 0) return '0%';
  const share = Math.floor((done / total) * 100);
  return `${done < total ? Math.min(share, 99) : 100}%`;
}

/** `03:12`, in the time zone of the browser. */
export function clock(time: Date): string {
  return textOf(time, MINUTES);
}

/** `03:12:07`, in the time zone of the browser. */
export function clockWithSeconds(time: Date): string {
  return textOf(time, SECONDS);
}

/** Returns parts of a date: `May 9, 2025`. @param parts the parts to show, and the time zone if it isn't the browser's */
export function dateText(time: Date, parts: Intl.DateTimeFormatOptions): string {
  return textOf(time, parts);
}

/** `Fri, May 9, 2025, 03:12:07`: the exact time, shown on hover and where it matters. */
export function exactTime(time: Date): string {
  return textOf(time, EXACT);
}

/** Returns a time in a format that is created once, because that takes much longer than its use. */
function textOf(time: Date, parts: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(time.getTime())) return String(time);
  const key = JSON.stringify(parts);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE, parts);
    dateFormats.set(key, format);
  }
  return format.format(time);
}

/** `3 days ago`, `in 5 min`, `just now`. */
export function relativeTime(time: Date, now: Date): string {
  const ms = time.getTime() - now.getTime();
  const away = Math.abs(ms);
  if (away < 45_000) return t('timeNow');
  if (away < 3_600_000) {
    const minutes = Math.max(1, Math.round(away / 60_000));
    return t(ms > 0 ? 'minutesFromNow' : 'minutesAgo', { minutes });
  }
  if (away < 86_400_000) {
    const hours = Math.round(away / 3_600_000);
    return t(ms > 0 ? 'hoursFromNow' : 'hoursAgo', { hours });
  }
  const days = Math.round(away / 86_400_000);
  return t(ms > 0 ? 'daysFromNow' : 'daysAgo', { days });
}

/** The first twelve hexadecimal digits. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12);
}

/** Splits `registry.redhat.io/odf4/rook` into host and path, so that a narrow column can truncate the host first. */
export function hostAndPath(reference: string): { host: string; path: string } {
  const slash = reference.indexOf('/');
  return slash < 0
    ? { host: '', path: reference }
    : { host: reference.slice(0, slash), path: reference.slice(slash + 1) };
}
