import { at, type ClusterObjects, isFields, listAt, textAt } from './cluster-objects.ts';
import type { StartingState } from './starting-state.ts';

/** Kinds whose objects can use a vCenter. */
type ReferringKind = 'Machine' | 'MachineSet' | 'ControlPlaneMachineSet' | 'Node' | 'PersistentVolume';

/** Objects that still use a vCenter, by kind. `missingKinds`: kinds that the files don't contain. */
export interface References {
  found: { kind: ReferringKind; names: string[] }[];
  missingKinds: { kind: ReferringKind; command: string }[];
}

const ZONE_LABELS = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'];
const REGION_LABELS = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'];

const ASK: [kind: ReferringKind, command: string][] = [
  [
    'Machine',
    'oc get machines.machine.openshift.io -n openshift-machine-api -o custom-columns=NAME:.metadata.name,SERVER:.spec.providerSpec.value.workspace.server',
  ],
  [
    'MachineSet',
    'oc get machinesets.machine.openshift.io -n openshift-machine-api -o custom-columns=NAME:.metadata.name,SERVER:.spec.template.spec.providerSpec.value.workspace.server',
  ],
  [
    'ControlPlaneMachineSet',
    "oc get controlplanemachinesets.machine.openshift.io -n openshift-machine-api -o jsonpath='{.items[*].spec.template.machines_v1beta1_machine_openshift_io.failureDomains}'",
  ],
  ['Node', 'oc get nodes -L topology.kubernetes.io/region,topology.kubernetes.io/zone'],
  [
    'PersistentVolume',
    "oc get persistentvolumes -o custom-columns='NAME:.metadata.name,AFFINITY:.spec.nodeAffinity.required.nodeSelectorTerms[*].matchExpressions[*].values'",
  ],
];

/** Returns the objects that refer to the servers or to their failure domains. */
export function referencesTo(
  objects: ClusterObjects,
  start: StartingState,
  servers: readonly string[],
): References {
  const domains = start.failureDomains.filter(({ server }) => servers.includes(server));
  const names = domains.map(({ name }) => name);
  const onServer = (provider: unknown) => servers.includes(textAt(provider, 'workspace', 'server'));
  const places = domains.map(({ region, zone }) => ({ region, zone }));
  const inPlace = (region: string, zone: string) =>
    places.some((place) => place.zone === zone && (region === '' || place.region === region));
  const cpms = objects.controlPlaneMachineSet;
  const template = at(cpms?.value, 'spec', 'template', 'machines_v1beta1_machine_openshift_io');
  const cpmsUses =
    listAt(template, 'failureDomains', 'vsphere').some((domain) => names.includes(textAt(domain, 'name'))) ||
    onServer(at(template, 'spec', 'providerSpec', 'value'));
  const found: References['found'] = [
    {
      kind: 'Machine',
      names: objects.machines
        .filter(({ value }) => onServer(at(value, 'spec', 'providerSpec', 'value')))
        .map(({ name }) => name),
    },
    {
      kind: 'MachineSet',
      names: objects.machineSets
        .filter(({ value }) => onServer(at(value, 'spec', 'template', 'spec', 'providerSpec', 'value')))
        .map(({ name }) => name),
    },
    { kind: 'ControlPlaneMachineSet', names: cpms && cpmsUses ? [cpms.name] : [] },
    {
      kind: 'Node',
      names: objects.nodes
        .filter(({ value }) => {
          const labels = at(value, 'metadata', 'labels');
          const first = (keys: readonly string[]) =>
            keys.map((key) => textAt(labels, key)).find(Boolean) ?? '';
          return inPlace(first(REGION_LABELS), first(ZONE_LABELS));
        })
        .map(({ name }) => name),
    },
    {
      kind: 'PersistentVolume',
      names: objects.persistentVolumes
        .filter(({ value }) => volumeIn(value, inPlace))
        .map(({ name }) => name),
    },
  ];
  const known: Record<ReferringKind, boolean> = {
    Machine: objects.machines.length > 0,
    MachineSet: objects.machineSets.length > 0,
    ControlPlaneMachineSet: cpms !== undefined,
    Node: objects.nodes.length > 0,
    PersistentVolume: objects.persistentVolumes.length > 0,
  };
  const unknown = ASK.filter(([kind]) => !known[kind] && !objects.fetched.has(kind)).map(
    ([kind, command]) => ({
      kind,
      command,
    }),
  );
  return { found: found.filter(({ names: used }) => used.length > 0), missingKinds: unknown };
}

/** Volumes of the vSphere CSI driver have their location in topology keys that end in zone and region. */
function volumeIn(volume: unknown, inPlace: (region: string, zone: string) => boolean): boolean {
  return listAt(volume, 'spec', 'nodeAffinity', 'required', 'nodeSelectorTerms').some((term) => {
    const expressions = listAt(term, 'matchExpressions').filter(isFields);
    const values = (ending: RegExp) =>
      expressions
        .filter(({ key }) => ending.test(String(key)))
        .flatMap((each) => listAt(each, 'values').map(String));
    const [regions, zones] = [values(/region$/), values(/zone$/)];
    return zones.some((zone) => (regions.length ? regions : ['']).some((region) => inPlace(region, zone)));
  });
}
