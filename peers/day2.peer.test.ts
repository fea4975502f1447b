import { afterAll, beforeAll, describe, expect } from 'vitest';
import { parse } from 'yaml';
import {
  type ClusterObjects,
  readClusterObjects,
} from '../core/install/install-config/day2/cluster-objects.ts';
import {
  type ClusterOptions,
  clusterText,
  controlPlaneMachineSet,
  FD_A,
  FD_B,
  GENERATED_DOMAIN,
  INI,
  INI_WITH_ACCOUNT,
  machine,
  machineSet,
  VC_A,
  VC_B,
} from '../core/install/install-config/day2/day2.fixture.ts';
import { changedInfrastructure } from '../core/install/install-config/day2/infrastructure-steps.ts';
import { ownFields } from '../core/install/install-config/day2/object-text.ts';
import type { Day2Action, Day2Change, Day2Plan } from '../core/install/install-config/day2/plan.ts';
import { planDay2 } from '../core/install/install-config/day2/plan-day2.ts';
import { ADD, REJECTED } from '../core/install/install-config/day2/rejections.fixture.ts';
import { type ApiObject, type KubeApiserver, objectsIn } from './api-server.ts';
import { rejection, startOpenShiftApi } from './openshift-api.ts';
import { judgedBy } from './verdicts.ts';

const NEW_DATACENTER = {
  ...FD_A,
  name: 'fd-c',
  zone: 'east-2',
  topology: {
    ...FD_A.topology,
    datacenter: 'DC3',
    computeCluster: '/DC3/host/c',
    datastore: '/DC3/datastore/d',
  },
};
const LEGACY = { vcenters: [], failureDomains: [], config: INI, machines: [machine('old-8tpnt-master-0')] };

/** Changes that Airlock plans, with the servers afterwards. */
const PLANNED: [title: string, cluster: ClusterOptions, change: Day2Change, servers: string[]][] = [
  [
    'a vCenter with a failure domain',
    { secretKeys: ['vc-a.example.lan.username'], controlPlane: controlPlaneMachineSet(['fd-a']) },
    ADD,
    [VC_A.server, VC_B.server],
  ],
  [
    'a vCenter next to a generated failure domain',
    { failureDomains: [GENERATED_DOMAIN] },
    ADD,
    [VC_A.server, VC_B.server],
  ],
  ['a vCenter for a cluster without listed vCenters', LEGACY, ADD, [VC_A.server, VC_B.server]],
  ['a failure domain in a new datacenter', {}, { addFailureDomains: [NEW_DATACENTER] }, [VC_A.server]],
  [
    'a failure domain for a cluster without failure domains',
    { failureDomains: [], machines: [machine('m')] },
    { addFailureDomains: [NEW_DATACENTER] },
    [VC_A.server],
  ],
  ['a converted configuration', { config: INI }, { convertCloudConfig: true }, [VC_A.server]],
  [
    'a converted configuration with an account',
    { config: INI_WITH_ACCOUNT },
    { convertCloudConfig: true },
    [VC_A.server],
  ],
  [
    'a removed vCenter',
    { vcenters: [VC_A, VC_B], failureDomains: [FD_A, FD_B] },
    { removeVCenters: [VC_B.server] },
    [VC_A.server],
  ],
];

/** Rejections by rules of Airlock or of operators: the API server doesn't know them. */
const OTHER_RULES = [
  'a request without a change',
  'a release that is too old for YAML',
  '4.17 without its gate',
];
/** Rejections by the schemas of a release without the gates, with the answers of the server. */
const GATED = new Map([
  ['a disabled gate', /vcenters: .*vcenters cannot be added or removed once set/],
  ["a gate that the release doesn't contain", /vcenters: .*vcenters cannot be added or removed once set/],
  ['two networks without the gate', /must have at most 1 item,/],
  [
    'host groups without the gate',
    /unknown field "spec.platformSpec.vsphere.failureDomains\[1\].zoneAffinity"/,
  ],
]);
/** Rejections for which Airlock has a message that is easier to understand. */
const OWN_MESSAGES = ['an existing server', 'a URL as server'];
const UNGATED = REJECTED.filter(([why]) => !GATED.has(why) && !OTHER_RULES.includes(why));

