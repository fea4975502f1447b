import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultScript } from '../core/registry/server/faults/fault-script.ts';
import { startRegistryServer } from '../core/registry/server/start.ts';
import type { RegistryStorage } from '../core/registry/server/storage/storage.ts';
import { fillStorage } from '../core/test-world/fill-storage.ts';
import type { BuiltRepositories } from '../core/test-world/materials.ts';
import { type BenchWorld, type Place, trafficOf } from './world.ts';

/** Returns an image set of the `v1` tags of repositories. */
export function additionalImages(host: string, repositories: Iterable<string>): string {
  const names = Array.from(repositories, (repository) => `  - name: ${host}/${repository}:v1\n`);
  return `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n${names.join('')}`;
}

export interface ServedWorld extends BenchWorld {
  /** Slows a registry down from now on. */
  slow(place: Place, script: Pick<FaultScript, 'latencyMs' | 'bytesPerSec' | 'totalBytesPerSec'>): void;
}

/** Starts registries in this process with the given images, and a destination. Empties the directory first. */
export async function servedWorld(options: {
  about: string;
  directory: string;
  repositories: BuiltRepositories;
  upstream: RegistryStorage;
  destination: RegistryStorage;
}): Promise<ServedWorld> {
  const { about, directory, repositories } = options;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await fillStorage(options.upstream, repositories);
  const upstream = await startRegistryServer({ storage: options.upstream });
  const destination = await startRegistryServer({ storage: options.destination });
  const imageSet = join(directory, 'isc.yaml');
  await writeFile(imageSet, additionalImages(upstream.host, repositories.keys()));
  return {
    about,
    environment: { HOME: directory },
    imageSet,
    hosts: { upstream: upstream.host, destination: destination.host },
    blobs: [],
    images: Array.from(repositories.keys(), (repository) => `${repository}:v1`),
    async line() {},
    slow: (place, script) => (place === 'upstream' ? upstream : destination).faults.set(script),
    ...trafficOf(upstream, () => destination),
    serverPids: () => [],
    async wipe() {},
    async close() {
      await upstream.close();
      await destination.close();
    },
  };
}
