import { join } from 'node:path';
import type { ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type DestinationName, destinationOf, resolveDestination } from '../../base/image/destination.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import { savedSignatureDigest } from '../../content/signature/find-signature.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import type { HostFacts } from '../run/request.ts';
import type { Destination } from '../run/workflow.ts';
import { requiredOrigins } from '../sides/required-origins.ts';
import { t } from './messages.ts';

/** Where mirrored releases are: a transfer, an archive folder or a workspace on disk, or a mirror registry. */
export type ReleasePlace =
  | { kind: 'sets'; directory: string }
  | {
      kind: 'registry';
      mirror: Destination;
      maxNestedPaths: number;
      /** A workspace, state folder or transfer with the signatures of releases. */
      signatures: string;
    };

/** An image by registry and repository. */
export interface ImagePlace {
  registry: string;
  repository: string;
}

/** An open place with releases. */
export interface ReleaseStore extends AsyncDisposable {
  /** For messages. */
  location: string;
  /** Tags of releases: in sets also those whose payload an earlier transfer contains. */
  tags(): Promise<string[]>;
  /** Returns the digest of such a tag. */
  digestOf(tag: string): Promise<Digest | undefined>;
  /** Reads images by their place. The registry `archive` stands for this store, with destination names. */
  content: ImageContentReader;
  /** Returns the place of an image in this store: by its destination name in a registry, by its original name in sets. */
  place(original: ImagePlace, destination: DestinationName): ImagePlace;
  /** Signatures of releases, and in sets their manifests. */
  files: WorkingFiles;
}

const PAYLOADS = destinationOf({ kind: 'payload', tag: 'any' }).repository;

/**
 * Opens a place.
 * @throws AirlockError `index-unsigned` if a trusted key is required and didn't sign a transfer; those of
 *   {@link openImageSource}, and of the registry while reading
 */
export async function openReleaseStore(
  place: ReleasePlace,
  options: {
    host: Pick<HostFacts, 'env' | 'home'>;
    registries(): Promise<Pick<Registries, 'at'>>;
    signal?: AbortSignal | undefined;
  },
): Promise<ReleaseStore> {
  if (place.kind === 'registry') return ofRegistry(place, options);
  const stop = options.signal ? { signal: options.signal } : {};
  await requiredOrigins(place.directory, options.host, stop);
  return ofSets(await openImageSource(place.directory, stop));
}

function ofSets(sets: ImageSource): ReleaseStore {
  const files = filesOf(sets);
  const named = /^hold-release\/[^/]+\/([^/]+)\/release-manifests\//;
  return {
    location: sets.location,
    async tags() {
      const saved = sets.files('hold-release/').flatMap((name) => named.exec(name)?.[1] ?? []);
      return [...new Set([...(sets.tags().get(PAYLOADS)?.keys() ?? []), ...saved])];
    },
    digestOf: async (tag) => sets.tag(PAYLOADS, tag) ?? (await savedSignatureDigest(files, tag)),
    content: {
      async manifest({ repository, tag, digest }) {
        const found = digest ?? (tag === undefined ? undefined : sets.tag(repository, tag));
        if (found) return manifestFrom(found, await sets.bytes(found));
        throw new AirlockError(
          'content-missing',
          t('imageNotInSets', { folder: sets.location, image: `${repository}:${tag ?? ''}` }),
          { side: 'source' },
        );
      },
      blob: (_, { digest }, signal) => sets.read(digest, signal ? { signal } : {}),
    },
    place: (original) => original,
    files,
    [Symbol.asyncDispose]: () => sets.close(),
  };
}

async function ofRegistry(
  { mirror, maxNestedPaths, signatures }: ReleasePlace & { kind: 'registry' },
  { registries, signal }: { registries(): Promise<Pick<Registries, 'at'>>; signal?: AbortSignal | undefined },
): Promise<ReleaseStore> {
  const { host, namespace } = mirror;
  const registry = (await registries()).at(host);
  const stop = signal ? { signal } : {};
  const nameOf = (destination: DestinationName) =>
    resolveDestination({ destination }, { namespace, maxNestedPaths }).repository;
  const repositoryOf = (source: ImagePlace) =>
    source.registry === 'archive' ? nameOf({ repository: source.repository, tag: '' }) : source.repository;
  const payloads = nameOf({ repository: PAYLOADS, tag: '' });
  const atSource = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      throw onSide(error, 'source');
    }
  };
  const saved = await filesIn(signatures, signal);
  return {
    location: `${host}${namespace === '' ? '' : `/${namespace}`}`,
    async tags() {
      try {
        return await registry.tags(payloads, stop);
      } catch (error) {
        if (error instanceof AirlockError && error.code === 'not-found') return [];
        throw onSide(error, 'source');
      }
    },
    digestOf: async (tag) => (await atSource(registry.resolve(payloads, tag, stop)))?.digest,
    content: {
      manifest: ({ tag, digest, ...source }) =>
        atSource(registry.manifest(repositoryOf(source), digest ?? tag ?? 'latest', stop)),
      blob: (source, blob, stopped) =>
        registry.blob(repositoryOf(source), blob, stopped ? { signal: stopped } : {}),
    },
    place: (_, destination) => ({ registry: host, repository: nameOf(destination) }),
    files: saved.files,
    [Symbol.asyncDispose]: saved.close,
  };
}

/** Opens the files of a workspace, a transfer or a state folder. A missing folder has none. */
async function filesIn(
  directory: string,
  signal: AbortSignal | undefined,
): Promise<{ files: WorkingFiles; close(): Promise<void> }> {
  const { read, list } = workingFiles(join(directory, 'working-dir'), { colons: true });
  const onDisk: WorkingFiles = { read, list };
  let sets: ImageSource;
  try {
    sets = await openImageSource(directory, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'workspace-invalid')
      return { files: onDisk, close: async () => {} };
    throw error;
  }
  const carried = filesOf(sets);
  return {
    files: {
      read: async (name) => (await carried.read(name)) ?? onDisk.read(name),
      list: async (prefix) => [...new Set([...(await carried.list(prefix)), ...(await onDisk.list(prefix))])],
    },
    close: () => sets.close(),
  };
}

function filesOf(sets: ImageSource): WorkingFiles {
  return { read: (name) => sets.file(name), list: async (prefix) => sets.files(prefix) };
}

/** Returns whether a tag of the repository of payloads can be a release: attachments are tagged with digests. */
export function isReleaseTag(tag: string): boolean {
  return !/^sha256-[0-9a-f]{64}/.test(tag) && !isDigest(tag);
}
