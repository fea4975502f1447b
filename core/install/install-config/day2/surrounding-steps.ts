import { shellWord } from '../../../base/document/shell-word.ts';
import { wordList } from '../../../base/document/words.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import { t } from './messages.ts';
import { nameOf, objectPath } from './object-text.ts';
import type { ClusterFailureDomain, Day2Step, ObjectName, PreCheck, Wait } from './plan.ts';
import { GENERATED, type ListedVCenter, type StartingState } from './starting-state.ts';

/** Returns a step. Its folder depends on its position in the plan. */
export type StepDraft = (folder: string) => Day2Step;

const SECRET: ObjectName = {
  apiVersion: 'v1',
  kind: 'Secret',
  name: 'vsphere-creds',
  namespace: 'kube-system',
};
/** Secrets to which the Cloud Credential Operator copies the credentials, unless it is in manual mode. */
export const COPIES = [
  'openshift-machine-api/vsphere-cloud-credentials',
  'openshift-cluster-csi-drivers/vmware-vsphere-cloud-credentials',
  'openshift-cloud-controller-manager/vsphere-cloud-credentials',
];
/** Operators that act on vCenters and failure domains. */
export const OPERATORS = ['cloud-controller-manager', 'storage', 'machine-api', 'control-plane-machine-set'];

/** Waits until the operators have applied the change and all nodes are ready. */
export const SETTLED: Wait[] = [
  {
    subject: t('operatorsWait'),
    command: ['Progressing', 'Degraded']
      .map(
        (condition) =>
          `oc wait ${OPERATORS.map((name) => `clusteroperators/${name}`).join(' ')} --for=condition=${condition}=False --timeout=30m`,
      )
      .join(' && '),
  },
  { subject: t('nodesWait'), command: 'oc wait nodes --all --for=condition=Ready --timeout=30m' },
  {
    subject: t('taintsWait'),
    command:
      'oc get nodes -o jsonpath=\'{range .items[*]}{.metadata.name}{" "}{.spec.taints[*].key}{"\\n"}{end}\' | grep -F node.cloudprovider.kubernetes.io/uninitialized',
  },
];

export const HEALTHY: PreCheck = {
  title: t('operatorsCheck'),
  verdict: 'ask',
  detail: t('operatorsCheckDetail'),
  command: `oc get clusteroperators ${OPERATORS.join(' ')}`,
};

/** @param path path of the copy from before the step */
export function unchangedSince(path: string): PreCheck {
  return {
    title: t('unchangedCheck'),
    verdict: 'ask',
    detail: t('unchangedCheckDetail'),
    command: `oc diff -f ${shellWord(path)}`,
  };
}

/** Returns the arguments of `oc get` for an object. */
function resourceOf({ apiVersion, kind, name, namespace }: ObjectName): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : '';
  const of = namespace === undefined ? '' : ` -n ${shellWord(namespace)}`;
  return `${kind.toLowerCase()}s${group}/${shellWord(name)}${of}`;
}

export function backupPath(object: ObjectName): string {
  return objectPath('backup', object);
}

/** Returns the step that copies all objects that the change affects, or that document the state before it. */
export function backUpStep(objects: ClusterObjects, cloudConfig: ObjectName | undefined): StepDraft {
  const present = [objects.infrastructure, objects.controlPlaneMachineSet, ...objects.machineSets].flatMap(
    (object) => (object ? [nameOf(object)] : []),
  );
  const copied: ObjectName[] = [
    ...(cloudConfig ? [cloudConfig] : []),
    SECRET,
    ...present,
    { apiVersion: 'operator.openshift.io/v1', kind: 'ClusterCSIDriver', name: 'csi.vsphere.vmware.com' },
  ];
  return () => ({
    ...{ id: 'back-up', title: t('backUpTitle'), optional: false },
    why: t('backUpWhy'),
    ...{ preChecks: [HEALTHY], checklist: [], files: [], waitFor: [] },
    actions: copied.map((object) => ({ verb: 'back-up' as const, object, path: backupPath(object) })),
    commands: [
      'umask 077 && mkdir -p backup',
      // `oc replace` would fail with the fields that the API server sets.
      ...copied.map(
        (object) =>
          `oc get ${resourceOf(object)} -o yaml | sed '/^  \\(resourceVersion\\|uid\\|creationTimestamp\\|generation\\): /d' > ${backupPath(object)}`,
      ),
    ],
    rollback: { commands: [], files: [], remains: '' },
  });
}

/** Returns the manual step for what the vCenters must contain before the cluster uses them. */
export function prepareStep(
  start: StartingState,
  newServers: readonly string[],
  added: readonly ClusterFailureDomain[],
): StepDraft | undefined {
  if (added.length === 0 && newServers.length === 0) return undefined;
  const existing = start.infrastructure === 'defined' ? [] : [GENERATED];
  const severalAfter = start.failureDomains.length + existing.length + added.length > 1;
  const tagged = severalAfter ? added : [];
  const checklist = [
    ...newServers.flatMap((server) => [
      t('accountItem', { server }),
      t('caItem', { server }),
      t('reachItem', { server }),
    ]),
    ...(severalAfter && start.infrastructure !== 'defined'
      ? [t('currentTagsItem', { region: GENERATED.region, zone: GENERATED.zone })]
      : []),
    ...tagged.map(({ server, region, zone, topology: { datacenter, computeCluster } }) =>
      t('tagsItem', { server, region, zone, datacenter, cluster: computeCluster }),
    ),
    ...added.map(({ name, server, topology }) => {
      const { folder, template, datacenter } = topology;
      return t('domainItem', {
        ...{ server, name, datastore: topology.datastore, networks: topology.networks.join(', ') },
        template: template ?? `${start.infraId}-rhcos-${name}`,
        folder: folder ?? `/${datacenter}/vm/${start.infraId}`,
      });
    }),
    ...(added.length > 0 ? [t('networkItem')] : []),
  ];
  return () => ({
    ...{ id: 'prepare-vcenter', title: t('prepareTitle'), optional: false },
    why: t('prepareWhy'),
    ...{ preChecks: [], checklist, files: [], actions: [{ verb: 'manual' }], commands: [], waitFor: [] },
    rollback: { commands: [], files: [], remains: '' },
  });
}

