import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clusterNeeds } from './cluster-needs.ts';
import { clusterObjects } from './cluster-objects.ts';
import { COMPONENT, knownAfter, OPERAND, UBI } from './known.fixture.ts';
import { writeConfig } from './write-config.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-config-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function objectsOf(...images: (typeof UBI)[]) {
  const needs = await clusterNeeds(knownAfter({ images }), { keys: [], pullSecret: '{}' });
  return clusterObjects(needs).objects;
}

async function written(): Promise<string[]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

test('removes manifests of Airlock that are no longer needed; other files stay', async () => {
  const first = await writeConfig(directory, await objectsOf(COMPONENT, OPERAND, UBI));
  expect(first).toContainEqual({
    path: 'mirrors/idms-operator-0.yaml',
    kind: 'ImageDigestMirrorSet',
    name: 'idms-operator-0',
  });
  expect(await written()).toEqual(first.map(({ path }) => path).sort());
  expect((await stat(join(directory, 'access/pull-secret.yaml'))).mode & 0o777).toBe(0o600);
  await writeFile(join(directory, 'mirrors', 'mine.yaml'), 'kind: ImageDigestMirrorSet\n');
  await writeFile(join(directory, 'mirrors', 'README.md'), 'createdBy: airlock\n');
  await writeFile(join(directory, 'mirrors', '.airlock-tmp-00000000-1-00000000-00aa'), 'half');
  await writeConfig(directory, await objectsOf(UBI));
  expect(await written()).toEqual([
    'access/pull-secret.yaml',
    'mirrors/README.md',
    'mirrors/itms-generic-0.yaml',
    'mirrors/mine.yaml',
  ]);
});

test('keep leaves earlier manifests', async () => {
  await writeConfig(directory, await objectsOf(COMPONENT));
  await writeConfig(directory, await objectsOf(UBI), { keep: true });
  expect(await written()).toContain('mirrors/idms-release-0.yaml');
  expect(await readFile(join(directory, 'mirrors/itms-generic-0.yaml'), 'utf8')).toMatch(/^# Nodes pull/);
});

test('reports a folder that cannot be written as a disk error', async () => {
  await writeFile(join(directory, 'file'), '');
  await expect(writeConfig(join(directory, 'file'), await objectsOf(UBI))).rejects.toMatchObject({
    code: 'disk',
  });
});
