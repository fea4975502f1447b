import { shellWord } from '../../../base/document/shell-word.ts';
import { wordList } from '../../../base/document/words.ts';
import { at, type ClusterObject, type ClusterObjects, isFields, listAt, textAt } from './cluster-objects.ts';
import { t } from './messages.ts';
import { changedFile, nameOf, objectPath, objectText, ownFields } from './object-text.ts';
import type { ClusterFailureDomain } from './plan.ts';
import type { StartingState } from './starting-state.ts';
import { type StepDraft, unchangedSince } from './surrounding-steps.ts';

type Fields = Record<string, unknown>;

const NAMESPACE = 'openshift-machine-api';
const SET_LABEL = 'machine.openshift.io/cluster-api-machineset';
const ROLE_LABEL = 'machine.openshift.io/cluster-api-machine-role';

/**
 * Returns the step that creates a MachineSet without machines for each new failure domain, modeled on an existing one.
 * Undefined if there is none.
 */
export function machineSetsStep(
  objects: ClusterObjects,
  start: StartingState,
  added: readonly ClusterFailureDomain[],
): StepDraft | undefined {
  const model =
    objects.machineSets.find(
      ({ value }) => textAt(value, 'spec', 'template', 'metadata', 'labels', ROLE_LABEL) === 'worker',
    ) ?? objects.machineSets[0];
  if (!model || added.length === 0) return undefined;
  const names = new Set(objects.machineSets.map(({ name }) => name));
  const sets = added.map((domain) => {
    const name = freeName(names, `${start.infraId || 'cluster'}-worker`);
    names.add(name);
    return { name, domain, text: objectText(machineSetLike(model, name, start, domain)) };
  });
  return (folder) => ({
    ...{
      id: 'machine-sets',
      title: t('machineSetsTitle', { names: wordList(added.map(({ name }) => name)) }),
      optional: true,
    },
    why: t('machineSetsWhy'),
    preChecks: [
      {
        ...{
          title: t('domainsCheck'),
          verdict: 'ask',
          detail: t('domainsCheckDetail'),
        },
        command:
          "oc get infrastructures.config.openshift.io/cluster -o jsonpath='{.spec.platformSpec.vsphere.failureDomains[*].name}'",
      },
    ],
    checklist: sets.map(({ name, domain }) =>
      t('templateItem', { machineSet: name, template: templateOf(start, domain), server: domain.server }),
    ),
    files: sets.map(({ name, text }) => changedFile(folder, { kind: 'MachineSet', name }, { after: text })),
    actions: sets.map(({ name }) => ({
      verb: 'create' as const,
      object: { ...nameOf(model), name },
      path: objectPath(folder, { kind: 'MachineSet', name }),
    })),
    commands: sets.flatMap(({ name }) => [
      `oc create -f ${shellWord(objectPath(folder, { kind: 'MachineSet', name }))}`,
      `oc scale machinesets.machine.openshift.io/${shellWord(name)} -n ${NAMESPACE} --replicas=1`,
    ]),
    waitFor: sets.map(({ name }) => ({
      subject: t('machineSetWait', { machineSet: name }),
      command: `oc wait machines.machine.openshift.io -n ${NAMESPACE} -l ${shellWord(`${SET_LABEL}=${name}`)} --for=jsonpath='{.status.phase}'=Running --timeout=30m`,
    })),
    rollback: {
      commands: sets.map(
        ({ name }) => `oc delete machinesets.machine.openshift.io/${shellWord(name)} -n ${NAMESPACE}`,
      ),
      files: [],
      remains: '',
    },
  });
}

function freeName(used: ReadonlySet<string>, prefix: string): string {
  let index = 0;
  while (used.has(`${prefix}-${index}`)) index++;
  return `${prefix}-${index}`;
}

function templateOf({ infraId }: StartingState, { name, topology }: ClusterFailureDomain): string {
  return topology.template ?? `${infraId}-rhcos-${name}`;
}

