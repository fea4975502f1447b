import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployment, packedChart } from '../../content/helm/charts/chart.fixture.ts';
import type { DraftPlan } from '../../contract/topics/drafts.ts';
import { across, control, newRig, type Rig, requestOf, toDisk } from '../mirror.fixture.ts';
import { layoutOf } from '../oci-layout.fixture.ts';
import { planMirror } from '../plan/plan-mirror.ts';
import type { PlannedDraft } from './known/planner-answers.ts';
import { createLivePlanner } from './live-planner.ts';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const requests = () => rig.world.upstream.stats.requests + rig.world.services.requests.length;

async function draftOf(lines: string[], options: Partial<PlannedDraft> = {}): Promise<PlannedDraft> {
  const file = join(rig.place('configuration'), 'isc.yaml');
  const text = `${['kind: ImageSetConfiguration', 'apiVersion: mirror.openshift.io/v2alpha1', 'mirror:', ...lines].join('\n')}\n`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return { text, file, enclave: 'default', goal: 'disk', options: {}, ...options };
}

const PLATFORM = [
  '  platform:',
  '    graph: true',
  '    channels:',
  '      - name: stable-4.16',
  '        minVersion: 4.16.1',
];
const OPERATORS = [
  '  operators:',
  `    - catalog: ${CATALOG}`,
  '      packages:',
  '        - name: bellows-operator',
];

/** The result of `airlock plan` for the same file, in a separate workspace. */
async function asPlanned(draft: PlannedDraft, workspace: string) {
  const request = requestOf({ kind: 'mirrorToDisk', directory: workspace }, { configFile: draft.file });
  return (await planMirror(request, rig.host, control())).summary;
}

test('plans download nothing; a look-up makes them exact and equal to airlock plan', async () => {
  const workspace = rig.place('workspace');
  const planner = createLivePlanner({ host: rig.host, workspace });
  const [image] = rig.world.inventory.additional;
  const draft = await draftOf([
    ...PLATFORM,
    ...OPERATORS,
    '  additionalImages:',
    `    - name: ${image!.source}`,
  ]);
  const before = requests();
  const first = await planner.plan(draft);
  expect(requests()).toBe(before);
  expect(first.exact).toBe(false);
  expect(first.error).toBeGreaterThan(0);
  expect(first.lookUps.map(({ id }) => id)).toEqual([
    'graph amd64 stable-4.16',
    'payload 4.16.1-x86_64',
    `catalog ${CATALOG}`,
    'graph-data',
    'manifests',
  ]);
  const seen: number[] = [];
  const { fetched } = await planner.lookUp(
    first.lookUps.map(({ id }) => id),
    draft,
    { onProgress: ({ done }) => void seen.push(done) },
  );
  expect(fetched).toBeGreaterThan(1000);
  expect(seen.length).toBeGreaterThan(0);
  const after = requests();
  const exact = await planner.plan(draft);
  expect(requests()).toBe(after);
  expect(exact.lookUps.filter(({ asOf }) => asOf === undefined)).toEqual([]);
  expect(exact.exact).toBe(true);
  const planned = await asPlanned(draft, rig.place('other'));
  expect([exact.images, exact.bytes]).toEqual([planned.images, planned.bytes]);
  // The operators had no estimate to compare with.
  expect(first.parts.filter(({ unknown }) => unknown).map(({ kind }) => kind)).toEqual([
    'operator',
    'additional',
  ]);
  expect(exact.previousError).toBeUndefined();
  expect(exact.error).toBeUndefined();
  await planner.close();
});

test('the error of an estimate is known once the manifests are read', async () => {
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const draft = await draftOf([
    ...PLATFORM.filter((line) => !line.includes('graph')),
    '        maxVersion: 4.16.1',
  ]);
  const { lookUps } = await planner.plan(draft);
  await planner.lookUp(
    lookUps.map(({ id }) => id),
    draft,
  );
  expect(await planner.plan(draft)).toMatchObject({ exact: true, previousError: expect.any(Number) });
  await planner.close();
});

