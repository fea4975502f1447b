import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draft } from '../../../contract/topics/drafts.ts';
import { airlock } from '../../../mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../../mirror/mirror.fixture.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';
const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
const RELEASES =
  '  platform:\n    channels:\n      - name: stable-4.16\n        minVersion: 4.16.2\n        maxVersion: 4.16.5\n';
const BELLOWS = `  operators:\n    - catalog: ${CATALOG}\n      packages:\n        - name: bellows-operator\n`;

let rig: Rig;
let service: TestService;
let workspace: string;
beforeAll(async () => {
  rig = await newRig();
  service = await newTestService({ env: rig.world.environment });
  workspace = rig.place('workspace');
  await mkdir(workspace);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
});

const requests = () => rig.world.upstream.stats.requests + rig.world.services.requests.length;

async function startedAt(text: string): Promise<Draft> {
  const { draft } = await service.ask('drafts.start', { kind: 'new', workspace });
  return { ...draft, text };
}

async function everything(draft: Draft): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const { lookUps, exact } = await service.ask('drafts.plan', { draft });
    if (exact || lookUps.length === 0) return;
    await service.ask('drafts.lookUp', { draft, ids: lookUps.map(({ id }) => id), ticket: `all ${round}` });
  }
}

test('a catalog is shown only after it was loaded, also before it is in the draft', async () => {
  const draft = await startedAt(HEAD + RELEASES);
  const before = requests();
  const request = (more: object = {}) => service.ask('drafts.packages', { draft, catalog: CATALOG, ...more });
  const unknown = await request();
  expect(unknown).toMatchObject({
    total: 0,
    cards: [],
    lookUp: { kind: 'catalog', id: `catalog ${CATALOG}` },
  });
  expect(unknown).not.toHaveProperty('asOf', expect.anything());
  await service.ask('drafts.plan', { draft });
  expect(requests()).toBe(before);

  const { fetched } = await service.ask('drafts.lookUp', {
    draft,
    ids: [unknown.lookUp!.id],
    ticket: 'catalog',
  });
  expect(fetched).toBeGreaterThan(500);
  const work = service.events.flatMap((event) =>
    event.type === 'job' && event.job.kind === 'request' && event.job.id === 'catalog' ? [event.job] : [],
  );
  expect(work.at(-1)).toMatchObject({ phase: 'lookUp', unit: 'bytes' });

  const requested = requests();
  const find = (more: object) => service.ask('drafts.findPackages', { search: 'practice operator', ...more });
  expect(await find({})).toMatchObject({
    ...{ catalogs: 1, matching: 2 },
    packages: [
      { catalog: CATALOG, package: 'anvil-operator', description: 'Practice operator anvil-operator' },
      { catalog: CATALOG, package: 'bellows-operator' },
    ],
  });
  expect(await find({ search: 'BELLOWS', limit: 1 })).toMatchObject({ matching: 1 });
  expect(await find({ limit: 1 })).toMatchObject({ matching: 2, packages: [{ package: 'anvil-operator' }] });
  expect(await find({ except: CATALOG })).toMatchObject({ catalogs: 0, packages: [] });
  expect(await request({ packages: ['bellows-operator'] })).toMatchObject({
    ...{ total: 2, matching: 1 },
    cards: [{ package: 'bellows-operator' }],
  });
  const all = await request();
  expect(all).toMatchObject({ total: 2, matching: 2, selected: 0, installed: 0 });
  expect(Date.parse(all.asOf!)).toBeGreaterThan(Date.now() - 60_000);
  const [anvil, bellows] = all.cards;
  expect(anvil).toMatchObject({
    package: 'anvil-operator',
    description: 'Practice operator anvil-operator',
    defaultChannel: 'stable',
    channels: [
      { name: 'candidate', head: '1.90.0', versions: ['1.90.0'] },
      { name: 'stable', head: '1.2.0', versions: ['1.2.0', '1.1.0', '1.0.0'] },
    ],
    needs: [],
    selected: false,
  });
  expect(bellows).toMatchObject({
    package: 'bellows-operator',
    needs: [
      {
        package: 'anvil-operator',
        selected: false,
        reason: expect.stringContaining('requires anvil-operator'),
      },
    ],
  });
  // Its manifests haven't been read, and nothing on this host resembles its images.
  expect(bellows!.adds).toBeUndefined();

  expect((await request({ search: 'BELLOWS operator' })).cards.map((card) => card.package)).toEqual([
    'bellows-operator',
  ]);
  expect(await request({ search: 'hammer' })).toMatchObject({ matching: 0, total: 2, cards: [] });
  expect((await request({ offset: 1, limit: 1 })).cards.map((card) => card.package)).toEqual([
    'bellows-operator',
  ]);
  expect(requests()).toBe(requested);
});

