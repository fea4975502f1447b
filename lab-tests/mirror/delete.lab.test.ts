import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { dockerRegistry } from '../../core/registry/exchange/registry.fixture.ts';
import { startAirlock } from '../fixtures/airlock-process.ts';
import { type ExpectedImage, type Lab, startLab } from '../fixtures/lab.ts';

const run = promisify(execFile);

let directory: string;
let lab: Lab;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-lab-delete-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});

const at = (name: string) => `file://${join(directory, name)}`;
const insecure = '--dest-tls-verify=false';

interface DeleteResult {
  images: number & { deleted: number; failed: number };
  bytesFreed: number;
  protected: { image: string; reason: string }[];
  files: string[];
  status: string;
  verified: { images: number; blobs: number };
  restore: string[];
}

async function airlock(...args: string[]): Promise<DeleteResult> {
  const { exitCode, said: reported, result } = await startAirlock(args, lab.environment, directory).finished;
  expect(exitCode, `${args.join(' ')}\n${reported}\n${JSON.stringify(result)}`).toBe(0);
  return result as unknown as DeleteResult;
}

const accept = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

interface ManifestJson {
  manifests?: { digest: string }[];
  config?: { digest: string };
  layers?: { digest: string }[];
}

/** Content that a pull of an image would miss, by plain HTTP: its tag, a manifest, a blob. */
async function missing(host: string, { destination }: Pick<ExpectedImage, 'destination'>): Promise<string[]> {
  const colon = destination.lastIndexOf(':');
  const repository = destination.slice(0, colon);
  const missingContent: string[] = [];
  const look = async (reference: string): Promise<void> => {
    const answer = await fetch(`http://${host}/v2/${repository}/manifests/${reference}`, {
      headers: { accept },
    });
    if (!answer.ok) {
      await answer.arrayBuffer();
      missingContent.push(`${repository} ${reference}`);
      return;
    }
    const { manifests = [], config, layers = [] } = (await answer.json()) as ManifestJson;
    for (const child of manifests) await look(child.digest);
    for (const { digest } of [...(config ? [config] : []), ...layers]) {
      const blob = await fetch(`http://${host}/v2/${repository}/blobs/${digest}`, { method: 'HEAD' });
      if (!blob.ok) missingContent.push(`${repository} ${digest}`);
    }
  };
  await look(destination.slice(colon + 1));
  return missingContent;
}

const allMissing = async (host: string, images: Pick<ExpectedImage, 'destination'>[]) =>
  (await Promise.all(images.map((image) => missing(host, image)))).flat();

/** Bytes of all blobs below a registry's storage. */
async function stored(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(join(folder, 'data/docker/registry/v2/blobs'), {
    recursive: true,
    withFileTypes: true,
  }))
    if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size;
  return total;
}

/** Runs docker-registry's own garbage collection. @returns the freed bytes */
async function collectGarbage(folder: string): Promise<number> {
  const before = await stored(folder);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('REGISTRY_')),
  );
  await run('/usr/bin/docker-registry', ['garbage-collect', join(folder, 'config.yml')], { env });
  return before - (await stored(folder));
}

test('deletes the oldest release, and newer ones that share its components stay complete', async () => {
  await using registry = await dockerRegistry();
  const [workspace, state] = [at('oldest'), join(directory, 'oldest-state')];
  await airlock('mirror', '-c', lab.imageSet('core'), '--src-tls-verify=false', workspace);
  await airlock('mirror', '--from', workspace, '--state', state, insecure, `docker://${registry.host}`);

  const disc = join(lab.state, 'disc-release.yaml');
  const target = `docker://${registry.host}`;
  const preview = await airlock(
    ...['delete', '--generate', '-c', disc, '--workspace', workspace, '--state', state, insecure, target],
  );
  expect(preview.images).toBeGreaterThan(0);
  expect(preview.protected.some(({ reason }) => /is also used by/.test(reason))).toBe(true);
  const done = await airlock(
    'delete',
    '--delete-yaml-file',
    preview.files[0]!,
    '--state',
    state,
    insecure,
    target,
  );
  expect(done.images).toMatchObject({ failed: 0 });
  expect(done.restore[0]).toContain('airlock mirror --from');

  const core = await lab.expected('core');
  const [one] = parse(await readFile(disc, 'utf8')).delete.additionalImages as { name: string }[];
  const removed = new Set((await lab.expected('release-one')).map(({ destination }) => destination));
  const saved = core.filter(
    ({ destination, source }) => !removed.has(destination) && !one!.name.includes(source),
  );
  expect(await allMissing(registry.host, saved)).toEqual([]);
  const payload = [...removed].find((name) => name.startsWith('openshift/release-images:'))!;
  expect(await missing(registry.host, { destination: payload })).not.toEqual([]);

  const freed = await collectGarbage(registry.directory);
  expect(freed).toBeGreaterThanOrEqual(preview.bytesFreed * 0.95);
  expect(preview.bytesFreed).toBeGreaterThan(freed * 0.95);
});

