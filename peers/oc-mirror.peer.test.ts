import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inProcess } from '../cli/in-process.fixture.ts';
import { imagesOf, missingAt, missingOnDisk, newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import { layoutOf } from '../core/mirror/oci-layout.fixture.ts';
import { readArchive } from '../lab-tests/fixtures/oc-mirror-archive.ts';
import { copyArchives, done, ocMirror } from './oc-mirror.fixture.ts';
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

interface Written {
  metadata?: { name?: string; annotations?: unknown };
  spec?: { imageDigestMirrors?: { source: string }[]; imageTagMirrors?: { source: string }[] };
  binaryData?: Record<string, string>;
}

/**
 * Returns the objects in the files of a directory by file name, without what depends on the time and the program.
 * oc-mirror writes objects, mirrors and signatures in random order.
 */
async function objectsIn(directory: string): Promise<Record<string, unknown[]>> {
  const objects: Record<string, unknown[]> = {};
  for (const name of (await readdir(directory)).sort()) {
    if (!/\.(yaml|json)$/.test(name)) continue;
    const text = await readFile(join(directory, name), 'utf8');
    const written = parseAllDocuments(text).flatMap((document) => {
      const value = document.toJS() as Written | null;
      if (value?.metadata) delete value.metadata.annotations;
      for (const mirrors of [value?.spec?.imageDigestMirrors, value?.spec?.imageTagMirrors])
        mirrors?.sort((a, b) => (a.source < b.source ? -1 : 1));
      if (value?.binaryData)
        value.binaryData = Object.fromEntries(
          Object.entries(value.binaryData).map(([key, data]) => [key.replace(/-\d+$/, ''), data]),
        );
      return value ?? [];
    });
    objects[name] = written.sort((a, b) => ((a.metadata?.name ?? '') < (b.metadata?.name ?? '') ? -1 : 1));
  }
  return objects;
}

const destination = () => `docker://${rig.world.destination.host}`;

await judgedBy('oc-mirror', ({ agrees }) => {
  agrees('an archive of oc-mirror is pushed by Airlock', async (program) => {
    const set = rig.place('set');
    await done(ocMirror(rig, program, rig.place('cache'), ['-c', rig.world.sets.core.file, `file://${set}`]));
    await airlock('mirror', '-c', rig.world.sets.core.file, '--from', `file://${set}`, destination());
    expect(
      await missingAt(rig.world.destination.host, imagesOf(rig, 'core').map(withoutAttachments)),
    ).toEqual([]);
  });

  agrees('an archive of Airlock is pushed by oc-mirror', async (program) => {
    const set = rig.place('set');
    await airlock('mirror', '-c', rig.world.sets.core.file, `file://${set}`);
    const copy = rig.place('received');
    await copyArchives(set, copy);
    const args = ['-c', rig.world.sets.core.file, '--from', `file://${copy}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), args));
    expect(
      await missingAt(rig.world.destination.host, imagesOf(rig, 'core').map(withoutAttachments)),
    ).toEqual([]);
  });

  agrees('archives contain the same images, manifests and blobs', async (program) => {
    const [theirs, ours] = [rig.place('theirs'), rig.place('ours')];
    await done(
      ocMirror(rig, program, rig.place('cache'), ['-c', rig.world.sets.core.file, `file://${theirs}`]),
    );
    await airlock('mirror', '-c', rig.world.sets.core.file, `file://${ours}`);
    const images = imagesOf(rig, 'core').map(withoutAttachments);
    expect(await missingOnDisk(theirs, images)).toEqual([]);
    expect(await missingOnDisk(ours, images)).toEqual([]);
    const copy = rig.place('copy');
    await copyArchives(ours, copy);
    // oc-mirror writes the manifests of signatures anew. Airlock retains their bytes.
    const blobs = async (set: string) =>
      [...(await readArchive(set))]
        .filter(
          ([name, bytes]) => /\/blobs\/.*\/data$/.test(name) && !bytes.includes('dev.cosignproject.cosign'),
        )
        .map(([name]) => name)
        .sort();
    const own = new Set(await blobs(copy));
    expect((await blobs(theirs)).filter((name) => !own.has(name))).toEqual([]);
  });

  agrees('cluster resources of a push are the same', async (program) => {
    const set = rig.place('set');
    await airlock('mirror', '-c', rig.world.sets.core.file, `file://${set}`);
    const copy = rig.place('received');
    await copyArchives(set, copy);
    const args = ['-c', rig.world.sets.core.file, '--from'];
    await done(ocMirror(rig, program, rig.place('cache'), [...args, `file://${copy}`, destination()]));
    await airlock('mirror', ...args, `file://${set}`, destination());
    // A push of Airlock doesn't write to its source.
    const state = join(rig.host.home, '.local/state/airlock');
    const [theirs, ours] = await Promise.all(
      [copy, state].map((each) => objectsIn(join(each, 'working-dir/cluster-resources'))),
    );
    expect(ours).toEqual(theirs);
  });

  agrees('a dry run maps the same images', async (program) => {
    const [theirs, ours] = [rig.place('theirs'), rig.place('ours')];
    const args = ['-c', rig.world.sets.core.file, '--dry-run'];
    await done(ocMirror(rig, program, rig.place('cache'), [...args, `file://${theirs}`]));
    await airlock('mirror', ...args, `file://${ours}`);
    const mapping = async (set: string) =>
      (await readFile(join(set, 'working-dir/dry-run/mapping.txt'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(/localhost:\d+/g, 'localhost:55000'))
        .sort();
    expect(await mapping(ours)).toEqual(await mapping(theirs));
  });

  agrees('a catalog of a folder (oci://) that oc-mirror mirrored is deleted by Airlock', async (program) => {
    const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
    const catalog = `oci://${await layoutOf(rig, rig.world.inventory.catalog)}`;
    const packages = rig.world.inventory.catalog.packages.map(({ name }) => ({ name }));
    const fileFor = async (kind: 'mirror' | 'delete') => {
      const path = `${rig.place(kind)}.yaml`;
      const head = kind === 'delete' ? 'DeleteImageSetConfiguration' : 'ImageSetConfiguration';
      const content = { kind: head, apiVersion: 'mirror.openshift.io/v2alpha1' };
      await writeFile(path, JSON.stringify({ ...content, [kind]: { operators: [{ catalog, packages }] } }));
      return path;
    };
    const at = ['--workspace', `file://${workspace}`, destination()];
    await done(ocMirror(rig, program, cache, ['-c', await fileFor('mirror'), ...at]));
    const generate = ['delete', '--generate', '-c', await fileFor('delete'), ...at];
    const list = join(workspace, 'working-dir/delete/delete-images.yaml');
    const listed = async () =>
      (parse(await readFile(list, 'utf8')) as { items: { imageReference: string }[] }).items
        .map(({ imageReference }) => imageReference)
        .sort();
    await done(ocMirror(rig, program, cache, generate));
    const theirs = await listed();
    await rm(list);
    await airlock(...generate);
    expect(theirs.length).toBeGreaterThan(4);
    expect(await listed()).toEqual(theirs);
  });

  for (const [generates, executes] of [
    ['oc-mirror', 'airlock'],
    ['airlock', 'oc-mirror'],
  ])
    agrees(`a delete list of ${generates} is executed by ${executes}`, async (program) => {
      const workspace = rig.place('workspace');
      const cache = rig.place('cache');
      const { file } = rig.world.sets['release-one'];
      const push = ['-c', rig.world.sets.core.file, '--workspace', `file://${workspace}`, destination()];
      await airlock('mirror', ...push);
      const list = rig.place('delete');
      const configuration = (await readFile(file, 'utf8'))
        .replace('kind: ImageSet', 'kind: DeleteImageSet')
        .replace('mirror:', 'delete:');
      await writeFile(`${list}.yaml`, configuration);
      const generate = ['delete', '--generate', '-c', `${list}.yaml`, '--workspace', `file://${workspace}`];
      const execute = [
        'delete',
        '--delete-yaml-file',
        join(workspace, 'working-dir/delete/delete-images.yaml'),
        destination(),
      ];
      if (generates === 'airlock') {
        await airlock(...generate, destination());
        await done(ocMirror(rig, program, cache, execute));
      } else {
        await done(ocMirror(rig, program, cache, [...generate, destination()]));
        await airlock(...execute);
      }
      const { items } = parse(await readFile(execute[2]!, 'utf8')) as { items: { imageReference: string }[] };
      expect(items.length).toBeGreaterThan(0);
      const gone = new Set<string>();
      for (const { imageReference } of items) {
        const [, name, tag] = /^docker:\/\/[^/]+\/(.+):([^:]+)$/.exec(imageReference)!;
        const url = `http://${rig.world.destination.host}/v2/${name}/manifests/${tag}`;
        expect([imageReference, (await fetch(url, { method: 'HEAD' })).status]).toEqual([
          imageReference,
          404,
        ]);
        gone.add(`${name}:${tag}`);
      }
      if (executes === 'airlock') {
        const left = imagesOf(rig, 'core').filter(({ destination: each }) => !gone.has(each));
        expect(left.length).toBeGreaterThan(0);
        expect(await missingAt(rig.world.destination.host, left)).toEqual([]);
      }
    });
});

/** Images alone: Airlock copies more signatures and referrers than oc-mirror. */
function withoutAttachments<T extends { attachments: unknown[] }>(image: T): T {
  return { ...image, attachments: [] };
}