test('a look-up downloads only its own data', async () => {
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const draft = await draftOf([...PLATFORM, ...OPERATORS]);
  const requested = rig.world.upstream.stats.requests;
  const questions = rig.world.services.requests.length;
  await planner.lookUp(['graph amd64 stable-4.16'], draft);
  expect(rig.world.upstream.stats.requests).toBe(requested);
  expect(rig.world.services.requests.slice(questions)).toEqual([
    expect.stringContaining('channel=stable-4.16'),
  ]);
  const graph = await planner.plan(draft);
  expect(graph.releases).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  expect(graph.lookUps.find(({ kind }) => kind === 'graph')).toMatchObject({ asOf: expect.any(String) });
  expect(graph.lookUps.filter(({ kind }) => kind === 'payload')).toHaveLength(3);

  const blobs = () => [...rig.world.upstream.stats.blobGets.values()].reduce((sum, times) => sum + times, 0);
  const before = blobs();
  await planner.lookUp(['payload 4.16.2-x86_64'], draft);
  // Only the payload's layer with manifests, and nothing of its components.
  expect(blobs() - before).toBe(1);
  const payload = await planner.plan(draft);
  expect(payload.parts.find(({ id }) => id === 'release 4.16.2-x86_64')).toMatchObject({ estimated: true });
  expect(payload.lookUps.filter(({ kind }) => kind === 'payload')).toHaveLength(2);

  await planner.lookUp([`catalog ${CATALOG}`], draft);
  const known = await planner.catalog(CATALOG);
  expect(known?.index.packages.map(({ name }) => name)).toEqual(['anvil-operator', 'bellows-operator']);
  expect(known?.digest).toBe(rig.world.inventory.catalog.digest);
  // Parts outside the plan are ignored.
  expect(await planner.lookUp(['payload 9.9.9-x86_64', 'nonsense'], draft)).toEqual({ fetched: 0 });
  await planner.close();
});

test('manifests alone read no catalog; tiny releases scale other estimates', async () => {
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const draft = await draftOf([...PLATFORM, ...OPERATORS]);
  const catalogOf = ({ lookUps }: DraftPlan) => lookUps.find(({ kind }) => kind === 'catalog');
  const first = await planner.plan(draft);
  expect(catalogOf(first)).toMatchObject({ bytes: 180e6 });
  const known = first.lookUps.filter(({ kind }) => kind !== 'catalog').map(({ id }) => id);
  await planner.lookUp(known, draft);
  const second = await planner.plan(draft);
  expect(await planner.catalog(CATALOG)).toBeUndefined();
  expect(catalogOf(second)?.asOf).toBeUndefined();
  expect(catalogOf(second)?.bytes).toBeLessThan(5e6);
  // Everything about the release is known.
  expect(second.parts.filter(({ kind }) => kind === 'release').map(({ estimated }) => estimated)).toEqual(
    Array.from({ length: second.releases.length }, () => false),
  );
  expect(second.bytes).toBeLessThan(first.bytes / 100);
  await planner.close();
});

test('content of a run is known, present, and available for others without a look-up', async () => {
  const workspace = rig.place('workspace');
  const draft = await draftOf([...PLATFORM.filter((line) => !line.includes('graph')), ...OPERATORS]);
  const run = await toDisk(rig, workspace, draft.file);
  const before = requests();
  const planner = createLivePlanner({ host: rig.host, workspace });
  const plan = await planner.plan(draft);
  expect(plan.exact).toBe(true);
  expect(plan.images).toBe(run.images.total);
  expect([plan.bytesToFetch, plan.bytesToCarry, plan.bytesDelivered]).toEqual([0, 0, plan.bytes]);
  const other = await planner.plan({ ...draft, enclave: 'lab' });
  expect([other.bytesToFetch, other.bytesToCarry, other.bytesStored]).toEqual([0, other.bytes, other.bytes]);
  expect(requests()).toBe(before);
  const planned = await asPlanned(draft, rig.place('other'));
  expect([plan.images, plan.bytes]).toEqual([planned.images, planned.bytes]);
  await planner.close();
});

