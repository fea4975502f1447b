const MiB = 1024 ** 2;

/** Steps of the rate slider in bytes per second; null is unlimited. */
export const RATE_STEPS: readonly (number | null)[] = [
  ...[0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].map((rate) => rate * MiB),
  null,
];

/** Returns the index of the step nearest to a rate. */
export function stepOf(rate: number | null): number {
  const last = RATE_STEPS.length - 1;
  if (rate === null) return last;
  let nearest = 0;
  for (let step = 1; step < last; step++)
    if (distance(RATE_STEPS[step]!, rate) < distance(RATE_STEPS[nearest]!, rate)) nearest = step;
  return nearest;
}

function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b));
}

/** Reads a rate in MiB/s such as `20`, `1.5` or `0,5`. Returns null for an empty text, undefined for an invalid one. */
export function typedRate(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const value = Number(trimmed);
  if (!Number.isFinite(value) || value <= 0) return undefined;
  return Math.max(1024, Math.round(value * MiB));
}

/** Returns a rate as text for a field, such as `20` or `1.5`; empty for none. */
export function rateText(rate: number | null | undefined): string {
  return rate ? String(Number((rate / MiB).toFixed(3))) : '';
}
