import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gzip, tar } from '../../test-world/layer.ts';
import { answerOf } from './graph.fixture.ts';
import { openGraph, readGraphDataArchive } from './open-graph.ts';

const FILES = {
  version: '1.2.0\n',
  'channels/stable-4.16.yaml': 'name: stable-4.16\nversions:\n- 4.16.1\n- 4.16.2\n',
  'blocked-edges/4.16.2.yaml': 'to: 4.16.2\nfrom: never\n',
  'raw/metadata.json': '{"4.16.2": {"io.openshift.upgrades.graph.previous.add": "4.16.1"}}',
  LICENSE: 'x',
};
const RELEASES = [{ version: '4.16.2', previous: ['4.16.1'] }];
const AMD64 = { architecture: 'amd64' };

let directory: string;
const path = (name: string) => join(directory, name);
const write = async (name: string, content: string | Buffer) => {
  await mkdir(join(path(name), '..'), { recursive: true });
  await writeFile(path(name), content);
};
const archive = (root: string) =>
  tar(Object.entries(FILES).map(([name, content]) => ({ name: root + name, content })));
const answer = (channel: string, from: string, to: string) =>
  answerOf({
    versions: [
      [from, channel],
      [to, channel],
    ],
    plain: [`${from} ${to}`],
  });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-ocp-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('graph-data', () => {
  test.each(['', './', 'cincinnati-graph-data-master/', 'var/lib/cincinnati-graph-data/'])(
    'as an archive with its root at "%s", and as a folder: the same',
    async (root) => {
      await write('graph-data.tar.gz', gzip(archive(root)));
      await write('graph-data.tar', archive(root));
      for (const [name, content] of Object.entries(FILES)) await write(`folder/${name}`, content);
      const source = { ...AMD64, releases: RELEASES };
      const zipped = await openGraph(path('graph-data.tar.gz'), source);
      expect(zipped.edges).toEqual([{ from: '4.16.1', to: '4.16.2', risks: [] }]);
      expect(zipped.channels).toEqual(['stable-4.16']);
      expect(await openGraph(path('graph-data.tar'), source)).toEqual(zipped);
      expect(await openGraph(path('folder'), source)).toEqual(zipped);
    },
  );

  test('reports a truncated archive', async () => {
    await write('cut.tar.gz', gzip(archive('')).subarray(0, 200));
    await expect(openGraph(path('cut.tar.gz'), AMD64)).rejects.toMatchObject({
      code: 'graph-invalid',
      message: expect.stringContaining("can't be unpacked"),
    });
  });

  test('stops on request', async () => {
    await write('graph-data.tar.gz', gzip(archive('')));
    const signal = AbortSignal.abort();
    const reading = readGraphDataArchive(createReadStream(path('graph-data.tar.gz')), 'x', {
      ...AMD64,
      signal,
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('responses of an update service', () => {
  test('a file, with the channel from its name, its content or the option', async () => {
    await write('amd64-fast-4.16.json', answer('stable-4.16', '4.16.1', '4.16.2'));
    await write('any.json', answer('stable-4.16', '4.16.1', '4.16.2'));
    expect((await openGraph(path('amd64-fast-4.16.json'), AMD64)).channels).toEqual(['fast-4.16']);
    expect((await openGraph(path('any.json'), AMD64)).channels).toEqual(['stable-4.16']);
    expect((await openGraph(path('any.json'), { ...AMD64, channel: 'eus-4.16' })).channels).toEqual([
      'eus-4.16',
    ]);
  });

  test.each(['ws/working-dir', 'working-dir'])('saved by a run in %s, of one architecture', async (root) => {
    const saved = (name: string) => `${root}/hold-release/cincinnati-graph-data/${name}.json`;
    await write(saved('amd64-stable-4.16'), answer('stable-4.16', '4.16.1', '4.16.2'));
    await write(saved('amd64-stable-4.17'), answer('stable-4.17', '4.16.2', '4.17.1'));
    await write(saved('s390x-stable-4.17'), answer('stable-4.17', '4.16.2', '4.17.9'));
    const graph = await openGraph(path(root.split('/')[0]!), AMD64);
    expect(graph.channels).toEqual(['stable-4.16', 'stable-4.17']);
    expect(graph.nodes.map(({ version }) => version)).toEqual(['4.16.1', '4.16.2', '4.17.1']);
    expect((await openGraph(path(root), { architecture: 's390x' })).nodes.at(-1)?.version).toBe('4.17.9');
  });

  test('all of a folder', async () => {
    await write('a/one.json', answer('stable-4.16', '4.16.1', '4.16.2'));
    await write('a/two.json', answer('stable-4.17', '4.16.2', '4.17.1'));
    await write('a/s390x-stable-4.17.json', answer('stable-4.17', '4.16.2', '4.17.9'));
    expect((await openGraph(path('a'), AMD64)).edges).toHaveLength(2);
  });

  test('reports invalid files, or returns their valid part', async () => {
    await write('x.json', '{"nodes": [{"version": "4.16.1", "payload": "q"}], "edges": [[0, 5]]}');
    await expect(openGraph(path('x.json'), AMD64)).rejects.toThrow(
      /x\.json is invalid: edges\[0\] is \[0, 5\]/,
    );
    expect((await openGraph(path('x.json'), { ...AMD64, salvage: true })).problems).toHaveLength(1);
  });
});

test('reports files that are no graphs, and suggests others', async () => {
  await write('notes.txt', 'stable-4.16');
  await write('folder/notes.txt', 'x');
  for (const name of ['notes.txt', 'folder']) {
    await expect(openGraph(path(name), AMD64)).rejects.toMatchObject({
      code: 'graph-invalid',
      remedy: expect.stringContaining('channels/'),
    });
  }
});
