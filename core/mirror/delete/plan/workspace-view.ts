import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ImageContentReader,
  ImageSourceReference,
  WorkingFiles,
} from '../../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { ContentSource, ImageSource } from '../../../base/image/content.ts';
import { type Digest, isDigest } from '../../../base/image/digest.ts';
import { parseReference } from '../../../base/image/reference.ts';
import { type KnownTags, openKnownTags } from '../../../content/plan/known-tags.ts';
import { manifestFrom } from '../../../content/plan/manifest-origin.ts';
import { parseImageSet } from '../../../image-set/config/load-image-set.ts';
import { type ArchiveSource, openImageSource } from '../../../store/archive/archive-source.ts';
import { openPlanningSpace } from '../../../store/workspace/planning-space.ts';
import { type MirroredCatalog, mirroredCatalogs } from '../../copy/mirrored-catalogs.ts';
import { type RecordedSet, recordedSets } from '../../copy/pushed-sets.ts';
import { transferFolders } from '../../copy/stored-content.ts';
import type { HostFacts } from '../../run/request.ts';
import { defaultStateDirectory } from '../../run/state-directory.ts';
import { requiredOrigins } from '../../sides/required-origins.ts';
import { t } from './messages.ts';

/** The state of names at one time: when a set was created, when a run was pinned, or now. */
export interface Era {
  files: WorkingFiles;
  /** Digest of a catalog's own image. */
  catalog(name: { repository: string; tag: string }, source: ImageSourceReference): Digest | undefined;
  /** Digest of another tag, by its destination name without namespace. */
  tag(repository: string, tag: string): Digest | undefined;
  /** Configurations in the set. */
  configurations: readonly { name: string; text: string }[];
}

/** A workspace, or a folder with transfers, opened for a deletion. Only caches are written. */
export interface WorkspaceView {
  directory: string;
  /** Oldest first. The last one is the current state. */
  eras: readonly Era[];
  content: ImageContentReader;
  /** Local content of sets and cache. */
  stored: readonly ContentSource[];
  /** `.airlock/cache` */
  cacheDirectory: string;
  close(): Promise<void>;
}

/**
 * Opens a view of a workspace. Its sets determine which images are retained and what a tag contains, so a replaced set
 * could delete the wrong images. If a trusted key is required, each set must be signed by one.
 * @param options.registry host and port of the destination
 * @param options.stateDirectory as of {@link requiredOrigins}
 * @throws AirlockError `workspace-invalid`, `workspace-format`, `index-unsigned`, those of damaged sets
 */
