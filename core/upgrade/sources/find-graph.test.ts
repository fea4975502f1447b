import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import { across, newRig, type Rig, requestOf, toDisk } from '../../mirror/mirror.fixture.ts';
import { openSession, type Session } from '../../mirror/run/session.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { findPath } from '../ocp/answers.ts';
import { openGraph } from '../ocp/open-graph.ts';
import { type FindGraphOptions, type FoundGraph, findGraph } from './find-graph.ts';
import { namedGraphPlace } from './graph-place.ts';
import { t } from './messages.ts';
import { storedReleaseFacts } from './release-facts.ts';
import { ageText, sourceText } from './used-source.ts';

const SERVICE = [{ at: 'service' as const }];
const ENDS = { architecture: 'amd64', from: '4.16.1', to: '4.16.5' };

let rig: Rig;
let session: Session;
let workspace: string;
/** A configuration that selects the graph-data image. */
let withGraph: string;

beforeAll(async () => {
  rig = await newRig();
  session = await openSession(
    requestOf({ kind: 'mirrorToDisk', directory: rig.directory }),
    rig.host,
    () => {},
  );
  workspace = rig.place('workspace');
  const text = await readFile(rig.world.sets.core.file, 'utf8');
  withGraph = join(rig.directory, 'with-graph.yaml');
  await writeFile(withGraph, text.replace(/^( *)platform:\n/m, '$1platform:\n$1  graph: true\n'));
  await toDisk(rig, workspace, withGraph);
}, 60_000);
afterAll(async () => {
  await session.close();
  await rig[Symbol.asyncDispose]();
});

function options(directory: string, more: Partial<FindGraphOptions> = {}): FindGraphOptions {
  return { get: session.get, updateUrl: rig.world.services.updateUrl, directory, ...more };
}

function versions({ graph }: FoundGraph): string[] {
  return graph.nodes.map(({ version }) => version);
}

