import type { Level } from '../../base/errors/airlock-error.ts';
import type { RULE, Rule } from '../../base/errors/rules.ts';
import type { Spot } from './host-facts.ts';

/** A change of a host's field in the table that fixes a problem. */
export interface Suggestion {
  host: string;
  /** `address` as written in the document, or the variable `mtu`. */
  field: 'address' | 'mtu';
  from: string;
  to: string;
  /** Label of the button. */
  label: string;
}

/** A finding of a check across hosts, with its place in each of them. */
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
