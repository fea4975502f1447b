import { join } from 'node:path';
import { memoryStorage } from '../core/registry/server/storage/memory-storage.ts';
import { builtImage } from '../core/test-world/built-image.ts';
import { layer } from '../core/test-world/layer.ts';
import type { BuiltRepositories } from '../core/test-world/materials.ts';
import { noise } from '../core/test-world/noise.ts';
import { servedWorld } from './served-world.ts';
import { airlock, type Bench, type Sample, step } from './steps.ts';
import type { BenchWorld } from './world.ts';

const SHARED_LAYERS = 3;

/** Registries in this process with so many tiny images, each of four layers of which one is its own. */
export async function tinyWorld(directory: string, count: number): Promise<BenchWorld> {
  const shared = Array.from({ length: SHARED_LAYERS }, (_, index) =>
    layer([{ name: `usr/lib/shared-${index}.bin`, content: noise(`tiny:${index}`, 2000) }]),
  );
  const repositories: BuiltRepositories = new Map();
  for (let number = 0; number < count; number++) {
    const image = builtImage({
      layers: [...shared, layer([{ name: 'etc/number', content: String(number) }])],
    });
    repositories.set(`many/image-${String(number).padStart(5, '0')}`, {
      manifests: new Map([[image.digest, image]]),
      tags: new Map([['v1', image.digest]]),
    });
  }
  return servedWorld({
    about: `${count} tiny images`,
    ...{ directory, repositories },
    upstream: memoryStorage(),
    destination: memoryStorage(),
  });
}

/** Returns the configuration that deletes all images of an image set. */
export function deletionOf(imageSet: string): string {
  return imageSet
    .replace('kind: ImageSetConfiguration', 'kind: DeleteImageSetConfiguration')
    .replace('mirror:\n', 'delete:\n');
}

/** Runs without changes over many images, both ways. */
export async function unchangedRuns(options: {
  directory: string;
  count: number;
  again: number;
  take(sample: Sample): void;
}): Promise<void> {
  const { directory, count, again, take } = options;
  const world = await tinyWorld(join(directory, 'tiny'), count);
  try {
    const bench: Bench = { world, directory, take };
    const disk = join(directory, 'tiny/disk');
    const tls = ['--src-tls-verify=false', '--dest-tls-verify=false'];
    const toDisk = airlock('mirror', '-c', world.imageSet, ...tls, `file://${disk}`);
    const push = ['mirror', '--from', `file://${disk}`, '--state', join(directory, 'tiny/state'), ...tls];
    const fromDisk = airlock(...push, `docker://${world.hosts.destination}`);
    const trusting = airlock(...push, '--trust-ledger', `docker://${world.hosts.destination}`);
    take(await step(bench, `m2d-${count}`, toDisk));
    for (let run = 0; run < again; run++) take(await step(bench, `m2d-${count}-again`, toDisk));
    take(await step(bench, `d2m-${count}`, fromDisk));
    for (let run = 0; run < again; run++) take(await step(bench, `d2m-${count}-again`, fromDisk));
    for (let run = 0; run < again; run++) take(await step(bench, `d2m-${count}-trust-ledger`, trusting));
  } finally {
    await world.close();
  }
}

/** A plan over very many images, cold and with everything known. */
export async function largePlan(options: {
  directory: string;
  count: number;
  take(sample: Sample): void;
}): Promise<void> {
  const { directory, count, take } = options;
  const world = await tinyWorld(join(directory, 'large'), count);
  try {
    const bench: Bench = { world, directory, take };
    const plan = airlock(
      'plan',
      '-c',
      world.imageSet,
      '--src-tls-verify=false',
      `file://${join(directory, 'large/disk')}`,
    );
    take(await step(bench, `plan-${count}`, plan));
    take(await step(bench, `plan-${count}-again`, plan));
  } finally {
    await world.close();
  }
}
