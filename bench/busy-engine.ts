import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRegistryServer } from '../core/registry/server/start.ts';
import { memoryStorage } from '../core/registry/server/storage/memory-storage.ts';
import { builtImage } from '../core/test-world/built-image.ts';
import { fillStorage } from '../core/test-world/fill-storage.ts';
import { layer } from '../core/test-world/layer.ts';
import type { BuiltRepositories } from '../core/test-world/materials.ts';
import { noise } from '../core/test-world/noise.ts';
import type { App } from '../e2e/fixtures/app.ts';
import { additionalImages } from './served-world.ts';

const IMAGES = 400;
const LAYER_BYTES = 512 * 1024;

/**
 * Fetches images from a registry on loopback without a rate limit, again and again, in the engine of the app.
 * @returns `stop` ends the fetches and returns a sentence about them
 */
export async function fetchEndlessly(app: App): Promise<{ stop(): Promise<string> }> {
  const repositories: BuiltRepositories = new Map();
  for (let number = 0; number < IMAGES; number++) {
    const image = builtImage({
      layers: [layer([{ name: 'content', content: noise(`busy:${number}`, LAYER_BYTES) }])],
    });
    repositories.set(`busy/image-${number}`, {
      manifests: new Map([[image.digest, image]]),
      tags: new Map([['v1', image.digest]]),
    });
  }
  const storage = memoryStorage();
  await fillStorage(storage, repositories);
  const registry = await startRegistryServer({ storage });
  const directory = join(app.directory, 'busy');
  await mkdir(directory, { recursive: true });
  const configFile = join(directory, 'isc.yaml');
  await writeFile(configFile, additionalImages(registry.host, repositories.keys()));
  let stopped = false;
  let bytes = 0;
  let began = performance.now();
  const fetches = (async () => {
    for (let number = 0; !stopped; number++) {
      const workspace = join(directory, `workspace-${number}`);
      const { run } = await app.ask('runs.start', {
        settings: { workflow: 'mirrorToDisk', directory: workspace, configFile, sourceTlsVerify: false },
      });
      for (;;) {
        const { status, error } = await app.ask('runs.live', { run });
        if (error) throw new Error(error.message);
        if (status === 'complete') break;
        await pause(100);
      }
      await rm(workspace, { recursive: true, force: true });
    }
  })();
  // A failure is reported by `stop`.
  fetches.catch(() => {});
  // The first requests are over: images are copied.
  while (registry.stats.bytesOut < 10 * LAYER_BYTES) await pause(50);
  bytes = registry.stats.bytesOut;
  began = performance.now();
  return {
    async stop() {
      const rate = (registry.stats.bytesOut - bytes) / ((performance.now() - began) / 1000);
      stopped = true;
      await fetches;
      await registry.close();
      return `During a fetch, the engine downloaded ${(rate / 2 ** 20).toFixed(0)} MiB/s from a registry on loopback and wrote the content to the workspace, without a rate limit.`;
    },
  };
}
