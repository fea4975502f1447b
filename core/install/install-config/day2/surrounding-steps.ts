import { shellWord } from '../../../base/document/shell-word.ts';
import type { ClusterObjects } from './cluster-objects.ts';
import { nameOf, objectPath } from './object-text.ts';
import type { ClusterFailureDomain, Day2Step, ObjectName, PreCheck, Wait } from './plan.ts';
import { GENERATED, type ListedVCenter, type StartingState } from './starting-state.ts';

/** A step whose folder depends on its place in the plan. */
export type StepDraft = (folder: string) => Day2Step;

const SECRET: ObjectName = {
  apiVersion: 'v1',
  kind: 'Secret',
  name: 'vsphere-creds',
  namespace: 'kube-system',
};
/** Where the cloud credential operator copies the credentials to, when it is not in manual mode. */
export const COPIES = [
  'openshift-machine-api/vsphere-cloud-credentials',
  'openshift-cluster-csi-drivers/vmware-vsphere-cloud-credentials',
  'openshift-cloud-controller-manager/vsphere-cloud-credentials',
];
/** Operators that act on vCenters and failure domains. */
export const OPERATORS = ['cloud-controller-manager', 'storage', 'machine-api', 'control-plane-machine-set'];

/** Operators have taken the change, and no node has lost its place. */
export const SETTLED: Wait[] = [
  {
    what: 'the operators have taken it: none is progressing or degraded',
    command: ['Progressing', 'Degraded']
      .map(
        (condition) =>
          `oc wait ${OPERATORS.map((name) => `clusteroperators/${name}`).join(' ')} --for=condition=${condition}=False --timeout=30m`,
      )
      .join(' && '),
  },
  { what: 'all nodes are ready', command: 'oc wait nodes --all --for=condition=Ready --timeout=30m' },
  {
    what: 'no node waits for the cloud provider: none is printed',
    command:
      'oc get nodes -o jsonpath=\'{range .items[*]}{.metadata.name}{" "}{.spec.taints[*].key}{"\\n"}{end}\' | grep -F node.cloudprovider.kubernetes.io/uninitialized',
  },
];

export const HEALTHY: PreCheck = {
  title: 'The operators are well',
  verdict: 'ask',
  detail: 'AVAILABLE True, PROGRESSING False, DEGRADED False for each',
  command: `oc get clusteroperators ${OPERATORS.join(' ')}`,
};

/** @param path of the copy from before the step */
export function unchangedSince(path: string): PreCheck {
  return {
    title: 'Nobody has changed it since it was fetched',
    verdict: 'ask',
    detail: 'it prints no difference; otherwise fetch the objects and plan again',
    command: `oc diff -f ${shellWord(path)}`,
  };
}

/** What `oc get` names an object by. */
function resourceOf({ apiVersion, kind, name, namespace }: ObjectName): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : '';
  const of = namespace === undefined ? '' : ` -n ${shellWord(namespace)}`;
  return `${kind.toLowerCase()}s${group}/${shellWord(name)}${of}`;
}

export function backupPath(object: ObjectName): string {
  return objectPath('backup', object);
}

/** A copy of all that the change touches or that tells how it was. */
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
    ...{ id: 'back-up', title: 'Back up the objects', optional: false },
    why: 'Each step has its way back; these copies are for what nobody thought of. The Secret is among them: keep the folder to yourself.',
    ...{ preChecks: [HEALTHY], checklist: [], files: [], waitFor: [] },
    actions: copied.map((object) => ({ verb: 'back-up' as const, object, path: backupPath(object) })),
    commands: [
      'umask 077 && mkdir -p backup',
      // What the server gave an object would keep it from being put back.
      ...copied.map(
        (object) =>
          `oc get ${resourceOf(object)} -o yaml | sed '/^  \\(resourceVersion\\|uid\\|creationTimestamp\\|generation\\): /d' > ${backupPath(object)}`,
      ),
    ],
    rollback: { commands: [], files: [], remains: '' },
  });
}

