import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { sketched } from '../../../core/content/catalog/catalog.fixture.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig, toDisk } from '../../../core/mirror/mirror.fixture.ts';
import { t as ocpText } from '../../../core/upgrade/ocp/messages.ts';
import { t as sourceText } from '../../../core/upgrade/sources/messages.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from '../lists/messages.ts';
import { t as pathText } from './messages.ts';

const OCP = ['upgrade-path', 'ocp', '--from', '4.16.1', '--to', '4.16.5'];
const RISKLESS = ['4.16.1', '4.16.2', '4.16.5'];

let rig: Rig;
let catalog: string;

beforeAll(async () => {
  rig = await newRig();
  catalog = rig.world.inventory.catalog.source;
});
afterAll(async () => rig[Symbol.asyncDispose]());

function run(...args: string[]): Promise<Ended> {
  return inProcess(rig, args);
}

/** Runs a command with text output. */
function plain(args: string[]): Promise<Ended> {
  return inProcess(rig, args, []);
}

async function catalogFolder(name: string, text: string): Promise<string> {
  const path = rig.place(name);
  await mkdir(path);
  await writeFile(join(path, 'catalog.json'), text);
  return path;
}

const BACKWARDS = ocpText('backwards', { from: '4.16.5', to: '4.16.1' });