await judgedBy(
  'kube-apiserver',
  ({ agrees }) => {
    describe('day-2 changes of clusters on vSphere', () => {
      let server: KubeApiserver;
      beforeAll(async () => {
        server = await startOpenShiftApi('techpreview');
      });
      afterAll(() => server[Symbol.asyncDispose]());

      for (const [title, cluster, change, servers] of PLANNED)
        agrees(`accepts every step of a plan and its rollback: ${title}`, async (_, cases) => {
          const objects = await install(server, cluster);
          const plan = planDay2(objects, change);
          expect(plan.rejections).toEqual([]);
          let done = 0;
          for (const { actions } of plan.steps)
            for (const action of actions) done += await act(server, plan, action);
          expect(await serversOf(server)).toEqual(servers);
          for (const { rollback } of plan.steps.toReversed())
            for (const { text } of rollback.commands.length > 0 ? rollback.files : [])
              done += accepted(await replace(server, parse(text) as ApiObject), 'rollback');
          if (plan.steps.every(({ rollback }) => rollback.remains === ''))
            expect(await serversOf(server)).toEqual((cluster.vcenters ?? [VC_A]).map(serverOf));
          expect(done).toBeGreaterThan(1);
          cases(done);
        });

      agrees('the first vCenter of a cluster can be changed but not removed', async () => {
        const objects = await install(server, LEGACY);
        const step = planDay2(objects, ADD).steps.find(({ id }) => id === 'first-vcenter')!;
        const [, back] = [
          accepted(await replace(server, parse(step.files[0]!.after!) as ApiObject), 'first vCenter'),
          step.files[0]!.before!,
        ];
        expect(await rejection(server, parse(back) as ApiObject)).toMatch(/vcenters is required once set/);
        expect(step.rollback.commands).toEqual([]);
      });

      for (const [why, cluster, change, message, [rightCluster, rightChange]] of UNGATED)
        agrees(`rejects ${why}`, async (_, cases) => {
          cases(2);
          const quoted = OWN_MESSAGES.includes(why) ? /is invalid/ : message;
          expect(await rejectionOf(server, cluster, change)).toMatch(quoted);
          expect(await rejectionOf(server, rightCluster, rightChange)).toBeUndefined();
        });
    });
  },
  ['etcd', 'openshift-crds-techpreview'],
);

await judgedBy(
  'kube-apiserver',
  ({ agrees }) => {
    describe('day-2 changes without their feature gates', () => {
      let server: KubeApiserver;
      beforeAll(async () => {
        server = await startOpenShiftApi('4.18');
      });
      afterAll(() => server[Symbol.asyncDispose]());

      for (const [why, answer] of GATED)
        agrees(`rejects ${why}`, async () => {
          const [, cluster, change] = REJECTED.find(([each]) => each === why)!;
          expect(await rejectionOf(server, cluster, change)).toMatch(answer);
        });
    });
  },
  ['etcd', 'openshift-crds-4.18'],
);

