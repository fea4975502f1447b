const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Returns `64 MiB`, `1.5 GiB` or `900 bytes`. */
export function bytesText(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number(value.toFixed(1))} ${UNITS[unit]}`;
}