test('selected and installed packages are marked and can be listed separately', async () => {
  const draft: Draft = {
    ...(await startedAt(HEAD + BELLOWS)),
    inventory: {
      operators: [
        { package: 'anvil-operator', version: '1.1.0', catalog: 'redhat-operators' },
        { package: 'bellows-operator', version: '2.0.0', catalog: 'community-operators' },
      ],
    },
  };
  const request = (more: object) => service.ask('drafts.packages', { draft, catalog: CATALOG, ...more });
  const selected = await request({ only: 'selected' });
  expect(selected).toMatchObject({ selected: 1, installed: 1, matching: 1 });
  expect(selected.cards).toMatchObject([{ package: 'bellows-operator', selected: true }]);
  expect(selected.cards[0]).not.toHaveProperty('installed', expect.anything());
  expect((await request({ only: 'installed' })).cards).toMatchObject([
    { package: 'anvil-operator', installed: '1.1.0', selected: false },
  ]);
  const complete = { ...draft, text: `${HEAD}  operators:\n    - catalog: ${CATALOG}\n` };
  const all = await service.ask('drafts.packages', { draft: complete, catalog: CATALOG });
  expect(all).toMatchObject({ selected: 2 });
  expect(all.cards[1]!.needs).toMatchObject([{ package: 'anvil-operator', selected: true }]);
});

test('a fix of a problem changes the submitted text', async () => {
  const { problems } = await service.ask('drafts.plan', { draft: await startedAt(HEAD + BELLOWS) });
  const missing = problems.find(({ code }) => code === 'operator-dependency')!;
  expect(missing.fix!.label).toContain('anvil-operator');
  let text = HEAD + BELLOWS;
  for (const { start, end, text: now } of [...missing.fix!.edits].reverse())
    text = text.slice(0, start) + now + text.slice(end);
  const repaired = await service.ask('drafts.plan', { draft: await startedAt(text) });
  expect(repaired.problems.filter(({ code }) => code === 'operator-dependency')).toEqual([]);
});

