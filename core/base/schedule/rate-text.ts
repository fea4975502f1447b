/** Default of the minimum rate: slower transfers are aborted, in bytes per second. */
export const DEFAULT_MINIMUM_RATE = 1024;
/** The slowest rate that can be configured, in bytes per second. Slower transfers would never finish. */
export const SLOWEST_RATE = 1024;

const UNITS: Record<string, number> = {
  'B/s': 1,
  'kB/s': 1000,
  'MB/s': 1000 ** 2,
  'GB/s': 1000 ** 3,
  'KiB/s': 1024,
  'MiB/s': 1024 ** 2,
  'GiB/s': 1024 ** 3,
};

/**
 * Returns `20MiB/s` as bytes per second. Undefined for other texts. Units are bytes: `KiB`, `MiB`, `GiB` of 1024, `kB`,
 * `MB`, `GB` of 1000. `/s` is optional. Bits (`Mb/s`) are rejected, so that nobody gets an eighth of the intended rate.
 */
export function parseRate(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?) ?(B|kB|KB|MB|GB|KiB|MiB|GiB)(?:\/s)?$/.exec(text);
  if (!found) return undefined;
  const unit = UNITS[`${found[2] === 'KB' ? 'kB' : found[2]}/s`]!;
  return Math.round(Number(found[1]) * unit);
}

/** Returns bytes per second as a text that {@link parseRate} reads without loss. */
export function rateText(bytesPerSecond: number): string {
  const unit = ['GiB/s', 'MiB/s', 'KiB/s'].find((name) => bytesPerSecond % UNITS[name]! === 0) ?? 'B/s';
  return `${bytesPerSecond / UNITS[unit]!}${unit}`;
}
