import type { Verdict } from './collected.ts';

/** How many images there are of each verdict on their origin. */
export type VerdictCounts = Record<Verdict['result'], number>;

export function noVerdicts(): VerdictCounts {
  return { verified: 0, unsigned: 0, 'not-checked': 0, rejected: 0, override: 0 };
}

/** A verdict as plans, events and audit records write it: `verified (KEY)`. */
export function verdictText({ result, by }: Verdict): string {
  return by ? `${result} (${by})` : result;
}

/** What {@link verdictText} wrote, without who said it; undefined for the words of another program. */
export function verdictResult(text: string): Verdict['result'] | undefined {
  const [result = ''] = text.split(' ');
  return result in noVerdicts() ? (result as Verdict['result']) : undefined;
}