test('the plan, the run started from it, and its command agree, and the transfer can then be compared', async () => {
  const text = `${HEAD}${RELEASES}${BELLOWS}        - name: anvil-operator\n`;
  const draft = await startedAt(text);
  await everything(draft);
  const plan = await service.ask('drafts.plan', { draft, bytesPerSecond: 1000 });
  expect(plan).toMatchObject({
    exact: true,
    rateFrom: 'requested',
    bytesDelivered: 0,
    releases: ['4.16.2', '4.16.5'],
  });
  await writeFile(draft.file, text);
  const { command, settings } = await service.ask('drafts.command', { draft });
  const made = await service.ask('plans.make', { settings, ticket: 'make' });
  expect([plan.images, plan.bytes]).toEqual([made.images, made.bytes]);

  const words = command.split(' ').slice(2);
  const requested = await airlock(rig, ['plan', ...words]).ended;
  expect(requested.result).toMatchObject({ images: plan.images, bytes: plan.bytes });
  const done = await airlock(rig, ['mirror', ...words]).ended;
  expect(done).toMatchObject({ code: 0, result: { status: 'complete', images: { total: plan.images } } });

  const after = await service.ask('drafts.plan', { draft });
  expect(after).toMatchObject({ bytesDelivered: after.bytes, bytesToCarry: 0 });
  const changed = { ...draft, text: text.replace('4.16.2', '4.16.1') };
  const { transfer, lines } = await service.ask('drafts.compare', { draft: changed });
  expect(transfer).toBe('default-0001');
  expect(lines.filter(({ mark }) => mark !== 'same')).toEqual([
    { mark: 'removed', text: '        minVersion: 4.16.2' },
    { mark: 'added', text: '        minVersion: 4.16.1' },
  ]);

  // Without records, the set itself has the data.
  const records = join(workspace, '.airlock/runs');
  await rename(records, `${records}-away`);
  expect(await service.ask('drafts.compare', { draft: changed })).toEqual({ transfer, lines });
  await rename(`${records}-away`, records);

  const last = await service.ask('drafts.start', { kind: 'last-transfer', workspace, enclave: 'default' });
  expect(last.draft).toMatchObject({ file: draft.file, text, enclave: 'default' });
  expect(last.draft.digest).toMatch(/^sha256:/);
  await writeFile(draft.file, `${text}# changed\n`);
  const other = await service.ask('drafts.start', { kind: 'last-transfer', workspace, enclave: 'default' });
  expect(other.draft.text).toBe(text);
  expect(other.draft.file).not.toBe(draft.file);
  expect(other.draft).not.toHaveProperty('digest', expect.anything());
});

test('the installed state becomes a configuration, from local data only', async () => {
  const before = requests();
  const started = await service.ask('drafts.start', {
    kind: 'inventory',
    workspace,
    to: '4.16.5',
    inventory: {
      openShift: '4.16.1 ',
      channel: '',
      operators: [
        { package: 'bellows-operator', version: '2.0.0', bundle: '', channel: ' stable', catalog: '' },
      ],
    },
  });
  expect(requests()).toBe(before);
  expect(started.draft).toMatchObject({ from: '4.16.1', to: '4.16.5', workspace });
  expect(started.reasons).toContainEqual(expect.stringMatching(/^release 4\.16\.5: update from 4\.16\.\d/));
  expect(started.reasons).toContainEqual(
    expect.stringMatching(
      /^operator anvil-operator from .*: bellows-operator requires package anvil-operator/,
    ),
  );
  const { cards } = await service.ask('drafts.packages', {
    draft: started.draft,
    catalog: CATALOG,
    only: 'selected',
  });
  expect(cards).toMatchObject([
    { package: 'anvil-operator', selected: true },
    { package: 'bellows-operator', selected: true, installed: '2.0.0' },
  ]);
  expect(await service.ask('drafts.read', { id: started.draft.id })).toEqual(started.draft);
  const wrong = {
    kind: 'inventory',
    to: '4.16.9',
    workspace,
    inventory: { openShift: '4.16.1', operators: [] },
  };
  expect(await service.fail('drafts.start', wrong)).toMatchObject({ code: 'upgrade-path', path: 'to' });
});

test("a draft without a workspace and one that doesn't load are answered, too", async () => {
  const { workspace: _, ...without } = await startedAt(HEAD + RELEASES);
  expect((await service.ask('drafts.plan', { draft: without })).lookUps.length).toBeGreaterThan(0);
  const broken = await service.ask('drafts.plan', { draft: { ...without, text: 'mirror: [' } });
  expect(broken.problems[0]).toMatchObject({ level: 'error', line: 1 });
  const packages = await service.ask('drafts.packages', {
    draft: { ...without, workspace, text: 'mirror: [' },
    catalog: CATALOG,
  });
  expect(packages).toMatchObject({ total: 2, selected: 0 });
  const nowhere = { ...without, workspace: join(rig.directory, 'not', 'there') };
  expect((await service.ask('drafts.plan', { draft: nowhere })).images).toBeGreaterThanOrEqual(0);
});
