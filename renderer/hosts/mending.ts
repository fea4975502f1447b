import { applyTextEdits } from '../../core/contract/documents/document.ts';
import {
  changeHosts,
  documentText,
  withParts,
  writeDocument,
} from '../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../core/contract/topics/hosts.ts';
import type { SetProblem } from './verdict.ts';

/** The change of the set that mends a problem, where there is one. */
export function mendingOf(
  { problem, hosts }: SetProblem,
  set: KeptHostSet,
): { label: string; edit: (set: KeptHostSet) => KeptHostSet } | undefined {
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
  return {
    label: `${fix.label} of ${set.hosts[only]?.name}`,
    edit: (now) => {
      const host = now.hosts[only];
      return host ? writeDocument(now, only, applyTextEdits(documentText(now.layout, host), fix.edits)) : now;
    },
  };
}