/** Returns whether the Secret contains the account of a server. Undefined if the files don't contain the Secret. */
export function hasCredentials({ secrets, fetched }: ClusterObjects, server: string): boolean | undefined {
  const secret = secrets.find(
    ({ namespace, name }) => namespace === SECRET.namespace && name === SECRET.name,
  );
  if (!secret) return fetched.has('Secret') ? false : undefined;
  return keysOf(server).every((key) => secret.keys.includes(key));
}

const keysOf = (server: string) => [`${server}.username`, `${server}.password`];

/** Returns the step that adds the accounts, which the plan doesn't know. Omits accounts that are already in the Secret. */
export function credentialsStep(objects: ClusterObjects, servers: readonly string[]): StepDraft | undefined {
  const needed = servers.filter((server) => hasCredentials(objects, server) !== true);
  if (needed.length === 0) return undefined;
  const keys = needed.flatMap(keysOf);
  return () => ({
    ...{
      id: 'credentials',
      title: t('credentialsTitle', { servers: wordList(needed) }),
      optional: false,
    },
    why: t('credentialsWhy', {
      keys: wordList(keysOf(needed[0]!)),
      secret: `${SECRET.namespace}/${SECRET.name}`,
    }),
    preChecks: needed.map((server) => ({
      title: t('accountMissingCheck', { server }),
      verdict: hasCredentials(objects, server) === false ? 'pass' : 'ask',
      detail: t('accountMissingCheckDetail'),
      command: `oc get secret/${SECRET.name} -n ${SECRET.namespace} -o go-template='{{range $key, $value := .data}}{{$key}}{{"\\n"}}{{end}}' | grep -F ${shellWord(`${server}.`)}`,
    })),
    checklist: [t('manualModeItem')],
    files: [],
    actions: [{ verb: 'set-keys', object: SECRET, keys }],
    commands: ['umask 077', ...needed.flatMap(credentialCommands)],
    waitFor: needed.map((server) => ({
      subject: t('credentialsWait', { server }),
      command: COPIES.map((copy) => {
        const [namespace, name] = copy.split('/');
        return `oc get secret/${name} -n ${namespace} -o go-template='{{range $key, $value := .data}}{{$key}}{{"\\n"}}{{end}}' | grep -F ${shellWord(`${server}.password`)}`;
      }).join(' && '),
    })),
    rollback: { commands: [removeKeysCommand(keys)], files: [], remains: '' },
  });
}

/** Returns commands that read passwords into files of the user. Arguments of a process would be visible to others. */
function credentialCommands(server: string): string[] {
  return [
    ...(['username', 'password'] as const).flatMap((field) => [
      `read -r ${field === 'password' ? '-s ' : ''}-p ${shellWord(`${server} ${field}: `)} VALUE && printf %s "$VALUE" > ${shellWord(`${server}.${field}`)}; unset VALUE`,
    ]),
    `oc set data secret/${SECRET.name} -n ${SECRET.namespace} ${keysOf(server)
      .map((key) => `--from-file=${shellWord(`${key}=${key}`)}`)
      .join(' ')}`,
    `rm -f ${keysOf(server).map(shellWord).join(' ')}`,
  ];
}

function removeKeysCommand(keys: readonly string[]): string {
  const patch = keys.map((key) => ({
    op: 'remove',
    path: `/data/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  }));
  return `oc patch secret/${SECRET.name} -n ${SECRET.namespace} --type=json -p ${shellWord(JSON.stringify(patch))}`;
}

/** Returns the last step of a removal. */
export function removeCredentialsStep(servers: readonly string[]): StepDraft {
  const keys = servers.flatMap(keysOf);
  return () => ({
    ...{
      id: 'remove-credentials',
      title: t('removeCredentialsTitle', { servers: wordList(servers) }),
      optional: false,
    },
    why: t('removeCredentialsWhy'),
    preChecks: [],
    checklist: servers.map((server) => t('closeAccountItem', { server })),
    files: [],
    actions: [{ verb: 'remove-keys', object: SECRET, keys }],
    commands: [removeKeysCommand(keys)],
    waitFor: [],
    rollback: { commands: [`oc replace -f ${backupPath(SECRET)}`], files: [], remains: '' },
  });
}

/** Returns the vCenters after a change, with the datacenters that their failure domains use. */
export function withDatacenters(
  vcenters: readonly ListedVCenter[],
  domains: readonly ClusterFailureDomain[],
): ListedVCenter[] {
  return vcenters.map((vcenter) => {
    const needed = domains
      .filter(({ server }) => server === vcenter.server)
      .map(({ topology }) => topology.datacenter);
    return { ...vcenter, datacenters: [...new Set([...vcenter.datacenters, ...needed])] };
  });
}
