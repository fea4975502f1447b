import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { inProcess } from '../cli/in-process.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import { copyArchives, done, ocMirror } from './oc-mirror.fixture.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
afterEach(() => rig[Symbol.asyncDispose]());

async function airlock(...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await inProcess(rig, args);
  expect(code, stdout + stderr).toBe(0);
}

const destination = () => `docker://${rig.world.destination.host}`;

/** Two archives of one workspace of oc-mirror: the oldest release, then everything. */
async function twoArchives(program: Program): Promise<{ workspace: string; first: string; second: string }> {
  const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
  const { core, 'release-one': one } = rig.world.sets;
  const [first, second] = [rig.place('first'), rig.place('second')];
  await done(ocMirror(rig, program, cache, ['-c', one.file, `file://${workspace}`]));
  await copyArchives(workspace, first);
  await done(ocMirror(rig, program, cache, ['-c', core.file, `file://${workspace}`]));
  await copyArchives(workspace, second);
  return { workspace, first, second };
}

/** Images alone: oc-mirror copies fewer signatures and referrers. */
const wanted = () => imagesOf(rig, 'core').map((image) => ({ ...image, attachments: [] }));

await judgedBy('oc-mirror', ({ agrees }) => {
  for (const pusher of ['Airlock', 'Airlock with a new state', 'oc-mirror'])
    agrees(
      `an increment of oc-mirror is pushed by Airlock after ${pusher} pushed the first`,
      async (program) => {
        const { first, second } = await twoArchives(program);
        const [from, file] = [`file://${first}`, rig.world.sets['release-one'].file];
        if (pusher === 'oc-mirror')
          await done(ocMirror(rig, program, rig.place('cache'), ['-c', file, '--from', from, destination()]));
        else {
          const state = pusher === 'Airlock' ? [] : ['--state', rig.place('other')];
          await airlock('mirror', '--from', from, ...state, destination());
        }
        await airlock('mirror', '--from', `file://${second}`, destination());
        expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
      },
    );

  agrees('the first increment of Airlock reaches a registry that oc-mirror filled', async (program) => {
    const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
    const { core, 'release-one': one } = rig.world.sets;
    await done(ocMirror(rig, program, cache, ['-c', one.file, `file://${workspace}`]));
    const first = rig.place('first');
    await copyArchives(workspace, first);
    const args = ['-c', one.file, '--from', `file://${first}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), args));
    const { result } = await inProcess(rig, ['mirror', '-c', core.file, `file://${workspace}`]);
    await airlock('mirror', '--from', `file://${result!.directory as string}`, destination());
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('a new enclave in a workspace of oc-mirror gets everything', async (program) => {
    const { workspace } = await twoArchives(program);
    const copy = rig.place('copy');
    await cp(join(workspace, 'working-dir'), join(copy, 'working-dir'), { recursive: true });
    await airlock('mirror', '-c', rig.world.sets.core.file, '--for', 'lab', `file://${copy}`);
    await airlock('mirror', '--from', `file://${copy}/transfers/lab-0001`, destination());
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('a catalog that oc-mirror rebuilt can be listed, and loses no operators', async (program) => {
    const { source, packages } = rig.world.inventory.catalog;
    const names = packages.map(({ name }) => name);
    const all = await operators(source, names);
    const args = ['--workspace', `file://${rig.place('all')}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), ['-c', all, ...args]));
    const catalog = source.replace(/^[^/]+/, rig.world.destination.host);
    const tls = '--src-tls-verify=false';
    const listed = await inProcess(rig, ['list', 'operators', '--catalog', catalog, tls]);
    expect(listed.code, listed.stderr).toBe(0);
    for (const name of names) expect(listed.stdout).toContain(name);
    const one = await operators(source, names.slice(0, 1));
    const push = ['mirror', '-c', one, '--workspace', `file://${rig.place('fewer')}`, destination()];
    const { code, stdout, stderr } = await inProcess(rig, push);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(names[1]!)]);
  });

  for (const workflow of ['mirror to disk', 'mirror to mirror'])
    for (const option of ['--dry-run', '--dry-run-manifest-lists'])
      agrees(
        `${option} of ${workflow} with operators lists the same, and every source can be pulled`,
        async (program) => {
          const { source, packages } = rig.world.inventory.catalog;
          const file = await operators(source, [packages[0]!.name]);
          const toDisk = workflow === 'mirror to disk';
          const written = async (place: string) => {
            const folder = join(place, 'working-dir');
            const lines = async (name: string) =>
              (await readFile(join(folder, 'dry-run', name), 'utf8').catch(() => ''))
                .split('\n')
                .filter(Boolean)
                .map((line) => line.replaceAll(/localhost:\d+/g, 'localhost:55000'))
                .sort();
            const resources = await readdir(join(folder, 'cluster-resources')).catch(() => []);
            return { mapping: await lines('mapping.txt'), missing: await lines('missing.txt'), resources };
          };
          const args = (place: string) => [
            ...['-c', file, option],
            ...(toDisk ? [`file://${place}`] : ['--workspace', `file://${place}`, destination()]),
          ];
          const [theirPlace, ourPlace] = [rig.place('theirs'), rig.place('ours')];
          await done(ocMirror(rig, program, rig.place('cache'), args(theirPlace)));
          await airlock('mirror', ...args(ourPlace));
          const [theirs, ours] = [await written(theirPlace), await written(ourPlace)];
          expect(ours.resources.sort()).toEqual(theirs.resources.sort());
          // From registry to registry, oc-mirror lists the catalog with its cache as destination and again as source.
          const isCatalog = (line: string) => line.includes('/redhat-operator-index');
          const kept = (lines: string[]) => (toDisk ? lines : lines.filter((line) => !isCatalog(line)));
          expect(kept(ours.mapping)).toEqual(kept(theirs.mapping));
          expect(ours.missing).toEqual(theirs.missing);
          expect(ours.mapping.filter(isCatalog).length).toBeGreaterThan(0);
          for (const line of ours.mapping) {
            const [, name, reference] = /^docker:\/\/[^/]+\/([^@:]+)[@:]([^=]+)=/.exec(line)!;
            const url = `http://${rig.world.upstream.host}/v2/${name}/manifests/${reference}`;
            expect([line, (await fetch(url, { method: 'HEAD' })).status]).toEqual([line, 200]);
          }
        },
      );
});

/** Writes a configuration with these packages of a catalog. */
async function operators(catalog: string, packages: string[]): Promise<string> {
  const file = `${rig.place('operators')}.yaml`;
  const head =
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n';
  const names = packages.map((name) => `    - name: ${name}\n`).join('');
  await writeFile(file, `${head}  - catalog: ${catalog}\n    packages:\n${names}`);
  return file;
}
