import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Digest } from '../base/image/digest.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import type { RegistryStorage } from '../registry/server/storage/storage.ts';
import type { Phase, RunEvent } from '../runs/progress/events.ts';
import { builtImage } from '../test-world/built-image.ts';
import { fillStorage } from '../test-world/fill-storage.ts';
import { layer } from '../test-world/layer.ts';
import type { BuiltRepositories } from '../test-world/materials.ts';
import { across, newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';
import type { RunControl } from './run/request.ts';

const [FEW, MANY] = [200, 1000];
const TIMEOUT_MS = 180_000;
/** Bytes for each image. 5,200 to 7,700 are measured, of which maps that have just grown are a part. */
const MOST = 10_000;

let rig: Rig;
let upstream: RegistryServer;
let stored: RegistryStorage;
let collect: () => void;
beforeAll(async () => {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
  rig = await newRig();
  stored = memoryStorage();
  await fillStorage(stored, images());
  upstream = await startRegistryServer({ storage: stored });
});
afterAll(async () => {
  await upstream?.close();
  await rig[Symbol.asyncDispose]();
});

/** Images in repositories of their own, with three layers that all have, and one of their own. */
function images(): BuiltRepositories {
  const shared = [1, 2, 3].map((number) => layer([{ name: 'shared', content: `shared ${number}` }]));
  const repositories: BuiltRepositories = new Map();
  for (let number = 0; number < MANY; number++) {
    const image = builtImage({ layers: [...shared, layer([{ name: 'own', content: `${number}` }])] });
    repositories.set(`many/image-${number}`, {
      manifests: new Map([[image.digest, image]]),
      tags: new Map([['v1', image.digest]]),
    });
  }
  return repositories;
}

/** A storage that needs little memory itself: it serves the content of another storage after it was pushed. */
function forgetful(source: RegistryStorage): RegistryStorage {
  const sizes = new Map<Digest, number>();
  const pushed = new Set<string>();
  const ifPushed = <T>(repository: string, value: Promise<T>) => (pushed.has(repository) ? value : undefined);
  return {
    ...source,
    manifest: async (repository, digest) => ifPushed(repository, source.manifest(repository, digest)),
    tag: async (repository, tag) => ifPushed(repository, source.tag(repository, tag)),
    blobSize: async (_, digest) => sizes.get(digest),
    writer: {
      ...source.writer!,
      mountBlob: async () => false,
      async putManifest(repository) {
        pushed.add(repository);
      },
      async newBlob() {
        let bytes = 0;
        return {
          write(chunk) {
            bytes += chunk.length;
          },
          async keep(_, digest) {
            sizes.set(digest, bytes);
          },
          async discard() {},
        };
      },
    },
  };
}

async function imageSet(count: number): Promise<string> {
  const directory = join(rig.directory, `configuration-${count}`);
  await mkdir(directory, { recursive: true });
  const names = Array.from({ length: count }, (_, i) => `  - name: ${upstream.host}/many/image-${i}:v1\n`);
  const file = join(directory, 'isc.yaml');
  await writeFile(
    file,
    `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n${names.join('')}`,
  );
  return file;
}

interface Run {
  /** The image set. */
  file: string;
  /** A new registry. */
  destination: string;
  controlled: RunControl;
}

/** Returns the live bytes of the heap when a run with this number of images begins a phase. */
async function liveBytes(
  count: number,
  at: Phase,
  work: (run: Run) => Promise<{ status: string }>,
): Promise<number> {
  const server = await startRegistryServer({ storage: forgetful(stored) });
  await using _ = { [Symbol.asyncDispose]: () => server.close() };
  const never = new AbortController().signal;
  let bytes = 0;
  const emit = (event: RunEvent) => {
    if (event.type !== 'phase' || event.phase !== at) return;
    collect();
    bytes = process.memoryUsage().heapUsed;
  };
  const controlled = { emit, signal: never, pause: never };
  const run = { file: await imageSet(count), destination: server.host, controlled };
  expect(await work(run)).toMatchObject({ status: 'complete' });
  expect(bytes).toBeGreaterThan(0);
  return bytes;
}

const source = { sourceTlsVerify: false };
/** Workspaces by image set. */
const disks = new Map<string, string>();

async function onDisk(file: string): Promise<string> {
  let disk = disks.get(file);
  if (disk === undefined) {
    disk = rig.place('disk');
    await toDisk(rig, disk, file, source);
    disks.set(file, disk);
  }
  return disk;
}

test.each<[string, Phase, (run: Run) => Promise<{ status: string }>]>([
  [
    'mirror to disk',
    'finish',
    ({ file, controlled }) => toDisk(rig, rig.place('disk'), file, source, controlled),
  ],
  [
    'disk to mirror',
    'resources',
    async ({ file, destination, controlled }) => {
      const disk = await onDisk(file);
      return await toRegistry(rig, disk, destination, { stateDirectory: rig.place('state') }, controlled);
    },
  ],
  [
    'mirror to mirror',
    'resources',
    ({ file, destination, controlled }) =>
      across(rig, rig.place('across'), destination, file, source, controlled),
  ],
])(
  '%s retains little memory for each image',
  async (_, at, work) => {
    // Loads modules, and fills caches that don't depend on the number of images.
    await liveBytes(FEW, at, work);
    const few = await liveBytes(FEW, at, work);
    const many = await liveBytes(MANY, at, work);
    const each = (many - few) / (MANY - FEW);
    expect(each).toBeLessThan(MOST);
  },
  TIMEOUT_MS,
);
