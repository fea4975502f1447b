import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { control, newRig, type Rig, requestOf, toDisk } from './mirror.fixture.ts';
import { planMirror } from './plan/plan-mirror.ts';
import type { MirrorRequest } from './run/request.ts';

let rig: Rig;
let file: string;
beforeAll(async () => {
  rig = await newRig();
  file = join(rig.directory, 'isc.yaml');
  const { source, packages } = rig.world.inventory.catalog;
  const text = (await readFile(rig.world.sets.core.file, 'utf8')).replace(/graph: \w+\n/, '');
  const operators = `  operators:\n  - catalog: ${source}\n    packages: [{name: ${packages[0]!.name}}]\n`;
  await writeFile(file, text.replace(/^mirror:\n/m, `mirror:\n${operators}`));
});
afterAll(() => rig[Symbol.asyncDispose]());

async function dryRun(workflow: MirrorRequest['workflow'], more: Partial<MirrorRequest> = {}) {
  const request = requestOf(workflow, {
    configFile: file,
    dryRun: true,
    destinationTlsVerify: false,
    ...more,
  });
  const { files, exitCode } = await planMirror(request, rig.host, control());
  expect(exitCode).toBe(0);
  const lines = async (path: string | undefined) =>
    path === undefined ? undefined : (await readFile(path, 'utf8')).trim().split('\n');
  return {
    mapping: (await lines(files!.mapping))!,
    missing: await lines(files!.missing),
    resources: files!.resources && (await readdir(files!.resources)),
  };
}

/** The status of each source of a mapping at the upstream. */
async function statuses(mapping: string[]): Promise<number[]> {
  return await Promise.all(
    mapping.map(async (line) => {
      const [, name, reference] = /^docker:\/\/[^/]+\/([^@:]+)[@:]([^=]+)=docker:/.exec(line)!;
      const url = `http://${rig.world.upstream.host}/v2/${name}/manifests/${reference}`;
      return (await fetch(url, { method: 'HEAD' })).status;
    }),
  );
}

test('a dry run to disk lists all images and those to download; every source can be pulled', async () => {
  const directory = rig.place('disk');
  const workflow = { kind: 'mirrorToDisk', directory } as const;
  const before = await dryRun(workflow);
  expect(before).toMatchObject({ missing: before.mapping, resources: undefined });
  expect(new Set(await statuses(before.mapping))).toEqual(new Set([200]));
  expect(before.mapping.filter((line) => line.includes('redhat-operator-index'))).toHaveLength(1);
  const lists = await dryRun(workflow, { dryRunManifestLists: true });
  expect(lists.mapping.length).toBeGreaterThan(before.mapping.length);
  expect(new Set(await statuses(lists.mapping))).toEqual(new Set([200]));
  await toDisk(rig, directory, file);
  expect(await dryRun(workflow)).toEqual({ ...before, missing: undefined });
});

test('a dry run to a registry writes the cluster resources', async () => {
  const { host } = rig.world.destination;
  const workspace = rig.place('registry');
  const destination = { host, namespace: 'ocp' };
  const { mapping, missing, resources } = await dryRun({ kind: 'mirrorToMirror', workspace, destination });
  expect(missing).toBeUndefined();
  expect(new Set(await statuses(mapping))).toEqual(new Set([200]));
  expect(resources).toEqual(
    expect.arrayContaining(['idms-oc-mirror.yaml', 'cs-redhat-operator-index-v4-16.yaml']),
  );
  expect(
    await readFile(join(workspace, 'working-dir/cluster-resources/idms-oc-mirror.yaml'), 'utf8'),
  ).toContain(`${host}/ocp/`);
});
