import { openImageSource } from '../archive/archive-source.ts';
import { isBlocked } from '../collect/blocked.ts';
import type { CollectedImage, ImageContentReader, WorkingFiles } from '../collect/collected.ts';
import { AirlockError } from '../errors/airlock-error.ts';
import { destinationOf } from '../image/destination.ts';
import { hexOf } from '../image/digest.ts';
import { closureOf } from '../plan/closure.ts';
import { manifestFrom, setOrigin } from '../plan/manifest-origin.ts';
import { bytesOf, type PlannedImage } from '../plan/planned-image.ts';
import { savedGraphs } from '../release/cincinnati.ts';
import { collectReleases } from '../release/collect.ts';
import { loadVerificationKeys } from '../signature/verification-keys.ts';
import type { ImageSource } from '../store/content.ts';
import { type Collection, collectImages, joinCollections } from './collect-images.ts';
import { type NamedConfiguration, parseConfiguration, readConfiguration } from './configuration.ts';
import { transferFolders } from './held-content.ts';
import type { HostFacts, MirrorRequest } from './request.ts';
import type { Supply } from './supply.ts';

/**
 * What is to be pushed from a disk, collected from the sets alone. With a configuration it selects from everything
 * that the sets hold; without one each set brings its own, read with that set's own graphs, and what they ask for is
 * joined.
 */
export async function disconnectedSide(options: {
  request: Pick<MirrorRequest, 'configFile' | 'ignoreReleaseSignature'>;
  host: HostFacts;
  from: string;
  source: ImageSource;
  signal: AbortSignal;
}): Promise<Supply> {
  const { request, host, from, source, signal } = options;
  const keys = await loadVerificationKeys(host.env.OCP_SIGNATURE_VERIFICATION_PK || undefined);
  const collect = async (
    named: NamedConfiguration,
    files: WorkingFiles,
    tags: ImageSource,
  ): Promise<Collection> => {
    const collection = await collectImages(named.configuration, (configuration) =>
      collectReleases(configuration.platform!, {
        files,
        graphs: savedGraphs(files),
        content: readerOf(source),
        keys,
        heldTag: (repository, tag) => source.tag(repository, tag),
        ignoreReleaseSignature: request.ignoreReleaseSignature,
        blocked: (image) => isBlocked(image, configuration.blockedImages),
        signal,
      }),
    );
    // A tag means what it meant when its own set was made.
    collection.images = collection.images.map((image) => {
      const digest = image.source.digest ?? tags.tag(image.destination.repository, image.destination.tag);
      return digest ? { ...image, source: { ...image.source, digest } } : image;
    });
    return collection;
  };

  const chosen = request.configFile ? await readConfiguration(request.configFile) : undefined;
  const collections: Collection[] = [];
  const configurations: NamedConfiguration[] = [];
  if (chosen) {
    configurations.push(chosen);
    collections.push(await collect(chosen, filesOf(source), source));
  } else {
    const takeFrom = async (set: ImageSource): Promise<void> => {
      const files = await inMemory(set);
      for (const { name, text } of await set.configurations()) {
        const named = parseConfiguration(text, name);
        configurations.push(named);
        collections.push(await collect(named, files, set));
      }
    };
    const folders = await transferFolders(from);
    if (folders.length <= 1) await takeFrom(source);
    else
      for (const folder of folders) {
        const set = await openImageSource(folder, { signal });
        try {
          await takeFrom(set);
        } finally {
          await set.close();
        }
      }
    if (configurations.length === 0)
      throw new AirlockError('usage', `${from} carries no configuration of its own: name one with -c FILE`);
  }
  const graph = configurations.some(({ configuration }) => configuration.platform?.graph)
    ? await carriedGraphImage(source)
    : undefined;
  return {
    collection: joinCollections(collections),
    configurations,
    resolve: { origin: setOrigin(source), signal },
    content: {
      manifest: (_image, { digest }) => source.bytes(digest),
      blob: (_image, blob) => source.read(blob.digest, { signal }),
    },
    planned: graph ? [graph] : [],
    async signature({ source: { digest } }: CollectedImage) {
      const name =
        digest && source.files('signatures/').findLast((file) => file.endsWith(`-sha256-${hexOf(digest)}`));
      return name ? source.file(name) : undefined;
    },
  };
}

function filesOf(source: ImageSource): WorkingFiles {
  return { read: (name) => source.file(name), list: async (prefix) => source.files(prefix) };
}

/** The set is closed before its configuration's images are pushed; what collectors read of it is small. */
async function inMemory(set: ImageSource): Promise<WorkingFiles> {
  const files = new Map<string, Buffer>();
  for (const name of set.files('')) {
    if (!/^(hold-release|signatures)\//.test(name)) continue;
    const content = await set.file(name);
    if (content) files.set(name, content);
  }
  return {
    read: async (name) => files.get(name),
    list: async (prefix) => [...files.keys()].filter((name) => name.startsWith(prefix)),
  };
}

function readerOf(source: ImageSource): ImageContentReader {
  return {
    async manifest({ repository, tag, digest }) {
      const found = digest ?? (tag ? source.tag(repository, tag) : undefined);
      if (!found)
        throw new AirlockError('content-missing', `${source.location} has no ${repository}:${tag ?? ''}`, {
          side: 'source',
        });
      return manifestFrom(found, await source.bytes(found));
    },
    blob: (_image, blob, signal) => source.read(blob.digest, signal ? { signal } : {}),
  };
}

async function carriedGraphImage(source: ImageSource): Promise<PlannedImage> {
  const destination = destinationOf({ kind: 'graph' });
  const digest = source.tag(destination.repository, destination.tag);
  if (!digest)
    throw new AirlockError(
      'content-missing',
      `${source.location} has no graph-data image (${destination.repository}:${destination.tag}), which graph: true asks for`,
      { side: 'source' },
    );
  const load = async (of: { digest: typeof digest }) =>
    manifestFrom(of.digest, await source.bytes(of.digest));
  const image = {
    kind: 'cincinnatiGraph' as const,
    origin: `${destination.repository}@${digest}`,
    source: { registry: 'archive', repository: destination.repository, digest },
    destination,
    deliverable: 'update graph data',
    why: 'platform.graph',
    verdict: { result: 'not-checked' as const },
    attachments: [],
    ...(await closureOf(await load({ digest }), load)),
  };
  return { ...image, bytes: bytesOf(image) };
}