function machineSetLike(
  model: ClusterObject,
  name: string,
  start: StartingState,
  domain: ClusterFailureDomain,
): Fields {
  const fields = ownFields(model);
  (fields.metadata as Fields).name = name;
  const spec = fields.spec as Fields;
  spec.replicas = 0;
  for (const labels of [at(spec, 'selector', 'matchLabels'), at(spec, 'template', 'metadata', 'labels')])
    if (isFields(labels) && SET_LABEL in labels) labels[SET_LABEL] = name;
  const provider = at(spec, 'template', 'spec', 'providerSpec', 'value');
  if (!isFields(provider)) return fields;
  const { datacenter, computeCluster, datastore, networks, folder, resourcePool } = domain.topology;
  const elsewhere = textAt(provider, 'workspace', 'server') !== domain.server;
  const devices = listAt(provider, 'network', 'devices');
  provider.workspace = {
    ...{ server: domain.server, datacenter, datastore },
    folder: folder ?? `/${datacenter.replace(/^\//, '')}/vm/${start.infraId}`,
    resourcePool: resourcePool ?? `${computeCluster}/Resources`,
    vmGroup: domain.zoneAffinity?.hostGroup?.vmGroup,
  };
  provider.network = {
    devices: networks.map((networkName, i) => {
      const device = devices[i];
      return isFields(device) ? { ...device, networkName } : { networkName };
    }),
  };
  provider.template = templateOf(start, domain);
  // Tag IDs are valid in one vCenter only.
  if (elsewhere) delete provider.tagIDs;
  return fields;
}

/** Returns the step that spreads the control plane across the new failure domains too. Undefined without a ControlPlaneMachineSet. */
export function controlPlaneStep(
  objects: ClusterObjects,
  existing: readonly string[],
  added: readonly ClusterFailureDomain[],
): StepDraft | undefined {
  const object = objects.controlPlaneMachineSet;
  if (!object || added.length === 0) return undefined;
  const fields = ownFields(object);
  const before = objectText(fields);
  const template = at(fields, 'spec', 'template', 'machines_v1beta1_machine_openshift_io');
  if (!isFields(template)) return undefined;
  const named = listAt(template, 'failureDomains', 'vsphere').map((domain) => textAt(domain, 'name'));
  const names = [...new Set([...(named.length > 0 ? named : existing), ...added.map(({ name }) => name)])];
  template.failureDomains = { platform: 'VSphere', vsphere: names.map((name) => ({ name })) };
  const provider = at(template, 'spec', 'providerSpec', 'value');
  // The failure domain provides these fields. The API rejects both at once.
  if (isFields(provider)) {
    // A failure domain doesn't contain static addresses.
    const devices = listAt(provider, 'network', 'devices').filter(
      (device) => listAt(device, 'addressesFromPools').length > 0,
    );
    Object.assign(provider, {
      network: { devices: devices.length > 0 ? devices : null },
      workspace: {},
      template: '',
    });
  }
  const active = textAt(object.value, 'spec', 'state') === 'Active';
  const after = objectText(fields);
  return (folder) => {
    const file = changedFile(folder, object, { before, after });
    const copy = objectPath(`${folder}/before`, object);
    return {
      ...{ id: 'control-plane', title: t('controlPlaneTitle'), optional: true },
      why: t('controlPlaneWhy'),
      preChecks: [
        unchangedSince(copy),
        {
          title: t('activeCheck'),
          verdict: active ? 'pass' : 'fail',
          detail: active ? t('activeCheckDetail') : t('inactiveCheckDetail'),
        },
        {
          ...{
            title: t('etcdCheck'),
            verdict: 'ask',
            detail: t('etcdCheckDetail'),
          },
          command:
            'oc get etcds.operator.openshift.io/cluster -o jsonpath=\'{.status.conditions[?(@.type=="EtcdMembersAvailable")]}\'',
        },
      ],
      checklist: [],
      files: [file],
      actions: [{ verb: 'replace', object: nameOf(object), path: file.path }],
      commands: [`oc replace -f ${shellWord(file.path)}`],
      waitFor: [
        {
          subject: t('controlPlaneWait'),
          command: `oc wait controlplanemachinesets.machine.openshift.io/${shellWord(object.name)} -n ${NAMESPACE} --for=condition=Progressing=False --timeout=180m`,
        },
      ],
      rollback: {
        commands: [`oc replace -f ${shellWord(copy)}`],
        files: [{ path: copy, text: before }],
        remains: t('controlPlaneRemains'),
      },
    };
  };
}