describe('list', () => {
  test('prints releases: all by minor version, those of a minor version, one; and channels', async () => {
    const all = await run('list', 'releases');
    expect(all.code).toBe(0);
    expect(all.result!.releases).toMatchObject(RISKLESS.map((version) => ({ version })));
    const one = await run('list', 'releases', '--version', '4.16.2');
    expect(one.result!.releases).toMatchObject([
      {
        version: '4.16.2',
        channels: ['stable-4.16', 'eus-4.16', 'fast-4.16', 'candidate-4.16'],
        payload: rig.world.inventory.releases.find(({ tag }) => tag === '4.16.2-x86_64')!.reference,
        errata: 'https://example.invalid/errata/4.16.2',
      },
    ]);
    const multi = await run('list', 'releases', '--version', '4.16', '--arch', 'multi');
    expect(multi.result!.releases).toMatchObject([{ version: '4.16.5' }]);
    const channels = await run('list', 'releases', '--channels', '--version', '4.16');
    expect(channels.result!.channels).toEqual(['stable-4.16', 'eus-4.16', 'fast-4.16', 'candidate-4.16']);
    const { stdout, stderr } = await plain(['list', 'releases']);
    expect(stdout).toMatch(/^4\.16 +4\.16\.5 +3 +stable-4\.16, eus-4\.16, fast-4\.16, candidate-4\.16$/m);
    expect(stderr).toContain(sourceText('queriedNow', { source: 'graph-data' }));
  });

  test.each([
    [['--channel', 'stable-4.61'], 'release-unknown', 'Closest matches: stable-4.16'],
    [['--version', '4.17'], 'release-unknown', 'Closest matches: 4.16.1, 4.16.2, 4.16.5'],
    [['--version', 'latest'], 'usage', t('versionInvalid', { version: 'latest' })],
    [['--channels', '--channel', 'stable-4.16'], 'usage', t('channelConflict')],
    [['--arch', 'x86'], 'usage', 'Allowed choices are amd64'],
  ])('releases %j ends with 1 and names the nearest releases', async (args, code, message) => {
    const ended = await run('list', 'releases', ...args);
    expect(ended.code).toBe(1);
    expect(ended.result).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test('images of a release: by version, by reference, and from a transfer without network', async () => {
    const release = rig.world.inventory.releases.find(({ tag }) => tag === '4.16.5-x86_64')!;
    const { code, result } = await run('list', 'images', '--release', '4.16.5');
    expect(code).toBe(0);
    expect(result).toMatchObject({ version: '4.16.5', payload: release.reference, fromPayload: true });
    const images = result!.images as { name: string; source: string; digest: string }[];
    expect(images.map(({ name }) => name)).toEqual([
      'release',
      ...release.components.map(({ name }) => name),
      'kube-virt-container',
    ]);
    expect(images.find(({ name }) => name === 'etcd')).toEqual({
      name: 'etcd',
      source: release.components.find(({ name }) => name === 'etcd')!.source,
      digest: release.components.find(({ name }) => name === 'etcd')!.digest,
    });
    const referred = await run('list', 'images', '--release', release.reference);
    expect(referred.result).toMatchObject({ version: '4.16.5', images });
    const workspace = rig.place('workspace');
    await toDisk(rig, workspace, rig.world.sets.core.file);
    const [transfer] = await readdir(join(workspace, 'transfers'));
    const before = rig.world.upstream.stats.requests;
    const from = `file://${join(workspace, 'transfers', transfer!)}`;
    const carried = await run('list', 'images', '--release', '4.16.5', '--from', from);
    expect(carried.result).toMatchObject({ version: '4.16.5', payload: release.reference, images });
    expect(rig.world.upstream.stats.requests).toBe(before);
    const absent = await run('list', 'images', '--release', '4.16.9', '--from', from);
    expect(absent).toMatchObject({
      code: 1,
      result: { code: 'content-missing', remedy: expect.stringContaining('4.16.5-x86_64') },
    });
    expect((await run('list', 'images', '--release', '4.16.9')).result).toMatchObject({ code: 'not-found' });
  });
});

describe('upgrade-path ocp', () => {
  test('the path with its risks, the content to mirror, and a picture', async () => {
    const file = rig.place('path.svg');
    const { code, result } = await run(...OCP, '--svg', file, '--all');
    expect(code).toBe(0);
    expect(result).toMatchObject({
      path: ['4.16.1', '4.16.5'],
      hops: [
        { from: '4.16.1', to: '4.16.5', channel: 'stable-4.16', risks: [{ name: 'PracticeStorageRisk' }] },
      ],
      paths: [['4.16.1', '4.16.5']],
      extra: [{ version: '4.16.2' }],
      svg: file,
    });
    const svg = await readFile(file, 'utf8');
    expect(svg).toMatch(/^<svg /);
    expect(svg).toContain('PracticeStorageRisk');
  });

  test('gets the download size: the total, each release, and the existing content of a workspace', async () => {
    const { result } = await run(...OCP, '--sizes');
    const releases = result!.releases as { version: string; bytes: number }[];
    expect(releases.map(({ version }) => version)).toEqual(RISKLESS);
    const sum = releases.reduce((all, each) => all + each.bytes, 0);
    expect(result).toMatchObject({ bytes: sum, bytesPresent: 0 });
    expect(sum).toBeGreaterThan(100_000);
    expect((result!.extra as object[])[0]).toEqual(releases[1]);
    const workspace = rig.place('sized');
    await toDisk(rig, workspace, rig.world.sets['release-one'].file);
    const { stdout } = await plain([...OCP, '--sizes', `file://${workspace}`]);
    expect(stdout).toMatch(/^Total: .* KiB, of which [1-9].* KiB is already present:$/m);
    expect(stdout).toMatch(/^ {2}4\.16\.2 {2}.* KiB$/m);
  });

  test('the configuration for the path without risks selects exactly its releases', async () => {
    const { result } = await run(...OCP, '--avoid-risks');
    expect(result).toMatchObject({ path: RISKLESS, extra: [], hops: [{ risks: [] }, { risks: [] }] });
    const file = rig.place('isc.yaml');
    await writeFile(file, stringify(result!.configuration));
    const planned = await run('plan', '-c', file, `file://${rig.place('workspace')}`);
    expect(planned.code).toBe(0);
    const items = planned.result!.items as { kind: string; destination: string }[];
    const payloads = items.filter(({ kind }) => kind === 'ocpRelease').map(({ destination }) => destination);
    expect(payloads.sort()).toEqual(RISKLESS.map((version) => `openshift/release-images:${version}-x86_64`));
    const each = await run(...OCP, '--avoid-risks', '--per-hop');
    expect((each.result!.configurations as { releases: object[] }[]).map(({ releases }) => releases)).toEqual(
      [
        [{ version: '4.16.1' }, { version: '4.16.2' }],
        [{ version: '4.16.2' }, { version: '4.16.5' }],
      ],
    );
  });

  test('a risk that is answered with a reason is used, or excluded', async () => {
    const dismissed = await run(
      ...OCP,
      '--avoid-risks',
      '--risk-answer',
      'PracticeStorageRisk=no NFS = no risk',
    );
    expect(dismissed.result).toMatchObject({
      path: ['4.16.1', '4.16.5'],
      hops: [{ risks: [{ answer: { applies: false, reason: 'no NFS = no risk' } }] }],
    });
    const confirmed = await run(...OCP, '--risk-applies', 'PracticeStorageRisk=NFS');
    expect(confirmed.result).toMatchObject({ path: RISKLESS });
    const { stdout } = await plain([...OCP, '--risk-answer', 'PracticeStorageRisk=no NFS']);
    expect(stdout).toContain(ocpText('answerDismissed', { reason: 'no NFS' }));
    const page = rig.place('answered.html');
    const [, , ...ends] = OCP;
    const risk = ['--risk-answer', 'PracticeStorageRisk=no NFS'];
    await run('upgrade-path', 'plan', ...ends, ...risk, '--html', page);
    expect(await readFile(page, 'utf8')).toContain('no NFS');
    expect((await run(...OCP, '--risk-answer', 'PracticeStorageRisk')).code).toBe(1);
  });

  test('as text, with a minor version for its newest release', async () => {
    const { code, stdout, stderr } = await plain(['upgrade-path', 'ocp', '--from', '4.16.1', '--to', '4.16']);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 7)).toEqual([
      ocpText('path', {
        count: 1,
        path: `4.16.1 → ${ocpText('conditionalVersion', { version: '4.16.5', risks: 'PracticeStorageRisk' })}`,
      }),
      '',
      '● 4.16.1',
      '┊   stable-4.16, conditional',
      '┊   ! PracticeStorageRisk: An update that skips a release may leave volumes attached.',
      '┊   https://example.invalid/PracticeStorageRisk',
      '◉ 4.16.5   https://example.invalid/errata/4.16.5',
    ]);
    expect(stdout).toContain('minVersion: 4.16.1');
    expect(stderr).toContain('Updates from stable-4.16 (http://127.0.0.1');
  });

  test.each([
    [['--from', '4.16.5', '--to', '4.16.1'], BACKWARDS, 'backwards'],
    [['--from', '4.16.1', '--to', '4.16.4'], 'Closest matches: 4.16.1, 4.16.2, 4.16.5', 'unknown-version'],
    [['--from', '4.16.1', '--to', '4.17'], 'No 4.17 version is in the update graph', 'missing-minor'],
  ])('%j has no path: 2, with the reason', async (args, reason, kind) => {
    const { code, result } = await run('upgrade-path', 'ocp', ...args);
    expect(code).toBe(2);
    expect(result).toMatchObject({
      path: null,
      reason: expect.stringContaining(reason),
      why: { kind },
      configuration: null,
    });
  });

  test('why no path exists, as text', async () => {
    const { code, stdout } = await plain(['upgrade-path', 'ocp', '--from', '4.16.5', '--to', '4.16.1']);
    expect(code).toBe(2);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(BACKWARDS);
  });

  test.each([
    [['--from', '4.16', '--to', '4.16.5'], pathText('versionInvalid', { version: '4.16' })],
    [['--from', '4.16.1', '--to', 'new'], pathText('versionInvalid', { version: 'new' })],
    [['--from', '4.16.1', '--to', '4.16.5', '--eus', '--fewest-risks'], '--eus'],
    [['--from', '4.16.1', '--to', '4.16.5', '--data', '/none'], sourceText('pathMissing', { path: '/none' })],
    [['--to', '4.16.5'], '--from'],
  ])('%j is a usage error: 1', async (args, message) => {
    const { code, result } = await run('upgrade-path', 'ocp', ...args);
    expect([code, result]).toMatchObject([1, { code: 'usage', message: expect.stringContaining(message) }]);
  });

  test('offline: a saved response with its age, a workspace, a saved graph', async () => {
    await run(...OCP);
    const before = rig.world.services.requests.length;
    const retained = await plain([...OCP, '--offline', '--avoid-risks']);
    expect([retained.code, retained.stdout.split('\n')[0]]).toEqual([
      0,
      ocpText('path', { count: 2, path: '4.16.1 → 4.16.2 → 4.16.5' }),
    ]);
    expect(retained.stderr).toContain(sourceText('queried', { source: '', age: sourceText('justNow') }));
    const workspace = rig.place('offline');
    await toDisk(rig, workspace, rig.world.sets.core.file);
    const requested = rig.world.services.requests.length;
    const stored = await run(...OCP, '--avoid-risks', '--data', `file://${workspace}`);
    expect(stored.result).toMatchObject({
      path: RISKLESS,
      sources: [{ kind: 'workspace', origin: workspace }],
    });
    const saved = join(workspace, 'working-dir', 'hold-release', 'cincinnati-graph-data');
    const file = join(saved, 'amd64-stable-4.16.json');
    expect((await run(...OCP, '--avoid-risks', '--data', file)).result).toMatchObject({ path: RISKLESS });
    expect(rig.world.services.requests.length).toBe(requested);
    expect(before).toBeLessThan(requested);
    const broken = rig.place('amd64-stable-4.16.json');
    const graph = JSON.parse(await readFile(file, 'utf8')) as { edges: number[][] };
    await writeFile(broken, JSON.stringify({ ...graph, edges: [...graph.edges, [0, 9]] }));
    expect(await run(...OCP, '--data', broken)).toMatchObject({
      code: 1,
      result: { code: 'graph-invalid', message: expect.stringContaining('is [0, 9], but there are 3 nodes') },
    });
    const none = await run(...OCP, '--offline', '--arch', 's390x');
    expect(none.result).toMatchObject({ code: 'content-missing' });
  });

  test('uses the graph-data image of a transfer with graph: true, without network', async () => {
    const text = await readFile(rig.world.sets.core.file, 'utf8');
    const config = join(rig.directory, 'with-graph.yaml');
    await writeFile(config, text.replace(/^( *)platform:\n/m, '$1platform:\n$1  graph: true\n'));
    const workspace = rig.place('with-graph');
    await toDisk(rig, workspace, config);
    const env = { ...rig.host.env, UPDATE_URL_OVERRIDE: 'http://127.0.0.1:9/graph' };
    const alone = { host: { ...rig.host, env, home: rig.place('home') } };
    const requested = rig.world.services.requests.length;
    const { code, result, stderr } = await inProcess(alone, [
      ...[...OCP, '--avoid-risks', '--offline'],
      ...['--data', `file://${workspace}`],
    ]);
    expect([code, result], stderr).toMatchObject([
      0,
      { path: RISKLESS, sources: [{ kind: 'workspace' }, { kind: 'graph-data' }] },
    ]);
    expect(rig.world.services.requests.length).toBe(requested);
  });
});

