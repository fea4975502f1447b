import { visibleLine } from '../../core/base/document/inert-text.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats bytes in binary units with three significant figures: `1.07 GiB`. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0
    ? `${count} B`
    : `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ${UNITS[unit]}`;
}

/** Formats milliseconds: `850 ms`, `4.2 s`, `2 min 10 s`, `3 h 05 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')} min`;
}

/** Returns rows with columns padded to their widest cell, except for the last column. Each cell is one line. */
export function table(cells: string[][]): string[] {
  const rows = cells.map((row) => row.map(visibleLine));
  const widths = rows.reduce<number[]>(
    (w, row) => row.map((cell, i) => Math.max(w[i] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats an instant in this host's time zone: `Sun Nov 22 04:00:00`. */
export function localTime(instant: string): string {
  const at = new Date(instant);
  return `${at.toDateString().slice(0, 10)} ${at.toTimeString().slice(0, 8)}`;
}
