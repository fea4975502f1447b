import { createHash } from 'node:crypto';
import type { Digest } from '../core/base/image/digest.ts';
import { memoryStorage } from '../core/registry/server/storage/memory-storage.ts';
import type { RegistryStorage } from '../core/registry/server/storage/storage.ts';
import { builtImage } from '../core/test-world/built-image.ts';
import type { BuiltLayer } from '../core/test-world/layer.ts';
import type { BuiltRepositories } from '../core/test-world/materials.ts';
import { noise } from '../core/test-world/noise.ts';
import { type ServedWorld, servedWorld } from './served-world.ts';

const MiB = 2 ** 20;
const LAYER_BYTES = 100 * MiB;
const LAYERS_OF_IMAGE = 10;

/** Numbers of the layers that are generated whenever they are read. */
type GeneratedLayers = Map<Digest, number>;

/**
 * Registries in this process with images of ten layers of 100 MiB, or of other layers. No layer is stored, neither here nor at
 * the destination.
 */
export async function largeWorld(
  directory: string,
  gibibytes: number,
  layerBytes = LAYER_BYTES,
): Promise<ServedWorld> {
  const generated: GeneratedLayers = new Map();
  const repositories: BuiltRepositories = new Map();
  const layerCount = Math.max(1, Math.round((gibibytes * 1024 * MiB) / layerBytes));
  const images = Math.ceil(layerCount / LAYERS_OF_IMAGE);
  for (let number = 0; number < images; number++) {
    const length = Math.min(LAYERS_OF_IMAGE, layerCount - number * LAYERS_OF_IMAGE);
    const layers = Array.from({ length }, (_, index) => {
      const layer = generatedLayer(number * LAYERS_OF_IMAGE + index, layerBytes);
      generated.set(layer.digest, number * LAYERS_OF_IMAGE + index);
      return layer;
    });
    const image = builtImage({ layers });
    repositories.set(`large/image-${number}`, {
      manifests: new Map([[image.digest, image]]),
      tags: new Map([['v1', image.digest]]),
    });
  }
  return servedWorld({
    about: `${gibibytes} GiB in layers of ${layerBytes / MiB} MiB`,
    ...{ directory, repositories },
    upstream: withGenerated(memoryStorage(), generated, layerBytes),
    destination: withGenerated(memoryStorage(), generated, layerBytes),
  });
}

const NOISE = noise('large', MiB);

/** Returns a MiB of a layer. No two of them are equal. */
function chunkOf(layer: number, index: number): Buffer {
  const chunk = Buffer.from(NOISE);
  chunk.writeUInt32LE(layer, 0);
  chunk.writeUInt32LE(index, 4);
  return chunk;
}

function generatedLayer(number: number, bytes: number): BuiltLayer {
  const hash = createHash('sha256');
  for (let index = 0; index < bytes / MiB; index++) hash.update(chunkOf(number, index));
  const digest: Digest = `sha256:${hash.digest('hex')}`;
  return { digest, diffId: digest, size: bytes, bytes: Buffer.alloc(0), compression: 'gzip' };
}

/** Returns a storage whose generated layers have no stored bytes. */
function withGenerated(
  storage: RegistryStorage,
  generated: GeneratedLayers,
  layerBytes: number,
): RegistryStorage {
  return {
    ...storage,
    async blobSize(repository, digest) {
      const size = await storage.blobSize(repository, digest);
      return size !== undefined && generated.has(digest) ? layerBytes : size;
    },
    async *readBlob(digest, part) {
      const layer = generated.get(digest);
      if (layer === undefined) return yield* storage.readBlob(digest, part);
      const end = part.offset + part.length;
      for (let at = part.offset; at < end; ) {
        const index = Math.floor(at / MiB);
        const next = Math.min(end, (index + 1) * MiB);
        yield chunkOf(layer, index).subarray(at - index * MiB, next - index * MiB);
        at = next;
      }
    },
    writer: {
      ...storage.writer!,
      async newBlob() {
        const small: Buffer[] = [];
        let bytes = 0;
        return {
          write(chunk) {
            bytes += chunk.length;
            if (bytes <= MiB) small.push(chunk);
          },
          async keep(repository, digest) {
            const sink = await storage.writer!.newBlob();
            if (!generated.has(digest)) await sink.write(Buffer.concat(small));
            await sink.keep(repository, digest);
          },
          async discard() {},
        };
      },
    },
  };
}