test('to a registry: content of earlier pushes is present, and nothing is transferred', async () => {
  const workspace = rig.place('workspace');
  const draft = await draftOf([...PLATFORM.filter((line) => !line.includes('graph')), ...OPERATORS]);
  const destination = rig.world.destination.host;
  await across(rig, workspace, destination, draft.file);
  const planner = createLivePlanner({ host: rig.host, workspace });
  const plan = await planner.plan({ ...draft, goal: 'registry', destination });
  expect(plan.exact).toBe(true);
  expect(plan.bytesToCarry).toBe(0);
  expect([plan.bytesDelivered, plan.bytesToFetch]).toEqual([plan.bytes, 0]);
  expect((await planner.plan({ ...draft, goal: 'registry', destination: 'other.lab' })).bytesDelivered).toBe(
    0,
  );
  await planner.close();
});

test('parts show what they add to the rest, and cards what they would add', async () => {
  const workspace = rig.place('workspace');
  const both = [...OPERATORS, '        - name: anvil-operator'];
  const draft = await draftOf(both);
  await toDisk(rig, workspace, draft.file);
  const planner = createLivePlanner({ host: rig.host, workspace });
  const plan = await planner.plan(draft);
  const partOf = (name: string) => plan.parts.find((part) => part.name === name)!;
  expect(partOf('anvil-operator')).toMatchObject({ kind: 'operator', catalog: CATALOG, estimated: false });
  expect(partOf('anvil-operator').path).toEqual(['mirror', 'operators', 0, 'packages', 1]);
  const alone = await draftOf(OPERATORS);
  const less = await planner.plan(alone);
  const catalogs = (answer: typeof plan) => answer.parts.find(({ kind }) => kind === 'catalog')!.adds;
  expect(plan.bytes - catalogs(plan) - (less.bytes - catalogs(less))).toBe(partOf('anvil-operator').adds);
  const sizes = await planner.sizes(alone, CATALOG, ['anvil-operator', 'bellows-operator', 'none']);
  expect([...sizes.keys()]).toEqual(['anvil-operator', 'bellows-operator']);
  const bellows = less.parts.find(({ name }) => name === 'bellows-operator')!;
  expect(sizes.get('bellows-operator')!.adds).toBe(bellows.adds);
  expect(sizes.get('anvil-operator')!.adds).toBeGreaterThan(0);
  await planner.close();
});

test('the duration uses the requested rate, or that of the draft', async () => {
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const draft = await draftOf(OPERATORS);
  const requested = await planner.plan(draft, { bytesPerSecond: 1_000_000 });
  expect(requested).toMatchObject({ rateFrom: 'requested', bytesPerSecond: 1_000_000 });
  expect(requested.durationMs).toBe(Math.round(requested.bytesToFetch / 1000));
  const own = await planner.plan({ ...draft, options: { rate: 2_000_000 } });
  expect(own.durationMs).toBe(Math.round(own.bytesToFetch / 2000));
  expect((await planner.plan(draft)).durationMs).toBeUndefined();
  await planner.close();
});

test('an invalid text has problems with lines, and no sums', async () => {
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const draft = await draftOf(['  platform:', '    chanels:', '      - name: stable-4.16']);
  const plan = await planner.plan(draft);
  expect(plan).toMatchObject({ images: 0, bytes: 0, exact: false, parts: [], lookUps: [] });
  expect(plan.problems[0]).toMatchObject({ code: 'config-invalid', level: 'error', line: 5 });
  expect((await planner.plan({ ...draft, text: 'mirror: [' })).problems[0]).toMatchObject({
    level: 'error',
    line: 1,
  });
  await planner.close();
});

