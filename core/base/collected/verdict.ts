import type { Verdict } from './collected.ts';

/** The number of images with each verdict. */
export type VerdictCounts = Record<Verdict['result'], number>;

export function noVerdicts(): VerdictCounts {
  return { verified: 0, unsigned: 0, 'not-checked': 0, rejected: 0, override: 0 };
}

/** Returns a verdict as text for plans, events and audit records: `verified (KEY)`. */
export function verdictText({ result, by }: Verdict): string {
  return by ? `${result} (${by})` : result;
}

/** Returns the result in a text of {@link verdictText}, without its key; undefined for other texts. */
export function verdictResult(text: string): Verdict['result'] | undefined {
  const [result = ''] = text.split(' ');
  return result in noVerdicts() ? (result as Verdict['result']) : undefined;
}
