import type { Level } from '../../base/errors/airlock-error.ts';
import type { RULE, Rule } from '../../base/errors/rules.ts';
import type { Spot } from './host-facts.ts';

/** A change of the table that mends a problem: a field of a host, and what it should be. */
export interface Suggestion {
  host: string;
  /** `address` as it stands in the document, or the variable `mtu`. */
  field: 'address' | 'mtu';
  from: string;
  to: string;
  /** What the button says. */
  label: string;
}

/** What a check across hosts reports: where it is to be seen in each of them. */
export interface AcrossFinding {
  rule: string;
  level?: Level;
  message: string;
  remedy: string;
  /** Position of the host in the list, with the place in its document. */
  at: readonly { host: number; spot?: Spot }[];
  suggestion?: Suggestion;
  [RULE]?: Rule;
}

export type ReportAcross = (finding: AcrossFinding) => void;