export async function openWorkspaceView(
  directory: string,
  host: Pick<HostFacts, 'env' | 'home'>,
  {
    registry,
    stateDirectory,
    signal,
  }: { registry: string; stateDirectory?: string | undefined; signal: AbortSignal },
): Promise<WorkspaceView> {
  const { files: own, state, cache, cacheDirectory } = await openPlanningSpace(directory);
  const opened: ArchiveSource[] = [];
  const close = async () => {
    for (const source of opened) await source.close();
  };
  const open = async (path: string): Promise<ArchiveSource> => {
    const source = await openImageSource(path, { signal });
    opened.push(source);
    return source;
  };
  try {
    const states = [state, ...(await stateOf(directory, host, stateDirectory))];
    const pushed = await pushedSets(states, registry);
    const all = await openAll(directory, open, pushed.length > 0);
    if (all) await requiredOrigins(directory, host, { stateDirectory, signal });
    const eras: Era[] = [];
    const folders = all ? await transferFolders(directory) : [];
    for (const folder of folders) {
      signal.throwIfAborted();
      const set = folders.length === 1 ? all! : (all!.set(folder) ?? (await open(folder)));
      eras.push(await eraOf(set, own));
    }
    if (folders.length === 0) eras.push(...(await pinnedEras(own)));
    eras.push(...recordedEras(all ? filesOf(all, own) : own, await mirroredCatalogs(state)));
    eras.push(...pushed.map(pushedEra));
    eras.push(await eraNow(all, own, cacheDirectory, folders.length > 0));
    const stored: ContentSource[] = [cache, ...(all ? [all] : [])];
    return { directory, eras, content: readerOf(directory, stored), stored, cacheDirectory, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the state of the disconnected side, unless the workspace contains it. */
async function stateOf(
  directory: string,
  host: Pick<HostFacts, 'env' | 'home'>,
  stateDirectory = defaultStateDirectory(host),
): Promise<WorkingFiles[]> {
  return stateDirectory === directory ? [] : [(await openPlanningSpace(stateDirectory)).state];
}

async function pushedSets(states: readonly WorkingFiles[], registry: string): Promise<RecordedSet[]> {
  return (await Promise.all(states.map((state) => recordedSets(state, registry)))).flat();
}

/** Returns the era of a push, whose archives may no longer exist. */
function pushedEra({ configuration, ...set }: RecordedSet): Era {
  return { ...set, configurations: [configuration] };
}

/**
 * Returns undefined for a workspace with only a `working-dir`, such as one of oc-mirror, and for a folder whose archives
 * were removed after a push.
 */
async function openAll(
  directory: string,
  open: (path: string) => Promise<ArchiveSource>,
  isPushed: boolean,
): Promise<ArchiveSource | undefined> {
  try {
    return await open(directory);
  } catch (error) {
    if (asAirlockError(error).code !== 'workspace-invalid') throw error;
    const workingDir = await stat(join(directory, 'working-dir')).catch(() => undefined);
    if (!isPushed && !workingDir?.isDirectory()) throw error;
    return undefined;
  }
}

async function eraOf(set: ImageSource, own: WorkingFiles): Promise<Era> {
  return {
    files: filesOf(set, own),
    tag: (repository, tag) => set.tag(repository, tag),
    catalog: ({ repository, tag }) => set.tag(repository, tag),
    configurations: await set.configurations(),
  };
}

async function eraNow(
  all: ImageSource | undefined,
  own: WorkingFiles,
  cacheDirectory: string,
  setsShow: boolean,
): Promise<Era> {
  let known: KnownTags | undefined;
  const knownDigest = (source: ImageSourceReference): Digest | undefined => {
    known ??= openKnownTags(cacheDirectory);
    return known.get(source)?.digest;
  };
  return {
    files: all ? filesOf(all, own) : own,
    tag: (repository, tag) => all?.tag(repository, tag),
    catalog: ({ repository, tag }, source) => all?.tag(repository, tag) ?? knownDigest(source),
    // Configurations of transfers are read with their own transfer.
    configurations: setsShow || !all ? [] : await all.configurations(),
  };
}

/** Returns the eras of mirror to mirror runs, which write no archive sets. Pinned configurations contain their catalogs. */
async function pinnedEras(own: WorkingFiles): Promise<Era[]> {
  const eras: Era[] = [];
  for (const name of await own.list('isc_pinned_')) {
    const text = (await own.read(name))?.toString('utf8') ?? '';
    const operators = parseImageSet(text, name).configuration?.operators ?? [];
    const digests = new Map<string, Digest>();
    for (const { catalog, targetCatalog, targetTag } of operators) {
      const { path, digest } = parseReference(catalog);
      if (digest && isDigest(digest)) digests.set(`${targetCatalog ?? path}:${targetTag ?? ''}`, digest);
    }
    if (digests.size > 0)
      eras.push({
        files: own,
        tag: () => undefined,
        catalog: ({ repository, tag }) => digests.get(`${repository}:${tag}`),
        configurations: [],
      });
  }
  return eras;
}

/** Returns the eras of the catalogs that runs recorded: the first digests of all names, the second ones, and so on. */
function recordedEras(files: WorkingFiles, catalogs: readonly MirroredCatalog[]): Era[] {
  const byName = Map.groupBy(catalogs, ({ name }) => name);
  const most = Math.max(0, ...[...byName.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, i) => ({
    files,
    tag: () => undefined,
    catalog: ({ repository, tag }) => byName.get(`${repository}:${tag}`)?.[i]?.digest,
    configurations: [],
  }));
}

function filesOf(source: ImageSource, own: WorkingFiles): WorkingFiles {
  return {
    read: async (name) => (await source.file(name)) ?? own.read(name),
    list: async (prefix) => [...new Set([...source.files(prefix), ...(await own.list(prefix))])].sort(),
  };
}

function readerOf(location: string, stored: readonly ContentSource[]): ImageContentReader {
  const holder = (digest: Digest): ContentSource => {
    const found = stored.find((source) => source.size(digest) !== undefined);
    if (found) return found;
    throw new AirlockError('content-missing', t('contentMissing', { location, digest }), { side: 'source' });
  };
  return {
    async manifest({ registry, repository, tag, digest }) {
      if (!digest)
        throw new AirlockError(
          'content-missing',
          t('imageMissing', { location, image: `${registry}/${repository}:${tag}` }),
          { side: 'source' },
        );
      return manifestFrom(digest, await holder(digest).bytes(digest));
    },
    blob: (_image, { digest }, signal) => holder(digest).read(digest, signal ? { signal } : {}),
  };
}
