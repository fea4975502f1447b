import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { parse } from 'yaml';
import { inProcess } from '../cli/in-process.fixture.ts';
import { ACCEPT_MANIFESTS } from '../core/base/image/media-types.ts';
import { sha256 } from '../core/base/image/sha256.ts';
import { tagsAt } from '../core/mirror/delete/delete.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import { EXCHANGES, writeExchange } from '../core/mirror/oc-mirror-exchanges.fixture.ts';
import { startRegistryServer } from '../core/registry/server/start.ts';
import { memoryStorage } from '../core/registry/server/storage/memory-storage.ts';
import { readArchive } from '../lab-tests/fixtures/oc-mirror-archive.ts';
import { copyArchives, done, ocMirror } from './oc-mirror.fixture.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

interface Service {
  kind: string;
  metadata: object;
  spec: object;
}

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

  agrees('oc-mirror continues in a workspace of Airlock, and archives only new content', async (program) => {
    const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
    const { core, 'release-one': one } = rig.world.sets;
    await airlock('mirror', '-c', one.file, `file://${workspace}`);
    const first = rig.place('first');
    await copyArchives(workspace, first);
    await done(ocMirror(rig, program, cache, ['-c', core.file, `file://${workspace}`]));
    const second = rig.place('second');
    await mkdir(second);
    await cp(join(workspace, 'mirror_000001.tar'), join(second, 'mirror_000001.tar'));
    const old = new Set(
      [...(await readArchive(first)).keys()].filter(
        (name) => name.includes('/blobs/') && name.endsWith('/data'),
      ),
    );
    expect(old.size).toBeGreaterThan(10);
    const names = [...(await readArchive(second)).keys()];
    expect(names.filter((name) => old.has(name))).toEqual([]);
    expect(names.filter((name) => name.includes('.airlock'))).toEqual([]);
    // The site of oc-mirror gets both.
    const enclave = rig.place('enclave');
    for (const [from, file] of [
      [first, one.file],
      [second, core.file],
    ] as const) {
      const args = ['-c', file, '--from', `file://${from}`, destination()];
      await done(ocMirror(rig, program, enclave, args));
    }
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('three sets in turn, by oc-mirror, Airlock and oc-mirror, to a site of Airlock', async (program) => {
    const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
    const { core, 'release-one': one, additional } = rig.world.sets;
    const push = async (from: string) => airlock('mirror', '--from', `file://${from}`, destination());
    await done(ocMirror(rig, program, cache, ['-c', one.file, `file://${workspace}`]));
    const first = rig.place('first');
    await mkdir(first);
    await cp(join(workspace, 'mirror_000001.tar'), join(first, 'mirror_000001.tar'));
    await push(first);
    const { result } = await inProcess(rig, ['mirror', '-c', additional.file, `file://${workspace}`]);
    await push(result!.directory as string);
    await done(ocMirror(rig, program, cache, ['-c', core.file, `file://${workspace}`]));
    const third = rig.place('third');
    await mkdir(third);
    await cp(join(workspace, 'mirror_000001.tar'), join(third, 'mirror_000001.tar'));
    await push(third);
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('a workspace from registry to registry is continued by either program', async (program) => {
    const workspace = rig.place('workspace');
    const { core, 'release-one': one } = rig.world.sets;
    const args = (file: string) => ['-c', file, '--workspace', `file://${workspace}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), args(one.file)));
    await airlock('mirror', ...args(core.file));
    await done(ocMirror(rig, program, rig.place('cache'), args(core.file)));
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  for (const { title, entry, more, options } of EXCHANGES)
    agrees(`${title}: archives of either program are pushed to the same names`, async (program) => {
      const file = await writeExchange(rig, { entry, more });
      const [theirs, ours] = [rig.place('theirs'), rig.place('ours')];
      await done(ocMirror(rig, program, rig.place('cache'), ['-c', file, `file://${theirs}`]));
      await airlock('mirror', '-c', file, `file://${ours}`);
      // The archives alone must be enough.
      await rm(join(theirs, 'working-dir'), { recursive: true });
      const copied = rig.place('copied');
      await copyArchives(ours, copied);
      const found: Set<string>[] = [];
      for (const [from, pusher] of [
        [theirs, 'airlock'],
        [copied, 'oc-mirror'],
        [theirs, 'oc-mirror'],
      ] as const) {
        const server = await startRegistryServer({ storage: memoryStorage() });
        try {
          const to = `docker://${server.host}/site/one`;
          const args = ['-c', file, '--from', `file://${from}`, ...options, to];
          if (pusher === 'airlock')
            await airlock('mirror', '--dest-tls-verify=false', '--state', rig.place('state'), ...args);
          else await done(ocMirror(rig, program, rig.place('cache'), args));
          // Airlock copies more attachments than oc-mirror.
          found.push(
            new Set(
              [...(await tagsAt(server.host)).keys()].filter((name) => !/:sha256-[0-9a-f]{64}\./.test(name)),
            ),
          );
        } finally {
          await server.close();
        }
      }
      const [byAirlock, ofAirlock, own] = found.map((names) => [...names].sort());
      expect(own!.length).toBeGreaterThan(3);
      expect(byAirlock).toEqual(own);
      expect(ofAirlock).toEqual(own);
    });

  agrees(
    'graph: archives of either program contain the graph image that Airlock built, and both write the same UpdateService',
    async (program) => {
      const file = `${rig.place('graph')}.yaml`;
      const text = await readFile(rig.world.sets['release-one'].file, 'utf8');
      await writeFile(file, text.replace(/^( *)platform:\n/m, '$1platform:\n$1  graph: true\n'));
      const [ours, theirs] = [rig.place('ours'), rig.place('theirs')];
      await airlock('mirror', '-c', file, `file://${ours}`);
      const copied = rig.place('copied');
      await copyArchives(ours, copied);
      const pushed = async (from: string, pusher: 'airlock' | 'oc-mirror') => {
        const server = await startRegistryServer({ storage: memoryStorage() });
        try {
          const args = ['-c', file, '--from', `file://${from}`, `docker://${server.host}/site`];
          const state = rig.place('state');
          if (pusher === 'airlock')
            await airlock('mirror', '--dest-tls-verify=false', '--state', state, ...args);
          else await done(ocMirror(rig, program, rig.place('cache'), args));
          const folder = join(pusher === 'airlock' ? state : from, 'working-dir', 'cluster-resources');
          const service = await readFile(join(folder, 'updateService.yaml'), 'utf8');
          const names = [...(await tagsAt(server.host))].filter(
            ([name]) => !/:sha256-[0-9a-f]{64}\./.test(name),
          );
          // oc-mirror builds its own graph image only without UPDATE_URL_OVERRIDE, which the practice world needs.
          if (from === copied && pusher === 'airlock') await saveGraphImage(server.host, theirs);
          const { kind, metadata, spec } = parse(service.replaceAll(server.host, 'registry')) as Service;
          // The annotations name the program and the time.
          return { names: names.sort(), service: { kind, ...metadata, annotations: {}, spec } };
        } finally {
          await server.close();
        }
      };
      const own = await pushed(copied, 'airlock');
      expect(own.names.map(([name]) => name)).toContain('site/openshift/graph-image:latest');
      expect(own.service).toMatchObject({ kind: 'UpdateService' });
      expect(await pushed(copied, 'oc-mirror')).toEqual(own);
      await done(ocMirror(rig, program, rig.place('cache'), ['-c', file, `file://${theirs}`]));
      // The archives alone must be enough.
      await rm(join(theirs, 'working-dir'), { recursive: true });
      expect(await pushed(theirs, 'airlock')).toEqual(own);
      await rm(join(theirs, 'working-dir'), { recursive: true, force: true });
      expect(await pushed(theirs, 'oc-mirror')).toEqual(own);
    },
  );

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

/** Saves the graph image of a registry in the workspace of oc-mirror, which takes it from there. */
async function saveGraphImage(host: string, workspace: string): Promise<void> {
  const folder = join(workspace, 'working-dir', 'graph-preparation');
  const blobs = join(folder, 'blobs', 'sha256');
  await mkdir(blobs, { recursive: true });
  const saved = async (kind: 'manifests' | 'blobs', reference: string) => {
    const headers = { accept: ACCEPT_MANIFESTS.join(', ') };
    const found = await fetch(`http://${host}/v2/site/openshift/graph-image/${kind}/${reference}`, {
      headers,
    });
    const bytes = Buffer.from(await found.arrayBuffer());
    expect([found.status, found.url]).toEqual([200, found.url]);
    const digest = sha256(bytes);
    await writeFile(join(blobs, digest.slice(7)), bytes);
    return { bytes, digest, size: bytes.length, mediaType: found.headers.get('content-type')! };
  };
  const readManifest = (bytes: Buffer) =>
    JSON.parse(`${bytes}`) as { manifests?: Part[]; config?: Part; layers?: Part[] };
  type Part = { digest: string };
  const { bytes, ...root } = await saved('manifests', 'latest');
  const images: Buffer[] = [];
  for (const { digest } of readManifest(bytes).manifests ?? [])
    images.push((await saved('manifests', digest)).bytes);
  for (const image of images.length > 0 ? images : [bytes]) {
    const { config, layers = [] } = readManifest(image);
    for (const { digest } of [config!, ...layers]) await saved('blobs', digest);
  }
  await writeFile(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  await writeFile(join(folder, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [root] }));
}

/** Writes a configuration with these packages of a catalog. */
async function operators(catalog: string, packages: string[]): Promise<string> {
  const file = `${rig.place('operators')}.yaml`;
  const head =
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n';
  const names = packages.map((name) => `    - name: ${name}\n`).join('');
  await writeFile(file, `${head}  - catalog: ${catalog}\n    packages:\n${names}`);
  return file;
}