describe('an update service', () => {
  test('is queried for the channels between two versions, and the graph has conditional updates and its sources', async () => {
    const found = await findGraph(SERVICE, ENDS, options(rig.place('cache')));
    expect(versions(found)).toEqual(['4.16.1', '4.16.2', '4.16.5']);
    expect(findPath(found.graph, ENDS)).toMatchObject({ path: ['4.16.1', '4.16.5'] });
    expect(findPath(found.graph, { ...ENDS, avoidRisks: true }).path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
    expect(found.used).toEqual([
      { kind: 'service', origin: rig.world.services.updateUrl, channels: ['stable-4.16'] },
    ]);
  });

  test('is queried for fast and candidate channels if a version is in no stable channel', async () => {
    const before = rig.world.services.requests.length;
    const found = await findGraph(SERVICE, { ...ENDS, to: '4.16.9' }, options(rig.place('cache')));
    const requested = rig.world.services.requests
      .slice(before)
      .map((each) => /channel=([\w.-]+)/.exec(each)![1]);
    expect(requested).toEqual(['stable-4.16', 'fast-4.16', 'candidate-4.16']);
    expect(findPath(found.graph, { ...ENDS, to: '4.16.9' })).toMatchObject({
      path: null,
      reason: expect.stringContaining('4.16.9'),
    });
  });

  test('has one graph per architecture', async () => {
    const found = await findGraph(
      SERVICE,
      { architecture: 'multi', channel: 'stable-4.16' },
      options(rig.place('cache')),
    );
    expect(versions(found)).toEqual(['4.16.5']);
    expect(found.graph.architecture).toBe('multi');
  });

  test('needs no channel with graph data, which contains all channels', async () => {
    const found = await findGraph(SERVICE, { architecture: 'amd64' }, options(rig.place('cache')));
    expect(found.graph.channels).toEqual(['stable-4.16', 'eus-4.16', 'fast-4.16', 'candidate-4.16']);
    expect(found.used[0]!.origin).toMatch(/graph-data$/);
  });

  test('is queried again only if the saved response is old', async () => {
    const directory = rig.place('cache');
    const wanted = { architecture: 'amd64', channel: 'stable-4.16' };
    await findGraph(SERVICE, wanted, options(directory));
    const before = rig.world.services.requests.length;
    const young = await findGraph(SERVICE, wanted, options(directory, { maxAgeMs: 60_000 }));
    expect(rig.world.services.requests.length).toBe(before);
    expect(young.used[0]).toMatchObject({ kind: 'cached' });
    await aged(directory);
    await findGraph(SERVICE, wanted, options(directory, { maxAgeMs: 60_000 }));
    expect(rig.world.services.requests.length).toBe(before + 1);
  });

  test('uses a saved response with its age if it is unreachable or the network is off', async () => {
    const directory = rig.place('cache');
    await findGraph(SERVICE, ENDS, options(directory));
    await findGraph(SERVICE, { architecture: 'amd64' }, options(directory));
    await aged(directory);
    let requested = 0;
    const get = async () => {
      requested++;
      throw new AirlockError('connection', 'the network is unreachable');
    };
    const found = await findGraph(SERVICE, ENDS, options(directory, { get }));
    expect(findPath(found.graph, ENDS).path).toEqual(['4.16.1', '4.16.5']);
    expect(found.used).toMatchObject([{ kind: 'cached', channels: ['stable-4.16'] }]);
    expect(sourceText(found.used[0]!, Date.now())).toContain(t('queried', { source: '', age: '3 days ago' }));
    expect(found.problems).toMatchObject([
      { level: 'warning', message: expect.stringContaining('3 days ago') },
    ]);
    expect(requested).toBe(1);
    await expect(findGraph(SERVICE, ENDS, options(rig.place('empty'), { get }))).rejects.toMatchObject({
      code: 'connection',
      message: t('unavailable', {
        content: t('channelGraph', { channel: 'stable-4.16', architecture: 'amd64' }),
        reason: 'the network is unreachable',
      }),
      remedy: expect.stringContaining(t('unavailableRemedy', { remedy: '' })),
    });
    const { get: _none, ...offline } = options(directory);
    const all = await findGraph(SERVICE, { architecture: 'amd64' }, offline);
    expect([all.graph.channels.length, all.problems]).toEqual([4, []]);
    await expect(
      findGraph(SERVICE, { architecture: 'amd64', channel: 'fast-4.16' }, offline),
    ).rejects.toMatchObject({ code: 'content-missing', message: expect.stringContaining('fast-4.16') });
  });

  test('a saved response with a flipped bit is requested again, and unavailable offline', async () => {
    const directory = rig.place('cache');
    const once = options(directory, { maxAgeMs: 60_000 });
    const { get: _none, ...offline } = once;
    const complete = await findGraph(SERVICE, ENDS, once);
    const [file] = await filesBelow(directory);
    const bytes = await readFile(file!);
    for (const at of [20, bytes.length - 3]) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      await writeFile(file!, flipped);
      await expect(findGraph(SERVICE, ENDS, offline)).rejects.toMatchObject({ code: 'content-missing' });
      const again = await findGraph(SERVICE, ENDS, once);
      expect([again.graph, again.used[0]!.kind]).toEqual([complete.graph, 'service']);
      expect(await readFile(file!)).toEqual(bytes);
    }
  });

  test('keeps saved responses of services separate, and warns about a read-only cache', async () => {
    const directory = rig.place('cache');
    await findGraph(SERVICE, ENDS, options(directory));
    const { get: _none, ...offline } = options(directory, { updateUrl: 'https://other.example.com/graph' });
    await expect(findGraph(SERVICE, ENDS, offline)).rejects.toMatchObject({ code: 'content-missing' });
    const file = rig.place('file');
    await writeFile(file, '');
    const found = await findGraph(SERVICE, ENDS, options(join(file, 'below')));
    expect(versions(found)).toHaveLength(3);
    expect(found.problems).toMatchObject([
      { level: 'warning', message: expect.stringContaining(t('responseNotSaved', { reason: '' })) },
    ]);
  });
});