/** What must be in the vCenters before the cluster looks for it. */
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
      `${server}: an account with the privileges of the installer's documentation, the same that the other vCenters have`,
      `${server}: its CA is trusted by the cluster (ConfigMap user-ca-bundle in openshift-config, named by the Proxy object)`,
      `${server}: the nodes reach it at its port, and it is at a version that the release supports`,
    ]),
    ...(severalAfter && start.infrastructure !== 'defined'
      ? [
          `the vCenter of now: categories openshift-region and openshift-zone with the tags ${GENERATED.region} and ${GENERATED.zone}, attached to the datacenter and the cluster that the machines are in (with a second failure domain the provider begins to look for them)`,
        ]
      : []),
    ...tagged.map(
      ({ server, region, zone, topology }) =>
        `${server}: tag ${region} of category openshift-region attached to ${topology.datacenter}, tag ${zone} of category openshift-zone attached to ${topology.computeCluster}`,
    ),
    ...added.map(({ name, server, topology }) => {
      const { folder, template, datacenter } = topology;
      const networks = topology.networks.join(', ');
      return `${server}: for ${name} the RHCOS template ${template ?? `${start.infraId}-rhcos-${name}`}, the folder ${folder ?? `/${datacenter}/vm/${start.infraId}`}, the datastore ${topology.datastore} and the port group ${networks}`;
    }),
    ...(added.length > 0
      ? [
          'the new network reaches the API and the other nodes; virtual addresses of the API need the same layer 2 where control plane machines go',
        ]
      : []),
  ];
  return () => ({
    ...{ id: 'prepare-vcenter', title: 'Prepare the vCenters', optional: false },
    why: 'The cluster only refers to tags, templates, folders and accounts: without tags nodes never become ready, without a template no machine is made.',
    ...{ preChecks: [], checklist, files: [], actions: [{ verb: 'manual' }], commands: [], waitFor: [] },
    rollback: { commands: [], files: [], remains: '' },
  });
}

/** Whether the Secret has the account of a server; undefined when the files do not tell. */
export function hasCredentials({ secrets, fetched }: ClusterObjects, server: string): boolean | undefined {
  const secret = secrets.find(
    ({ namespace, name }) => namespace === SECRET.namespace && name === SECRET.name,
  );
  if (!secret) return fetched.has('Secret') ? false : undefined;
  return keysOf(server).every((key) => secret.keys.includes(key));
}

const keysOf = (server: string) => [`${server}.username`, `${server}.password`];

/** The accounts, which the plan does not know; those that are there already are left out. */
export function credentialsStep(objects: ClusterObjects, servers: readonly string[]): StepDraft | undefined {
  const needed = servers.filter((server) => hasCredentials(objects, server) !== true);
  if (needed.length === 0) return undefined;
  const keys = needed.flatMap(keysOf);
  return () => ({
    ...{
      id: 'credentials',
      title: `Give the cluster the account of ${needed.join(' and ')}`,
      optional: false,
    },
    why: `Operators look for ${keysOf(needed[0]!).join(' and ')} in ${SECRET.namespace}/${SECRET.name}; a server that is missing there fails only when it is used. The plan holds no passwords: the commands ask.`,
    preChecks: needed.map((server) => ({
      title: `The account of ${server} is not in the Secret yet`,
      verdict: hasCredentials(objects, server) === false ? 'pass' : 'ask',
      detail: 'leave the step out when both keys are there',
      command: `oc get secret/${SECRET.name} -n ${SECRET.namespace} -o go-template='{{range $key, $value := .data}}{{$key}}{{"\\n"}}{{end}}' | grep -F ${shellWord(`${server}.`)}`,
    })),
    checklist: [
      'with the cloud credential operator in manual mode (CloudCredential cluster, spec.credentialsMode): write the same keys into the Secrets of each component by hand',
    ],
    files: [],
    actions: [{ verb: 'set-keys', object: SECRET, keys }],
    commands: ['umask 077', ...needed.flatMap(credentialCommands)],
    waitFor: needed.map((server) => ({
      what: `the account of ${server} has been copied to the components`,
      command: COPIES.map((copy) => {
        const [namespace, name] = copy.split('/');
        return `oc get secret/${name} -n ${namespace} -o go-template='{{range $key, $value := .data}}{{$key}}{{"\\n"}}{{end}}' | grep -F ${shellWord(`${server}.password`)}`;
      }).join(' && '),
    })),
    rollback: { commands: [removeKeysCommand(keys)], files: [], remains: '' },
  });
}

/** Passwords go from the terminal into files of the user's own, not into the arguments of a process. */
function credentialCommands(server: string): string[] {
  return [
    ...(['username', 'password'] as const).flatMap((what) => [
      `read -r ${what === 'password' ? '-s ' : ''}-p ${shellWord(`${server} ${what}: `)} VALUE && printf %s "$VALUE" > ${shellWord(`${server}.${what}`)}; unset VALUE`,
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

/** The last step of a removal. */
export function removeCredentialsStep(servers: readonly string[]): StepDraft {
  const keys = servers.flatMap(keysOf);
  return () => ({
    ...{
      id: 'remove-credentials',
      title: `Take the account of ${servers.join(' and ')} out`,
      optional: false,
    },
    why: 'Nothing uses it any more.',
    preChecks: [],
    checklist: servers.map(
      (server) =>
        `${server}: templates, folders and tags of the cluster can be deleted; the account can be closed`,
    ),
    files: [],
    actions: [{ verb: 'remove-keys', object: SECRET, keys }],
    commands: [removeKeysCommand(keys)],
    waitFor: [],
    rollback: { commands: [`oc replace -f ${backupPath(SECRET)}`], files: [], remains: '' },
  });
}

/** vCenters after a change, with the datacenters that failure domains need. */
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