const INFRASTRUCTURE: ApiObject = {
  ...{ apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure', metadata: { name: 'cluster' } },
};

interface VSphere {
  vcenters?: { server: string }[];
  failureDomains?: { name: string }[];
}

function vsphereOf(infrastructure: object): VSphere {
  return (infrastructure as { spec: { platformSpec: { vsphere: VSphere } } }).spec.platformSpec.vsphere;
}

const serverOf = ({ server }: { server?: string }) => server;

/** Returns the vCenters of the Infrastructure object. */
async function serversOf(server: KubeApiserver): Promise<(string | undefined)[]> {
  const { body } = await server.send('GET', await server.pathOf(INFRASTRUCTURE));
  return (vsphereOf(body).vcenters ?? []).map(serverOf);
}

/** Returns the answer of the server to a change that Airlock would not plan. */
async function rejectionOf(server: KubeApiserver, cluster: ClusterOptions, change: Day2Change) {
  const { infrastructure } = await install(server, cluster);
  const changed = changedInfrastructure(ownFields(infrastructure!), change);
  return rejection(server, changed as unknown as ApiObject);
}

/** Replaces the objects of the server with those of a cluster. Returns them as the server stores them. */
async function install(server: KubeApiserver, options: ClusterOptions): Promise<ClusterObjects> {
  const kept: ApiObject[] = [];
  for (const number of [0, 1, 2]) await server.remove(machineSet(`old-8tpnt-worker-${number}`) as ApiObject);
  for (const object of objectsIn(clusterText(options))) {
    const clean = { ...object, metadata: withoutServerFields(object.metadata) };
    if (object.kind === 'ClusterVersion') completeVersion(clean);
    await server.remove(clean);
    await server.put(clean, 'installer');
    kept.push((await server.send('GET', await server.pathOf(clean))).body as unknown as ApiObject);
  }
  return readClusterObjects([
    { file: 'objects.yaml', text: kept.map((each) => `---\n${JSON.stringify(each)}\n`).join('') },
  ]);
}

function withoutServerFields(metadata: ApiObject['metadata']): ApiObject['metadata'] {
  const { uid, resourceVersion, creationTimestamp, generation, ...rest } = metadata;
  return rest as ApiObject['metadata'];
}

/** Adds the required fields that plans don't read. */
function completeVersion(version: ApiObject): void {
  const { desired, history } = version.status as { desired: object; history: object[] };
  version.spec = { clusterID: '6f0a2b3c-0000-4000-8000-000000000001' };
  version.status = {
    desired: { ...desired, image: 'quay.io/x/y:1' },
    history: history.map((each) => ({
      ...{ image: 'quay.io/x/y:1', verified: true, startedTime: '2026-01-01T00:00:00Z' },
      ...{ completionTime: '2026-01-01T01:00:00Z', ...each },
    })),
    ...{ observedGeneration: 1, versionHash: 'x', availableUpdates: null },
  };
}

/** Runs an action of a step as its commands do. Returns the number of objects that the server accepted. */
async function act(server: KubeApiserver, plan: Day2Plan, action: Day2Action): Promise<number> {
  if (action.verb === 'back-up' || action.verb === 'manual') return 0;
  const path = await server.pathOf({
    ...action.object,
    metadata: {
      name: action.object.name,
      ...(action.object.namespace && { namespace: action.object.namespace }),
    },
  });
  const live = await server.send('GET', path);
  if (action.verb === 'delete') return accepted(await server.send('DELETE', path), path);
  if (action.verb === 'set-keys' || action.verb === 'remove-keys') {
    const data = (live.body.data ?? {}) as Record<string, string>;
    for (const key of action.keys)
      if (action.verb === 'set-keys') data[key] = btoa('secret');
      else delete data[key];
    const secret = live.status === 404 ? undefined : { ...live.body, data };
    return secret === undefined ? 0 : accepted(await server.send('PUT', path, secret), path);
  }
  const file = plan.steps.flatMap(({ files }) => files).find((each) => each.path === action.path)!;
  const object = parse(file.after!) as ApiObject;
  if (action.verb === 'create')
    return accepted(await server.send('POST', path.slice(0, path.lastIndexOf('/')), object), path);
  return accepted(await replace(server, object), path);
}

/** Replaces an object as `oc replace` does, which takes the resource version from the server. */
function replace(server: KubeApiserver, object: ApiObject) {
  return server.write(object, 'fieldValidation=Strict&fieldManager=kubectl-replace');
}

function accepted(
  { status, body }: { status: number; body: Record<string, unknown> },
  subject: string,
): number {
  expect([subject, status < 300 ? undefined : body.message]).toEqual([subject, undefined]);
  return 1;
}