describe('content of a mirror run', () => {
  test('a workspace: its saved graphs, and the graph data of its image merged with the available releases', async () => {
    const found = await findGraph([namedGraphPlace(`file://${workspace}`, (path) => path)], ENDS, {
      directory: rig.place('cache'),
    });
    expect(found.used.map(({ kind }) => kind)).toEqual(['workspace', 'graph-data']);
    expect(found.used[0]!.asOf).toBeDefined();
    expect(findPath(found.graph, ENDS)).toMatchObject({ path: ['4.16.1', '4.16.5'] });
    expect(found.graph.edges.some(({ suggested }) => suggested)).toBe(false);
  });

  test('metadata of releases determines which updates graph data contains', async () => {
    const files = workingFiles(join(workspace, 'working-dir'), { colons: true });
    const releases = await storedReleaseFacts(files, 'amd64');
    expect(releases.map(({ version, previous }) => [version, previous])).toEqual([
      ['4.16.1', []],
      ['4.16.2', ['4.16.1']],
      ['4.16.5', ['4.16.1', '4.16.2']],
    ]);
    expect(await storedReleaseFacts(files, 's390x')).toEqual([]);
    const { body } = await session.get(rig.world.services.updateUrl.replace('/v1/graph', '/graph-data'));
    const archive = rig.place('graph-data.tar.gz');
    await writeFile(archive, body);
    const joined = await openGraph(archive, { architecture: 'amd64', releases });
    expect(joined.edges.map(({ from, to, risks }) => [from, to, risks.length])).toEqual([
      ['4.16.1', '4.16.5', 1],
      ['4.16.1', '4.16.2', 0],
      ['4.16.2', '4.16.5', 0],
    ]);
    expect((await openGraph(archive, { architecture: 'amd64' })).edges).toEqual([]);
  });

  test('a transfer on the other side', async () => {
    const [transfer] = await readdir(join(workspace, 'transfers'));
    const path = join(workspace, 'transfers', transfer!);
    const found = await findGraph([{ at: 'disk', path }], ENDS, { directory: rig.place('cache') });
    expect(findPath(found.graph, { ...ENDS, avoidRisks: true }).path).toEqual(['4.16.1', '4.16.2', '4.16.5']);
    await expect(
      findGraph([{ at: 'disk', path }], { architecture: 's390x' }, { directory: rig.place('cache') }),
    ).resolves.toMatchObject({ graph: { architecture: 's390x' } });
  });

  test('saved graphs and graph data as files and folders', async () => {
    const graphs = join(workspace, 'working-dir', 'hold-release', 'cincinnati-graph-data');
    const [file] = (await readdir(graphs)).filter((name) => name.startsWith('amd64-'));
    const one = await findGraph([{ at: 'disk', path: join(graphs, file!) }], ENDS, { directory: '/nowhere' });
    expect(one.used).toMatchObject([{ kind: 'file', asOf: expect.any(String) }]);
    const folder = rig.place('saved');
    await mkdir(folder);
    await writeFile(join(folder, file!), await readFile(join(graphs, file!)));
    const all = await findGraph([{ at: 'disk', path: folder }], ENDS, { directory: '/nowhere' });
    expect(all.graph.nodes).toEqual(one.graph.nodes);
  });
});

test('a graph-data image in a registry', async () => {
  const { destination } = rig.world;
  await across(rig, rig.place('m2m'), destination.host, withGraph);
  const reference = parseReference(`${destination.host}/openshift/graph-image:latest`);
  const found = await findGraph(
    [{ at: 'registry', reference }],
    { architecture: 'amd64' },
    { directory: rig.place('cache'), registries: async () => session.registries },
  );
  expect(found.graph.channels).toContain('stable-4.16');
  const absent = parseReference(`${destination.host}/openshift/graph-image:none`);
  await expect(
    findGraph([{ at: 'registry', reference: absent }], ENDS, {
      directory: '/nowhere',
      registries: async () => session.registries,
    }),
  ).rejects.toMatchObject({ code: 'not-found', side: 'source' });
});

test('reports a path that does not exist', async () => {
  const nowhere = { directory: '/nowhere' };
  await expect(findGraph([namedGraphPlace('./none', () => '/none')], ENDS, nowhere)).rejects.toMatchObject({
    code: 'usage',
    message: t('pathMissing', { path: '/none' }),
  });
  await expect(findGraph([namedGraphPlace('UPPER', () => '/UPPER')], ENDS, nowhere)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(
      t('neitherPathNorImage', { error: t('pathMissing', { path: '/UPPER' }), reason: '' }),
    ),
  });
  expect(namedGraphPlace('quay.io/graph/data:latest', String)).toMatchObject({ at: 'registry' });
});

test('sources as text', () => {
  const now = Date.parse('2026-01-05T00:00:00Z');
  const source = {
    kind: 'cached' as const,
    origin: 'https://updates.example.com/graph',
    asOf: '2026-01-01T00:00:00Z',
  };
  expect(sourceText({ ...source, channels: ['stable-4.16', 'stable-4.17'] }, now)).toBe(
    'stable-4.16 and stable-4.17 (https://updates.example.com/graph), queried 4 days ago',
  );
  const many = Array.from({ length: 40 }, (_, minor) => `stable-4.${minor}`);
  expect(sourceText({ kind: 'file', origin: '/graph.json', channels: many }, now)).toBe(
    '40 channels (/graph.json)',
  );
});

test('ages as text', () => {
  expect([0, -5, 150_000, 3 * 3_600_000, 3 * 86_400_000].map(ageText)).toEqual([
    'just now',
    'just now',
    '2 minutes ago',
    '3 hours ago',
    '3 days ago',
  ]);
});

/** Sets the age of all saved files to three days. */
async function aged(directory: string): Promise<void> {
  const then = new Date(Date.now() - 3.1 * 86_400_000);
  for (const file of await filesBelow(directory)) await utimes(file, then, then);
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
