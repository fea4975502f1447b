import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { t as planText } from '../../../upgrade/operator/plan/messages.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
let workspace: string;
let configFile: string;
const [SERVICE, CACHED] = [{ kind: 'service' as const }, { kind: 'cached' as const }];
beforeAll(async () => {
  service = await newTestService();
  const practice = await service.ask('practice.start', {});
  workspace = practice.workspace!;
  configFile = practice.configFile!;
}, 60_000);
afterAll(() => service?.[Symbol.asyncDispose]());

const request = (more: object) =>
  service.ask('upgrades.path', { workspace, source: SERVICE, from: '4.16.1', to: '4.16.5', ...more });

test('has no saved graph before the first query, and a saved answer afterwards', async () => {
  expect(await service.ask('upgrades.versions', { workspace })).toMatchObject({ versions: [], origins: [] });
  expect(
    await service.fail('upgrades.path', { workspace, source: CACHED, from: '4.16.1', to: '4.16.5' }),
  ).toMatchObject({ code: 'content-missing' });
  expect((await request({ fresh: true })).origins).toMatchObject([
    { kind: 'service', channels: ['stable-4.16'] },
  ]);

  const known = await service.ask('upgrades.versions', { workspace });
  expect(known.versions.map(({ version }) => version)).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  const saved = await request({ source: CACHED });
  expect(saved.answer?.path).toEqual(['4.16.1', '4.16.5']);
  expect(saved.origins[0]).toMatchObject({ kind: 'cached' });
  expect(Date.parse(saved.origins[0]!.asOf!)).toBeLessThanOrEqual(Date.now());
});

