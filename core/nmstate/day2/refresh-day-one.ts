import { changedLines } from '../../base/document/edit/text-edits.ts';
import { sameValue } from '../../base/document/node-value.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { CLUSTER_FILE } from '../machine-config/node-files.ts';
import type { NmstateDocument, StatePart } from '../model/document.ts';
import { locate, type NmstateProblem } from '../model/finding.ts';
import type { MasqueradeNetworks } from '../model/masquerade.ts';
import { modelOf, type NetworkState } from '../model/model.ts';
import { asFields, type Fields, isReference } from '../model/values.ts';
import type { RoleDocument } from './adopt-day-one.ts';
import { applyState } from './apply-state.ts';
import { changeOf, type PolicyChange } from './change.ts';
import { type Difference, differences } from './differences.ts';
import { t } from './messages.ts';
import { neutralValue } from './neutral-values.ts';
import { selects } from './node-selector.ts';
import { withoutOvnAddresses } from './ovn-addresses.ts';
import { mainPart } from './policy-for.ts';
import { asReported } from './report-state.ts';
import { writtenInto } from './write-differences.ts';

/** How the day-1 file of a host differs from the policies for the host and from the report of its node. */
export interface HostDrift {
  host: string;
  role: string;
  /** The day-1 document's file. */
  file?: string;
  /** Names of the policies for this host, in the order in which they apply. */
  policies: readonly string[];
  /** Changes by policies since day 1: `from` the file, `to` the policies. */
  drift: readonly PolicyChange[];
  /** Differences of the node: `from` the node, `to` the file and policies. Undefined without a report. */
  node?: readonly PolicyChange[];
  /** The updated day-1 document, with its comments; the same text if nothing drifted. */
  text: string;
  /** Numbers of the changed lines of `text`, from 1. */
  changed: readonly number[];
  problems: readonly NmstateProblem[];
}

/**
 * Compares day-1 documents with policies and reports of nodes, and updates them with the changes of policies. The masquerade
 * addresses of OVN-Kubernetes are omitted because a day-1 file must not have them.
 * @param clusterFiles files for all hosts of a role: only policies for the role apply; listed as the host `cluster`
 * @param networks the cluster's own masquerade networks, if it has any
 * @param others documents with NodeNetworkConfigurationPolicies and NodeNetworkStates; everything else in them is ignored
 */
export function refreshDayOne(
  hosts: readonly HostDocument[],
  others: readonly NmstateDocument[],
  clusterFiles: readonly RoleDocument[] = [],
  networks: MasqueradeNetworks = {},
): HostDrift[] {
  const parts = others.flatMap((document) => document.states.map((part) => ({ document, part })));
  const policies = parts
    .filter(({ part }) => part.wrapper === 'policy')
    .sort((a, b) => (a.part.name ?? '').localeCompare(b.part.name ?? '', 'en'));
  const ofRoles = clusterFiles.flatMap(({ role, document }) =>
    role === undefined
      ? []
      : [{ host: { name: CLUSTER_FILE, role, nics: [], addresses: [], variables: {} }, document }],
  );
  return [...hosts, ...ofRoles].flatMap(({ host, document }) => {
    const part = mainPart(document);
    if (!part) return [];
    const problems: NmstateProblem[] = [];
    const mine = policies.filter((policy) => isFor(policy, host, problems));
    overlaps(mine, host.name, problems);
    const after = mine.reduce<Fields>((state, policy) => applied(state, policy.part), part.state.fields);
    const desired = modelOf(withoutOvnAddresses(after, networks));
    const found = differences(part.state, desired).filter((difference) => !isSilent(difference));
    const report = parts.find(
      (one) => one.part.wrapper === 'node-state' && selects(one.part.nodeSelector, host),
    );
    const { text } = writtenInto(document.yaml, part, found, desired);
    return [
      {
        host: host.name,
        role: host.role,
        file: document.file,
        policies: mine.map((policy) => policy.part.name ?? ''),
        drift: found.map((difference) => changeOf(difference, desired)),
        node: report && nodeDrift(modelOf(withoutOvnAddresses(report.part.state.fields, networks)), desired),
        text,
        changed: changedLines(document.yaml.text, text).map(({ line }) => line),
        problems,
      },
    ];
  });
}

interface Policy {
  document: NmstateDocument;
  part: StatePart;
}

function isFor({ document, part }: Policy, host: HostDocument['host'], problems: NmstateProblem[]): boolean {
  const chosen = selects(part.nodeSelector, host);
  const named = { name: part.name ?? '', host: host.name };
  const warn = (rule: string, message: string, remedy: string) => {
    problems.push(
      locate(document, { ...part, root: part.base }, 'nmstate-policy', {
        rule,
        path: ['spec'],
        level: 'warning',
        message,
        remedy,
      }),
    );
  };
  if (chosen === undefined) warn('adopt-selector', t('selectorUnknown', named), t('selectorUnknownRemedy'));
  else if (chosen && hasCapture(part.state.fields))
    warn('adopt-capture', t('captureIgnored', named), t('captureIgnoredRemedy'));
  return chosen === true && !hasCapture(part.state.fields);
}

function hasCapture(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasCapture);
  const fields = asFields(value);
  return fields ? Object.values(fields).some(hasCapture) : isReference(value);
}

/** Reports interfaces that two policies configure: policies aren't merged, so they overwrite each other. */
function overlaps(policies: readonly Policy[], host: string, problems: NmstateProblem[]): void {
  const owners = new Map<string, string>();
  for (const { document, part } of policies)
    for (const iface of part.state.interfaces) {
      const key = `${iface.name} ${iface.type ?? ''}`;
      const other = owners.get(key);
      const name = part.name ?? '';
      if (other !== undefined && other !== name)
        problems.push(
          locate(document, part, 'nmstate-policy', {
            rule: 'adopt-overlap',
            path: iface.path,
            level: 'warning',
            message: t('policiesOverlap', { other, name, iface: iface.name, host }),
            remedy: t('policiesOverlapRemedy'),
          }),
        );
      else owners.set(key, name);
    }
}

function applied(state: Fields, { state: desired }: StatePart): Fields {
  return applyState(state, desired.fields);
}

/** Checks whether a policy only resets a value to its default, which a day-1 file doesn't need to contain. */
function isSilent({ kind, field, to, iface, of }: Difference): boolean {
  return (
    of === 'interface' &&
    kind === 'added' &&
    field.length > 0 &&
    sameValue(neutralValue(field, { type: iface?.type }), to)
  );
}

function nodeDrift(report: NetworkState, desired: NetworkState): PolicyChange[] {
  return differences(asReported(report, desired), desired)
    .filter(({ kind }) => kind !== 'unchanged')
    .map((difference) => ({
      ...changeOf(difference, desired),
      how: t('nodeDriftText'),
    }));
}
