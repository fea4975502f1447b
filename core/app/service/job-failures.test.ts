import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CONTRACT, type RequestInput, type RequestName } from '../../contract/contract.ts';
import { failureOf } from '../../contract/contract-error.ts';
import { clusterJob } from '../../contract/topics/clusters.ts';
import { isUnderWay } from '../../contract/topics/job.ts';
import { job } from '../../contract/topics/jobs.ts';
import { mediaJob } from '../../contract/topics/media.ts';
import { runKind } from '../../contract/topics/run.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import { newTestService, type TestService } from './service.fixture.ts';

/** A registry that nothing listens at. */
const NOWHERE = '127.0.0.1:1';
const ticket = 'failing';
const catalogs = [`${NOWHERE}/redhat/redhat-operator-index:v4.16`];

let service: TestService;
let workspace: string;
let empty: string;
let kubeconfig: string;
let fetched: RunRef;
let pushed: RunRef;
/** A configuration with an image that its registry doesn't have. */
let incomplete: string;
let stateDirectory: string;
let destination: string;

const at = (name: string) => join(service.directory, name);

beforeAll(async () => {
  service = await newTestService();
  const practice = await service.ask('practice.start', {});
  workspace = practice.workspace!;
  destination = practice.destination!;
  stateDirectory = practice.stateDirectory!;
  fetched = await complete({
    workflow: 'mirrorToDisk',
    directory: workspace,
    configFile: practice.configFile!,
  });
  pushed = await complete({ workflow: 'diskToMirror', directory: workspace, destination, stateDirectory });
  incomplete = at('incomplete.yaml');
  const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
  await writeFile(incomplete, `${head}  additionalImages:\n    - name: quay.io/practice/missing:v1\n`);
  empty = at('empty');
  await mkdir(empty);
  kubeconfig = at('kubeconfig');
  const cluster = { name: 'lab', cluster: { server: `https://${NOWHERE}` } };
  const context = { name: 'lab', context: { cluster: 'lab', user: 'kim' } };
  const user = { name: 'kim', user: { token: 'x' } };
  const access = { clusters: [cluster], contexts: [context], users: [user], 'current-context': 'lab' };
  await writeFile(kubeconfig, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...access }));
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function complete(settings: RequestInput<'runs.start'>['settings']): Promise<RunRef> {
  const { run } = await service.ask('runs.start', { settings });
  const live = async () => (await service.ask('runs.live', { run })).status;
  await vi.waitUntil(async () => (await live()) === 'complete', { timeout: 40_000, interval: 100 });
  return run;
}

/** Returns the error that ended a run. */
async function endedRun({ run }: { run: RunRef }): Promise<unknown> {
  const live = () => service.ask('runs.live', { run });
  await vi.waitUntil(async () => !isUnderWay(await live()), { timeout: 20_000, interval: 50 });
  const { error, problems, failures } = await live();
  return error ?? problems[0] ?? failures[0];
}

/** Returns the error that ended a job of the engine. */
async function endedJob({ id }: { id: string }): Promise<unknown> {
  const find = async () => (await service.ask('jobs.list', {})).jobs.find((each) => each.id === id);
  await vi.waitUntil(async () => !isUnderWay((await find())!), { timeout: 20_000, interval: 20 });
  return (await find())!.error;
}

const run = async (settings: RequestInput<'runs.start'>['settings']) =>
  endedRun(await service.ask('runs.start', { settings }));
/** Returns the failure of a long request. */
const requested = <N extends RequestName>(name: N, input: RequestInput<N>) => service.fail(name, input);