test('a missing image is a problem, and the others are known', async () => {
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const [image] = rig.world.inventory.additional;
  const absent = 'quay.io/lab/nowhere:v1';
  const draft = await draftOf([
    '  additionalImages:',
    `    - name: ${image!.source}`,
    `    - name: ${absent}`,
  ]);
  await planner.lookUp(['manifests'], draft);
  const plan = await planner.plan(draft);
  expect(plan.exact).toBe(false);
  expect(plan.problems).toEqual([
    expect.objectContaining({
      ...{ code: 'not-found', message: expect.stringContaining(absent), subject: absent },
      ...{ cause: 'image-unreadable', entry: 'mirror.additionalImages[1]', line: 6 },
    }),
  ]);
  // Another look-up leaves it; without the entry, it is gone.
  await planner.lookUp(['tags'], draft);
  expect((await planner.plan(draft)).problems).toHaveLength(1);
  const without = draft.text.replace(`    - name: ${absent}\n`, '');
  expect((await planner.plan({ ...draft, text: without })).problems).toEqual([]);
  expect(plan.parts.map(({ name, estimated }) => [name, estimated])).toEqual([
    [image!.source, false],
    [absent, true],
  ]);
  await planner.close();
});

test("a draft without a workspace stores look-ups in the user's cache", async () => {
  const draft = await draftOf(OPERATORS);
  const first = createLivePlanner({ host: rig.host });
  await first.lookUp([`catalog ${CATALOG}`, 'manifests'], draft);
  await first.close();
  const second = createLivePlanner({ host: rig.host });
  expect((await second.plan(draft)).exact).toBe(true);
  await second.close();
});

test('folders, charts, multi, blocked images and added dependencies are the same as in airlock plan', async () => {
  const { catalog, additional } = rig.world.inventory;
  const [index, image] = [await layoutOf(rig, catalog), await layoutOf(rig, additional[0]!)];
  const [, second, third] = additional;
  const draft = await draftOf(
    [
      ...['  platform:', '    architectures: [multi]', '    kubeVirtContainer: true', '    channels:'],
      ...['      - name: stable-4.16', '  operators:', `    - catalog: oci://${index}`],
      ...['      targetCatalog: own/index', '      targetTag: v1', '      packages:'],
      ...['        - name: bellows-operator', '  additionalImages:'],
      ...[
        `    - {name: "oci://${image}", targetRepo: own/image, targetTag: v2}`,
        `    - name: ${third!.source}`,
      ],
      ...['  blockedImages:', `    - name: ${third!.source.replace(/[:@].*$/, '')}`],
      ...['  helm:', '    local:', '      - name: one', '        path: ./one.tgz'],
    ],
    { options: { addDependencies: true } },
  );
  const chart = await packedChart('one', '1.0.0', { 'templates/one.yaml': deployment(second!.source) });
  await writeFile(join(draft.file, '..', 'one.tgz'), chart);
  const planner = createLivePlanner({ host: rig.host, workspace: rig.place('workspace') });
  const first = await planner.plan(draft);
  const ids = first.lookUps.map(({ id }) => id);
  await planner.lookUp(ids, draft);
  const exact = await planner.plan(draft);
  const request = requestOf(
    { kind: 'mirrorToDisk', directory: rig.place('other') },
    { configFile: draft.file, addDependencies: true },
  );
  const { summary } = await planMirror(request, rig.host, control());
  expect(exact.exact).toBe(true);
  expect([exact.images, exact.bytes]).toEqual([summary.images, summary.bytes]);
  expect(exact.parts.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'release 4.16.5',
    'operator anvil-operator',
    'operator bellows-operator',
    expect.stringContaining('catalog layout'),
    `additional oci://${image}`,
    'helm one 1.0.0',
  ]);
  expect(exact.parts[1]!.why).toBe('required by bellows-operator');
  await planner.close();
});