test('returns a conditional update with its risk, and an alternative path', async () => {
  const risky = await request({});
  expect(risky.answer?.hops).toMatchObject([
    { from: '4.16.1', to: '4.16.5', risks: [{ name: 'PracticeStorageRisk', always: true }] },
  ]);
  expect(risky.alternative?.path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  const { picture } = risky;
  expect(picture?.versions.map(({ version, onPath }) => [version, onPath])).toEqual([
    ['4.16.1', true],
    ['4.16.2', false],
    ['4.16.5', true],
  ]);
  const shown = picture!.updates.filter((update) => update.shown);
  expect(shown.map(({ from, to, kind, chosen }) => [from, to, kind, chosen]).sort()).toEqual([
    ['4.16.1', '4.16.2', 'plain', false],
    ['4.16.1', '4.16.5', 'conditional', true],
    ['4.16.2', '4.16.5', 'plain', false],
  ]);
  expect(picture!.risks[shown.find(({ chosen }) => chosen)!.risks[0]!]?.message).toMatch(/volumes attached/);

  const safe = await request({ avoidRisks: true });
  expect(safe.answer?.path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  expect(safe.configuration).toMatchObject({
    channels: [{ name: 'stable-4.16', minVersion: '4.16.1', maxVersion: '4.16.5', shortestPath: true }],
    releases: ['4.16.1', '4.16.2', '4.16.5'],
    extra: [],
  });
  expect(safe.svg).toMatch(/^<svg/);
  expect(safe.command).toBe(
    'airlock upgrade-path ocp --from 4.16.1 --to 4.16.5 --channel stable-4.16 --avoid-risks',
  );
});

test('returns paths through a version and with the fewest risks, and a configuration for each update', async () => {
  const via = await request({ via: ['4.16.2'], perHop: true });
  expect(via.answer?.path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  expect(via.perHop?.map(({ releases, extra }) => [releases, extra])).toEqual([
    [['4.16.1', '4.16.2'], []],
    [['4.16.2', '4.16.5'], []],
  ]);
  expect(via.command).toMatch(/ --via 4\.16\.2 --per-hop$/);
  const fewest = await request({ preference: 'fewest-risks' });
  expect(fewest.answer?.path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  expect(fewest.perHop).toBeUndefined();
  expect(fewest.command).toMatch(/ --fewest-risks$/);
  expect((await request({ via: ['4.16.3'] })).rejection).toMatchObject({
    kind: 'unknown-version',
    version: '4.16.3',
  });
});

test('returns the path from one EUS release to another with paused worker pools', async () => {
  const channels = { 'io.openshift.upgrades.graph.release.channels': 'eus-4.18' };
  const versions = ['4.16.20', '4.17.12', '4.17.25', '4.18.9'];
  const file = join(service.directory, 'amd64-eus-4.18.json');
  const nodes = versions.map((version) => ({
    version,
    payload: `q.example/r@${version}`,
    metadata: channels,
  }));
  const edges = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
  ];
  await writeFile(file, JSON.stringify({ nodes, edges }));
  const question = { source: { kind: 'file' as const, file }, from: '4.16.20', to: '4.18', channel: 'eus' };
  const answer = await service.ask('upgrades.path', { ...question, preference: 'eus' });
  expect(answer).toMatchObject({
    to: '4.18.9',
    answer: { path: ['4.16.20', '4.17.25', '4.18.9'] },
    segments: [{ from: '4.16.20', to: '4.18.9', controlPlaneOnly: ['4.17.25'], pausePools: true }],
    configuration: { channels: [{ name: 'eus-4.18' }] },
  });
  expect(answer.command).toMatch(/ --eus$/);
  expect((await service.ask('upgrades.path', question)).segments).toBeUndefined();
  expect(
    await service.fail('upgrades.path', { ...question, preference: 'eus', via: ['4.17.12'] }),
  ).toMatchObject({
    code: 'usage',
    path: 'via',
  });
  const plan = await service.ask('upgrades.plan', {
    ...question,
    preference: 'eus',
    catalogs: [],
    operators: [],
    ticket: 'eus',
  });
  expect(plan.steps.map(({ details }) => details)).toEqual([
    [planText('pausePools')],
    [planText('resumePools')],
  ]);
});

test('a minor version stands for its newest release', async () => {
  expect(await request({ to: '4.16', avoidRisks: true })).toMatchObject({
    to: '4.16.5',
    answer: { path: ['4.16.1', '4.16.2', '4.16.5'] },
  });
});

test.each([
  ['an unknown version', { to: '4.16.4' }, 'unknown-version'],
  ['a downgrade', { from: '4.16.5', to: '4.16.1' }, 'backwards'],
] as const)('%s is explained with the nearest versions and a diagram', async (_what, ends, kind) => {
  const { rejection, picture, answer } = await request(ends);
  expect(answer).toBeUndefined();
  expect(rejection?.kind).toBe(kind);
  expect(rejection?.message.length).toBeGreaterThan(20);
  expect(picture?.versions.length).toBe(3);
});

test('rejects an invalid version with its field', async () => {
  const wrong = { workspace, source: SERVICE, from: 'four', to: '4.16.5' };
  expect(await service.fail('upgrades.path', wrong)).toMatchObject({ code: 'usage', path: 'from' });
});

test('reports an invalid graph as an error', async () => {
  const file = join(service.directory, 'broken.json');
  await writeFile(file, JSON.stringify({ nodes: [{ version: '4.16.1', payload: 'p' }], edges: [[0, 9]] }));
  expect(
    await service.fail('upgrades.path', { source: { kind: 'file', file }, from: '4.16.1', to: '4.16.5' }),
  ).toMatchObject({ code: 'graph-invalid' });
});

test('returns the complete graph of this host', async () => {
  await request({});
  const graph = await service.ask('upgrades.graph', { workspace });
  expect(graph.versions.map(({ version }) => version)).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  expect(graph.origins).not.toEqual([]);
  const kinds = graph.updates.filter((_, at) => at % 4 === 2);
  expect(kinds.toSorted()).toEqual([0, 0, 1]);
  expect(graph.risks).toMatchObject([{ name: 'PracticeStorageRisk', always: true }]);
  expect(graph.riskSets).toEqual([[], [0]]);
});

test('returns the complete graph in a file instead of the one of this host', async () => {
  const file = join(service.directory, 'amd64-fast-4.19.json');
  const nodes = ['4.19.1', '4.19.2'].map((version) => ({ version, payload: `q.example/r@${version}` }));
  await writeFile(file, JSON.stringify({ nodes, edges: [[0, 1]] }));
  const graph = await service.ask('upgrades.fileGraph', { workspace, file });
  expect(graph.versions.map(({ version }) => version)).toEqual(['4.19.1', '4.19.2']);
  expect(graph.updates).toEqual([0, 1, 0, 0]);
  expect(graph.origins).toMatchObject([{ kind: 'file', origin: file, channels: ['fast-4.19'] }]);
  expect(await service.fail('upgrades.fileGraph', { file: `${file}.missing` })).toMatchObject({
    code: 'usage',
  });
});

test('a relative path is an error of the field that contains it', async () => {
  const file = './amd64-fast-4.19.json';
  const usage = { code: 'usage', message: expect.stringContaining(file) };
  expect(await service.fail('upgrades.fileGraph', { file })).toMatchObject({ ...usage, path: 'file' });
  expect(
    await service.fail('upgrades.path', { source: { kind: 'file', file }, from: '4.16.1', to: '4.16.5' }),
  ).toMatchObject({ ...usage, path: 'source.file' });
});

test('a downgrade is called one', async () => {
  const { rejection, picture } = await request({ from: '4.16.5', to: '4.16.1' });
  expect(rejection).toMatchObject({
    kind: 'backwards',
    message: expect.stringContaining('older than 4.16.5'),
  });
  expect(picture!.updates.some(({ shown }) => shown)).toBe(false);
});

test('an answer to a risk applies to paths, plans and configurations of the workspace until it is removed', async () => {
  const reason = 'Our storage is NFS.';
  const risk = 'PracticeStorageRisk';
  const { answers } = await service.ask('upgrades.answerRisk', {
    ...{ workspace, risk, answer: { applies: false, reason } },
  });
  expect(answers).toMatchObject([{ risk, applies: false, reason }]);
  expect(await service.ask('upgrades.riskAnswers', { workspace })).toEqual({ answers });
  const path = await request({ avoidRisks: true });
  expect(path.answer?.path).toEqual(['4.16.1', '4.16.5']);
  expect(path.answer?.hops[0]?.risks).toMatchObject([{ name: risk, answer: { applies: false, reason } }]);
  expect(path.alternative).toBeUndefined();
  expect(path.command).toContain(`--risk-answer 'PracticeStorageRisk=${reason}'`);
  expect(path.configuration?.yaml).toMatch(new RegExp(`^# .*${risk}.*${reason}\n`));
  const { text } = await service.ask('upgrades.configure', {
    file: join(service.directory, 'answered.yaml'),
    channels: path.configuration!.channels,
    comments: path.configuration!.comments,
  });
  expect(text).toBe(path.configuration!.yaml);
  const plan = await service.ask('upgrades.plan', {
    ...{ workspace, source: SERVICE, from: '4.16.1', to: '4.16.5', ticket: 'answered' },
    ...{ operators: [], catalogs: [] },
  });
  expect(plan.html).toContain(reason);
  expect(plan.yaml).toContain(reason);
  await service.ask('upgrades.answerRisk', { workspace, risk });
  expect((await request({ avoidRisks: true })).answer?.path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
});

test('gets the bytes of a path from a plan', async () => {
  const { configuration } = await request({ avoidRisks: true });
  const bytes = await service.ask('upgrades.bytes', {
    workspace,
    channels: configuration!.channels,
    ticket: 'bytes',
  });
  expect(bytes.images).toBeGreaterThan(3);
  expect(bytes.bytes).toBeGreaterThan(0);
  expect(bytes.releases.map(({ version }) => version)).toEqual(['4.16.1', '4.16.2', '4.16.5']);
  expect(bytes.releases[0]!.bytes).toBeGreaterThan(0);
  expect(
    service.events.some(
      (event) => event.type === 'job' && event.job.kind === 'request' && event.job.id === 'bytes',
    ),
  ).toBe(true);
});

test('knows the complete sizes of mirrored releases without a request', async () => {
  expect(await service.ask('upgrades.sizes', { workspace })).toEqual({ releases: [] });
  const { run } = await service.ask('runs.start', {
    settings: { workflow: 'mirrorToDisk', directory: workspace, configFile },
  });
  await expect
    .poll(async () => (await service.ask('runs.live', { run })).status, { timeout: 20_000 })
    .toBe('complete');
  const { releases } = await service.ask('upgrades.sizes', { workspace });
  expect(releases.map(({ version }) => version)).toContain('4.16.1');
  expect(releases.every((each) => each.bytes > 0)).toBe(true);
  expect(await service.ask('upgrades.sizes', { workspace, architecture: 'arm64' })).toEqual({ releases: [] });
});

test('writes channels to an existing file and to a new one', async () => {
  const { configuration } = await request({ avoidRisks: true });
  const { channels, yaml } = configuration!;
  const folder = join(service.directory, 'configurations');
  await mkdir(folder);
  const fresh = join(folder, 'new.yaml');
  const made = await service.ask('upgrades.configure', { file: fresh, channels });
  expect(made).toMatchObject({ file: fresh, text: yaml });
  expect(made.digest).toBeUndefined();
  await service.ask('configurations.save', { file: fresh, text: made.text });
  const again = await service.ask('upgrades.configure', { file: fresh, channels });
  expect(again.difference).toBe('');

  const other = join(folder, 'other.yaml');
  await writeFile(other, yaml.replace('4.16.5', '4.16.2'));
  const changed = await service.ask('upgrades.configure', { file: other, channels });
  expect(changed.difference).toMatch(/^-.*maxVersion: 4\.16\.2$/m);
  expect(changed.difference).toMatch(/^\+.*maxVersion: 4\.16\.5$/m);
  await service.ask('configurations.save', { file: other, text: changed.text, digest: changed.digest! });
  expect(await readFile(other, 'utf8')).toBe(yaml);
});
