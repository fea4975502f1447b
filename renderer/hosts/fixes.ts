import { applyTextEdits } from '../../core/contract/documents/document.ts';
import {
  changeHosts,
  documentText,
  type NmstateProblem,
  withParts,
  writeDocument,
} from '../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { t } from './messages.ts';
import type { SetProblem } from './verdict.ts';

/** A change of the set that fixes a problem. */
export interface Fix {
  label: string;
  edit: (set: SavedHostSet) => SavedHostSet;
}

/** Returns the change of the set that fixes a problem; undefined without one. */
export function fixOf({ problem, hosts }: SetProblem, set: SavedHostSet): Fix | undefined {
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
  const { edit, label } = documentFix(fix, only);
  return { edit, label: t('hostFixButton', { host: set.hosts[only]?.name ?? '', fix: label }) };
}

/** Returns the fix of one host's document as a change of the set. */
export function documentFix(fix: NonNullable<NmstateProblem['fix']>, index: number): Fix {
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