describe('upgrade-path operator', () => {
  const OPERATOR = ['upgrade-path', 'operator', '--package', 'anvil-operator'];

  test('the updates of OLM, the content to mirror, and a picture', async () => {
    const file = rig.place('rail.svg');
    const { code, result } = await run(...OPERATOR, '--catalog', catalog, '--from', '1.0.0', '--svg', file);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      path: ['anvil-operator.v1.0.0', 'anvil-operator.v1.2.0'],
      hops: [{ by: 'skips', channel: 'stable', catalog }],
      configuration: {
        mirror: {
          operators: [{ catalog, packages: [{ name: 'anvil-operator', channels: [{ name: 'stable' }] }] }],
        },
      },
      extra: [],
    });
    expect(await readFile(file, 'utf8')).toContain('anvil-operator.v1.2.0');
    const { stdout } = await plain([...OPERATOR, '--catalog', catalog, '--from', '1.0.0']);
    expect(stdout).toMatch(/^1\. 1\.0\.0 -> 1\.2\.0 {2}\(channel stable of .*, skips\)$/m);
    expect(stdout).toMatch(/● +1\.2\.0 {2}anvil-operator\.v1\.2\.0 {2}\(head\)/);
    const there = await run(...OPERATOR, '--catalog', catalog, '--from', '1.2.0');
    expect([there.code, there.result]).toMatchObject([
      0,
      { path: ['anvil-operator.v1.2.0'], hops: [], configuration: null },
    ]);
  });

  test('across catalogs and channels, one picture for all', async () => {
    const first = await catalogFolder(
      'first',
      sketched('foo', { channels: { one: ['v1.0.0', 'v1.1.0 < v1.0.0'] } }),
    );
    const second = await catalogFolder(
      'second',
      sketched('foo', { channels: { two: ['v1.1.0', 'v2.0.0 < v1.1.0'] } }),
    );
    const file = rig.place('rails.svg');
    const { result } = await run(
      ...['upgrade-path', 'operator', '--package', 'foo', '--from', '1.0.0', '--subscribed', 'one'],
      ...['--catalog', first, '--catalog', second, '--svg', file],
    );
    expect(result).toMatchObject({
      path: ['foo.v1.0.0', 'foo.v1.1.0', 'foo.v2.0.0'],
      hops: [
        { catalog: first, switched: false },
        { catalog: second, channel: 'two', switched: true },
      ],
      configurationNotes: expect.arrayContaining([expect.stringContaining(`replace ${first}`)]),
    });
    const svg = await readFile(file, 'utf8');
    expect(svg.match(/<svg /g)).toHaveLength(3);
    expect(svg.match(/<\/svg>/g)).toHaveLength(3);
  });

  test('prints each note as a sentence', async () => {
    const entry = { name: 'foo.v2.0.0', skipRange: '>=1.0.0 <2.0.0' };
    const folder = await catalogFolder('ranges', sketched('foo', { channels: { one: [entry] } }));
    const { stdout } = await plain([
      ...['upgrade-path', 'operator', '--package', 'foo', '--from', '1.0.0', '--catalog', folder],
    ]);
    const notes = stdout.split('\n').filter((line) => line.startsWith('Note: '));
    expect(notes).toHaveLength(2);
    for (const note of notes) expect(note).toMatch(/^Note: \S.*[^.]\.$/);
  });

  test('no path: 2, with the reason; an unknown package: 1, with the nearest name', async () => {
    const back = await run(...OPERATOR, '--catalog', catalog, '--from', '1.2.0', '--to', '1.0.0');
    expect([back.code, back.result]).toMatchObject([
      2,
      { path: null, reason: expect.stringContaining("doesn't downgrade operators") },
    ]);
    const wrong = await run(
      ...['upgrade-path', 'operator', '--package', 'anvil-operato', '--catalog', catalog, '--from', '1.0.0'],
    );
    expect([wrong.code, wrong.result]).toMatchObject([
      1,
      { code: 'operator-unknown', remedy: expect.stringContaining('Closest matches: anvil-operator.') },
    ]);
  });
});

