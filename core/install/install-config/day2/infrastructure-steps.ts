import { shellWord } from '../../../base/document/shell-word.ts';
import { at, type ClusterObject, isFields, listAt } from './cluster-objects.ts';
import { changedFile, nameOf, objectPath, objectText } from './object-text.ts';
import type { ClusterFailureDomain, Day2StepId, PreCheck } from './plan.ts';
import type { ListedVCenter } from './starting-state.ts';
import { HEALTHY, SETTLED, type StepDraft, unchangedSince } from './surrounding-steps.ts';

type Fields = Record<string, unknown>;

export interface InfrastructureChange {
  addVCenters?: readonly ListedVCenter[];
  addFailureDomains?: readonly ClusterFailureDomain[];
  /** Servers to remove, with their failure domains. */
  removeVCenters?: readonly string[];
}

/** Returns the user's fields of the Infrastructure object after a change, with the datacenters of new failure domains. */
export function changedInfrastructure(
  fields: Fields,
  { addVCenters = [], addFailureDomains = [], removeVCenters = [] }: InfrastructureChange,
): Fields {
  const changed = structuredClone(fields);
  const spec = fieldsIn(changed, 'spec');
  const platform = fieldsIn(spec, 'platformSpec');
  platform.type ??= 'VSphere';
  const vsphere = fieldsIn(platform, 'vsphere');
  const remains = (server: unknown) => !removeVCenters.includes(String(server));
  const vcenters = [
    ...listAt(vsphere, 'vcenters').filter((vcenter) => remains(at(vcenter, 'server'))),
    ...addVCenters,
  ].map((vcenter) => {
    const needed = addFailureDomains.filter(({ server }) => server === at(vcenter, 'server'));
    const datacenters = listAt(vcenter, 'datacenters').map(String);
    const all = [...new Set([...datacenters, ...needed.map(({ topology }) => topology.datacenter)])];
    return { ...(vcenter as object), datacenters: all };
  });
  const domains = [
    ...listAt(vsphere, 'failureDomains').filter((domain) => remains(at(domain, 'server'))),
    ...addFailureDomains,
  ];
  if (domains.length > 0 || vsphere.failureDomains !== undefined) vsphere.failureDomains = domains;
  if (vcenters.length > 0 || vsphere.vcenters !== undefined) vsphere.vcenters = vcenters;
  return changed;
}

export interface InfrastructureStepOptions {
  id: Extract<Day2StepId, 'first-vcenter' | 'infrastructure' | 'remove-infrastructure'>;
  title: string;
  why: string;
  preChecks: PreCheck[];
  /** Limits of the rollback. The first vCenters can't be unset. */
  remains: string;
  /** Whether the step can't be undone. */
  final?: boolean;
}

/** Returns the step for one update of the Infrastructure object. */
export function infrastructureStep(
  object: ClusterObject,
  fields: { before: Fields; after: Fields },
  { id, title, why, preChecks, remains, final = false }: InfrastructureStepOptions,
): StepDraft {
  const [before, after] = [objectText(fields.before), objectText(fields.after)];
  return (folder) => {
    const file = changedFile(folder, object, { before, after });
    const copy = objectPath(`${folder}/before`, object);
    return {
      ...{ id, title, why, optional: false, checklist: [], waitFor: SETTLED },
      preChecks: [HEALTHY, unchangedSince(copy), ...preChecks],
      files: [file],
      actions: [{ verb: 'replace', object: nameOf(object), path: file.path }],
      commands: [`oc replace -f ${shellWord(file.path)}`],
      rollback: {
        commands: final ? [] : [`oc replace -f ${shellWord(copy)}`],
        files: [{ path: copy, text: before }],
        remains,
      },
    };
  };
}

function fieldsIn(parent: Fields, name: string): Fields {
  if (!isFields(parent[name])) parent[name] = {};
  return parent[name] as Fields;
}
