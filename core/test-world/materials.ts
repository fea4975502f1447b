import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import type { Digest } from '../base/image/digest.ts';
import { type BuiltImage, builtCosignSignature, cosignTag } from './built-image.ts';
import { type BuiltLayer, type LayerFile, layer } from './layer.ts';
import { noise, sizeAround } from './noise.ts';

/** The size of a practice world; sizes in bytes, averages of varying ones. */
export interface PracticeScale {
  /** Images of a release, at least 5. */
  components: number;
  /** Layer shared by all images of one architecture of a release. */
  baseLayer: number;
  /** Layer shared by a third of them. */
  runtimeLayer: number;
  componentLayer: number;
  operatingSystemLayer: number;
  additionalLayer: number;
  operandLayer: number;
  catalogCache: number;
}

const KiB = 1024;

export const PRACTICE_SCALES = {
  /** About 25 MB, for `airlock practice`. */
  default: {
    components: 12,
    baseLayer: 1536 * KiB,
    runtimeLayer: 384 * KiB,
    componentLayer: 160 * KiB,
    operatingSystemLayer: 1024 * KiB,
    additionalLayer: 400 * KiB,
    operandLayer: 200 * KiB,
    catalogCache: 150 * KiB,
  },
  /** About 1 MB: for tests. */
  tiny: {
    components: 5,
    baseLayer: 90 * KiB,
    runtimeLayer: 30 * KiB,
    componentLayer: 10 * KiB,
    operatingSystemLayer: 60 * KiB,
    additionalLayer: 12 * KiB,
    operandLayer: 8 * KiB,
    catalogCache: 5 * KiB,
  },
} satisfies Record<string, PracticeScale>;

/** Hosts in references of the content. */
export interface PracticeNames {
  quay: string;
  redhat: string;
  access: string;
}

export interface BuiltRepository {
  /** All manifests, with instances before the lists that reference them. */
  manifests: Map<Digest, BuiltImage>;
  tags: Map<string, Digest>;
}

/** Repositories by path, without registry. */
export type BuiltRepositories = Map<string, BuiltRepository>;

/** The shared parts of releases, operators and additional images: layers, keys, and the image store. */
export interface Materials {
  seed: string;
  scale: PracticeScale;
  names: PracticeNames;
  repositories: BuiltRepositories;
  cosignKey: KeyObject;
  /** Returns a layer that several images share, one per key. */
  sharedLayer(key: string, size: number): BuiltLayer;
}

export function newMaterials(seed: string, scale: PracticeScale, names: PracticeNames): Materials {
  const shared = new Map<string, BuiltLayer>();
  return {
    seed,
    scale,
    names,
    repositories: new Map(),
    cosignKey: cosignKey(seed),
    sharedLayer: (key, size) => {
      const made =
        shared.get(key) ?? layer([{ name: `usr/lib/${key}.bin`, content: noise(`${seed}:${key}`, size) }]);
      shared.set(key, made);
      return made;
    },
  };
}

/** Returns a layer that belongs to one image only. @param more files in addition to its own */
export function ownLayer(
  { seed }: Materials,
  key: string,
  meanSize: number,
  compression?: 'gzip' | 'zstd',
  more: LayerFile[] = [],
): BuiltLayer {
  const files = [
    { name: `usr/bin/${key}`, content: noise(`${seed}:${key}`, sizeAround(meanSize, `${seed}:${key}`)) },
    { name: `etc/${key}.conf`, content: `# ${key}\n` },
    ...more,
  ];
  return layer(files, compression);
}

/** Adds an image and its instances to the repository `name` (with registry), under a tag or only by digest. */
export function shelve({ repositories }: Materials, name: string, image: BuiltImage, tag?: string): void {
  const path = repositoryOf(name);
  const repository = repositories.get(path) ?? { manifests: new Map(), tags: new Map() };
  repositories.set(path, repository);
  for (const part of [...image.children, image]) repository.manifests.set(part.digest, part);
  if (tag) repository.tags.set(tag, image.digest);
}

/** Adds an image and cosign signatures of it and of its instances to the repository `name`. */
export function shelveSigned(materials: Materials, name: string, image: BuiltImage, tag?: string): void {
  shelve(materials, name, image, tag);
  for (const part of [...image.children, image]) {
    const signature = builtCosignSignature(name, part, materials.cosignKey);
    shelve(materials, name, signature, cosignTag(part.digest));
  }
}

/** Returns the path of a repository within its registry. */
export function repositoryOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * Returns an Ed25519 key derived from the seed. Ed25519 signatures are deterministic, so that a world has the same
 * digests each time.
 */
function cosignKey(seed: string): KeyObject {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createHash('sha256').update(`${seed}:cosign`).digest();
  return createPrivateKey({ key: Buffer.concat([prefix, secret]), format: 'der', type: 'pkcs8' });
}
