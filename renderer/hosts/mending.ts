import { applyTextEdits } from '../../core/contract/documents/document.ts';
import {
  changeHosts,
  documentText,
  type NmstateProblem,
  withParts,
  writeDocument,
} from '../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../core/contract/topics/hosts.ts';
import type { SetProblem } from './verdict.ts';

/** A change of the set that fixes a problem. */
export interface Mending {
  label: string;
  edit: (set: KeptHostSet) => KeptHostSet;
}

/** The change of the set that mends a problem, where there is one. */
export function mendingOf({ problem, hosts }: SetProblem, set: KeptHostSet): Mending | undefined {
  const { suggestion, fix } = problem;
  if (suggestion) {
    const { host: name, field, to, label } = suggestion;
    return {
      label,
      edit: (now) =>
        changeHosts(now, (host) => (host.name === name ? withParts(host, { [field]: to }) : host)),
    };
  }
  const [only, ...others] = hosts;
  if (!fix || only === undefined || others.length > 0) return undefined;
  return { ...mendingOfDocument(fix, only), label: `${fix.label} of ${set.hosts[only]?.name}` };
}

/** The fix of one host's document as a change of the set. */
export function mendingOfDocument(fix: NonNullable<NmstateProblem['fix']>, index: number): Mending {
  return {
    label: fix.label,
    edit(now) {
      const host = now.hosts[index];
      return host
        ? writeDocument(now, index, applyTextEdits(documentText(now.layout, host), fix.edits))
        : now;
    },
  };
}