describe('upgrade-path plan', () => {
  const PLAN = ['upgrade-path', 'plan', '--from', '4.16.1', '--to', '4.16.5', '--avoid-risks'];

  test('steps in order, each checked; a page, a picture, and one configuration that can be planned', async () => {
    const [html, svg] = [rig.place('plan.html'), rig.place('plan.svg')];
    const { code, result } = await run(
      ...PLAN,
      ...[
        '--operator',
        'anvil-operator=1.0.0@stable',
        '--catalog',
        catalog,
        '--html',
        html,
        '--svg',
        svg,
        '--sizes',
      ],
    );
    expect(code).toBe(0);
    expect(result!.releases).toMatchObject(
      RISKLESS.map((version) => ({ version, bytes: expect.any(Number) })),
    );
    expect(result).toMatchObject({
      possible: true,
      path: RISKLESS,
      steps: [
        { type: 'openshift', to: '4.16.2', checks: [{ ok: true }] },
        { type: 'openshift', to: '4.16.5' },
        { type: 'operator', package: 'anvil-operator', hop: { toVersion: '1.2.0' }, checks: [{ ok: true }] },
      ],
    });
    expect(await readFile(html, 'utf8')).toContain('anvil-operator 1.0.0 → 1.2.0');
    expect(await readFile(svg, 'utf8')).toMatch(/^<svg /);
    const file = rig.place('isc.yaml');
    await writeFile(file, stringify(result!.configuration));
    const planned = await run('plan', '-c', file, `file://${rig.place('workspace')}`);
    expect(Object.keys(planned.result!.bySection as object)).toEqual(
      expect.arrayContaining([
        'release 4.16.5-x86_64',
        'operator anvil-operator of redhat-operator-index:v4.16',
      ]),
    );
  });

  test('--as-needed leaves an operator that blocks nothing', async () => {
    const { result } = await run(
      ...[...PLAN, '--operator', 'anvil-operator=1.0.0', '--catalog', catalog, '--as-needed'],
    );
    expect(result).toMatchObject({
      possible: true,
      operators: [{ package: 'anvil-operator', when: 'not updated' }],
    });
  });

  test('along the path with the fewest risks, or through a version, like `ocp`', async () => {
    const bare = ['upgrade-path', 'plan', '--from', '4.16.1', '--to', '4.16.5'];
    for (const route of [['--fewest-risks'], ['--via', '4.16.2'], ['--eus', '--avoid-risks']])
      expect((await run(...bare, ...route)).result).toMatchObject({
        path: RISKLESS,
        steps: [{ pools: [] }, { pools: [] }],
      });
  });

  test.each([
    [['--operator', 'anvil-operator'], 'NAME=VERSION'],
    [['--operator', 'anvil-operator=1.0.0'], pathText('operatorWithoutCatalog')],
  ])('%j is a usage error: 1', async (args, message) => {
    const { code, result } = await run(...PLAN, ...args);
    expect([code, result]).toMatchObject([1, { code: 'usage', message: expect.stringContaining(message) }]);
  });

  test('an operator without a path: 2', async () => {
    const { code, result } = await run(...PLAN, '--operator', 'anvil-operator=1.3.0', '--catalog', catalog);
    expect(code).toBe(2);
    expect(result).toMatchObject({
      possible: false,
      unreachable: [{ package: 'anvil-operator', reason: expect.any(String) }],
    });
    const none = await run('upgrade-path', 'plan', '--from', '4.16.5', '--to', '4.16.1');
    expect([none.code, none.result]).toMatchObject([2, { path: null, possible: false }]);
  });
});