/** How to make a job of each kind fail. A new kind in the contract needs a line here. */
const CASES: Record<string, () => Promise<unknown>> = {
  'run mirrorToDisk': () =>
    run({ workflow: 'mirrorToDisk', directory: workspace, enclave: 'lab', configFile: incomplete }),
  'run diskToMirror': () =>
    requested('runs.start', {
      settings: { workflow: 'diskToMirror', directory: empty, destination: NOWHERE },
    }),
  'run mirrorToMirror': () =>
    run({
      workflow: 'mirrorToMirror',
      directory: workspace,
      enclave: 'lab',
      configFile: incomplete,
      destination,
    }),
  'run replay': () => requested('runs.replay', { run: pushed }),
  'run rollback': () => requested('runs.rollback', { run: fetched }),
  'run delete': () =>
    requested('deletes.run', {
      ...{ listFile: at('none.yaml'), destination: NOWHERE, stateDirectory },
      confirmed: { registry: NOWHERE, images: 1 },
    }),
  'media export': async () =>
    endedJob(await service.ask('media.export', { workspace, transfer: 'default-0009', to: [empty] })),
  'media import': async () =>
    endedJob(await service.ask('media.import', { from: [empty], directory: at('in') })),
  'cluster apply': async () => {
    const objects = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'trust' }];
    const directory = at('manifests');
    await mkdir(directory);
    await writeFile(
      join(directory, 'a.yaml'),
      JSON.stringify({ ...objects[0], metadata: { name: 'trust' } }),
    );
    return endedJob(await service.ask('clusters.apply', { kubeconfig, directory, objects }));
  },
  'cluster rollback': async () => requested('clusters.rollback', { kubeconfig, record: empty }),
  serve: () => requested('registries.serve', { directory: empty }),
  'plans.make': () =>
    requested('plans.make', {
      settings: { workflow: 'mirrorToDisk', directory: at('p'), configFile: at('none.yaml') },
      ticket,
    }),
  'transfers.verify': () => requested('transfers.verify', { directory: empty, ticket }),
  'transfers.extract': () =>
    requested('transfers.extract', { directory: empty, names: ['a'], to: at('x'), ticket }),
  'transfers.received': () => requested('transfers.received', { directory: at('none'), ticket }),
  'registries.probe': () => requested('registries.probe', { name: NOWHERE, ticket }),
  'doctor.examine': () => requested('doctor.examine', { configFile: 'relative.yaml', ticket }),
  'upgrades.bytes': () =>
    requested('upgrades.bytes', {
      workspace: at('none'),
      channels: [{ name: 'stable-4.16', shortestPath: false }],
      ticket,
    }),
  'upgrades.packages': () => requested('upgrades.packages', { catalogs, ticket }),
  'upgrades.operator': () => requested('upgrades.operator', { catalogs, package: 'a', ticket }),
  'upgrades.plan': () =>
    requested('upgrades.plan', {
      ...{ source: { kind: 'file', file: at('none.json') }, from: '4.16.1', to: '4.16.5', ticket },
      ...{ catalogs: [], operators: [] },
    }),
  'upgrades.compareCatalogs': () =>
    requested('upgrades.compareCatalogs', { from: catalogs[0]!, to: catalogs[0]!, ticket }),
  'configurations.pin': () =>
    requested('configurations.pin', { file: at('c.yaml'), text: 'kind: Unknown', ticket }),
  'drafts.lookUp': async () => {
    const { draft } = await service.ask('drafts.start', { kind: 'new' });
    return requested('drafts.lookUp', { draft: { ...draft, workspace: 'relative' }, ids: ['a'], ticket });
  },
  'deletes.open': () => requested('deletes.open', { workspace, destination: NOWHERE, ticket }),
  'deletes.fromFile': () =>
    requested('deletes.fromFile', { workspace, destination: NOWHERE, file: at('none.yaml'), ticket }),
  'registryContent.read': () => requested('registryContent.read', { destination: NOWHERE, ticket }),
  'registryContent.compare': () =>
    requested('registryContent.compare', {
      ...{ session: 'none', ticket, with: { kind: 'inventory', file: at('none.json') } },
    }),
  'releases.extract': () =>
    requested('releases.extract', { from: empty, tools: true, iso: false, to: at('tools'), ticket }),
  'releases.checkBootImage': () =>
    requested('releases.checkBootImage', { file: at('none.iso'), sha256: 'a'.repeat(64), ticket }),
  'sites.writeReport': () => requested('sites.writeReport', { directory: empty, file: at('r.json'), ticket }),
};

/** All kinds of jobs in the contract, and all long requests. */
function kindsInContract(): string[] {
  const actions: Record<string, readonly string[]> = {
    run: runKind.options.flatMap(({ options }) => options as readonly string[]),
    media: mediaJob.shape.settings.options.map(({ shape }) => shape.kind.value),
    cluster: clusterJob.shape.action.options,
    serve: [''],
    request: [],
  };
  const kinds = job.options.flatMap(({ shape }) => {
    const known = actions[shape.kind.value];
    if (!known) throw new Error(`add the actions of ${shape.kind.value}`);
    return known.map((action) => `${shape.kind.value} ${action}`.trim());
  });
  const long = Object.entries(CONTRACT).flatMap(([name, { input }]) =>
    'shape' in input && 'ticket' in input.shape ? [name] : [],
  );
  return [...kinds, ...long];
}

test('every kind of job in the contract has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(kindsInContract().sort());
});

test.each(Object.keys(CASES))('%s fails with a cause and a remedy', async (kind) => {
  const error = await CASES[kind]!();
  const { code, message, remedy } = failureOf(error);
  expect(code).not.toBe('internal');
  for (const text of [message, remedy]) {
    expect(text).toMatch(/\p{L}{2,} .*\p{L}{2,}/u);
    expect(text).not.toMatch(/\[object|undefined|null|NaN/);
  }
});
