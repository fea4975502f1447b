import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkingFiles, WritableFiles } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { type PushedSet, recordedSets, saveSet } from './pushed-sets.ts';

const HOST = 'reg.lan:5000';
const [ONE, TWO, OTHER] = [sha256('1'), sha256('2'), sha256('3')];

let directory: string;
let state: WritableFiles;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-pushed-sets-'));
  state = workingFiles(directory, { colons: true });
});
afterEach(() => rm(directory, { recursive: true }));

const CONFIGURATION = { name: 'isc.yaml', text: 'kind: ImageSetConfiguration' };

function filesOf(content: Record<string, string>): WorkingFiles {
  return {
    read: async (name) => (content[name] === undefined ? undefined : Buffer.from(content[name])),
    list: async (prefix) => Object.keys(content).filter((name) => name.startsWith(prefix)),
  };
}

function pushed(tags: Record<string, Digest>, more: Partial<PushedSet> = {}): PushedSet {
  const images = Object.entries(tags).map(([tag, digest]) => ({
    kind: 'generic' as const,
    source: { registry: 'quay.io', repository: 'a/b', digest },
    destination: { repository: 'a/b', tag },
  }));
  return {
    destination: HOST,
    configuration: CONFIGURATION,
    files: filesOf({}),
    images,
    catalogs: [],
    ...more,
  };
}

const records = async () =>
  (await readdir(join(directory, 'pushed-sets'))).filter((name) => name.endsWith('.json'));

test('a push that has everything of the one before replaces its record, and another one is added', async () => {
  await saveSet(state, pushed({ v1: ONE }));
  await saveSet(state, pushed({ v1: ONE, v2: TWO }));
  expect(await records()).toEqual(['000001.json']);
  // The content of v1 that was pushed first is still at the registry.
  await saveSet(state, pushed({ v1: OTHER, v2: TWO }));
  await saveSet(state, pushed({ v1: OTHER, v2: TWO }));
  await saveSet(state, pushed({ v1: OTHER }, { configuration: { name: 'isc.yaml', text: 'changed' } }));
  expect(await records()).toEqual(['000001.json', '000002.json', '000003.json']);
  const found = await recordedSets(state, HOST);
  expect(found.map((each) => [each.tag('a/b', 'v1'), each.tag('a/b', 'v2')])).toEqual([
    [ONE, TWO],
    [OTHER, TWO],
    [OTHER, undefined],
  ]);
});

test('registries have records of their own, also if pushes alternate', async () => {
  for (const tags of [{ v1: ONE }, { v1: ONE, v2: TWO }] as Record<string, Digest>[])
    for (const destination of [HOST, 'other.lan']) await saveSet(state, pushed(tags, { destination }));
  expect(await records()).toEqual(['000001.json', '000002.json']);
  expect((await recordedSets(state, HOST)).map((each) => each.tag('a/b', 'v2'))).toEqual([TWO]);
  expect(await recordedSets(state, 'third.lan')).toEqual([]);
});

test('files that select images are saved once, and altered ones are omitted', async () => {
  const files = filesOf({ 'signatures/a': 'signed', 'hold-release/b': 'release', 'logs/c': 'log' });
  await saveSet(state, pushed({ v1: ONE }, { files }));
  await saveSet(state, pushed({ v1: OTHER }, { files }));
  const [first] = await recordedSets(state, HOST);
  expect(await first!.files.list('')).toEqual(['hold-release/b', 'signatures/a']);
  expect(String(await first!.files.read('signatures/a'))).toBe('signed');
  const folder = join(directory, 'pushed-sets', 'files');
  const saved = await readdir(folder);
  expect(saved).toHaveLength(2);
  for (const name of saved) await writeFile(join(folder, name), 'altered');
  expect(await first!.files.read('signatures/a')).toBeUndefined();
});

test('a damaged record is omitted and never overwritten', async () => {
  await saveSet(state, pushed({ v1: ONE }));
  await saveSet(state, pushed({ v1: TWO }));
  const path = join(directory, 'pushed-sets', '000002.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('isc.yaml', 'isd.yaml'));
  expect(await recordedSets(state, HOST)).toHaveLength(1);
  await saveSet(state, pushed({ v1: OTHER }));
  expect(await records()).toEqual(['000001.json', '000002.json', '000003.json']);
});