test('two configurations share releases, operators and images: deleting one leaves the other complete', async () => {
  await using registry = await dockerRegistry();
  const [workspace, state] = [at('shared'), join(directory, 'shared-state')];
  const all = parse(await readFile(join(lab.state, 'isc-all.yaml'), 'utf8'));
  const catalog = all.mirror.operators[0];
  const names = lab.inventory.catalogs[0]!.packages.map(({ name }) => ({ name }));
  const images = all.mirror.additionalImages as { name: string }[];
  const oldest = parse(await readFile(lab.imageSet('release-one'), 'utf8')).mirror.platform;
  const half = Math.ceil(names.length / 2);
  const contentA = {
    platform: all.mirror.platform,
    operators: [{ catalog: catalog.catalog, packages: names.slice(0, half) }],
    additionalImages: images.slice(0, 8),
  };
  const contentB = {
    platform: oldest,
    operators: [{ catalog: catalog.catalog, packages: names.slice(half - 1), targetTag: 'b' }],
    additionalImages: images.slice(4, 12),
  };
  const write = async (name: string, kind: string, section: string, content: object) => {
    const file = join(directory, name);
    await writeFile(
      file,
      stringify({ apiVersion: 'mirror.openshift.io/v2alpha1', kind, [section]: content }),
    );
    return file;
  };
  const isc = ['ImageSetConfiguration', 'mirror'] as const;
  const a = await write('a.yaml', ...isc, contentA);
  const b = await write('b.yaml', ...isc, contentB);
  const target = `docker://${registry.host}/site`;
  for (const file of [a, b]) {
    await airlock('mirror', '-c', file, '--src-tls-verify=false', workspace);
    await airlock('mirror', '--from', workspace, '-c', file, '--state', state, insecure, target);
  }
  const tagsOf = async () => {
    const found = new Map<string, string>();
    const { repositories } = (await (await fetch(`http://${registry.host}/v2/_catalog?n=1000`)).json()) as {
      repositories: string[];
    };
    for (const repository of repositories) {
      const { tags } = (await (await fetch(`http://${registry.host}/v2/${repository}/tags/list`)).json()) as {
        tags: string[] | null;
      };
      for (const tag of tags ?? []) found.set(`${repository}:${tag}`, repository);
    }
    return [...found.keys()];
  };
  const disc = await write('disc-a.yaml', 'DeleteImageSetConfiguration', 'delete', contentA);
  const preview = await airlock(
    ...['delete', '--generate', '-c', disc, '--workspace', workspace, '--state', state, insecure, target],
  );
  expect(preview.images).toBeGreaterThan(0);
  const before = (await tagsOf()).length;
  await airlock('delete', '--delete-yaml-file', preview.files[0]!, '--state', state, insecure, target);

  const after = await tagsOf();
  expect(before - after.length).toBeGreaterThanOrEqual(preview.images as number);
  // All of B, by a push of B without anything to push, and by plain requests.
  const again = await startAirlock(
    ['mirror', '--from', workspace, '-c', b, '--state', state, insecure, target],
    lab.environment,
    directory,
  ).finished;
  expect(again.result).toMatchObject({ status: 'complete', images: { copied: 0, failed: 0 } });
  expect(
    await allMissing(
      registry.host,
      after.map((destination) => ({ destination })),
    ),
  ).toEqual([]);

  const freed = await collectGarbage(registry.directory);
  expect(freed).toBeGreaterThanOrEqual(preview.bytesFreed * 0.95);
  expect(preview.bytesFreed).toBeGreaterThan(freed * 0.95);
  expect(
    await allMissing(
      registry.host,
      after.map((destination) => ({ destination })),
    ),
  ).toEqual([]);
});
