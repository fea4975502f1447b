import type { CollectedImage, WorkingFiles, WritableFiles } from '../../base/collected/collected.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import type { DestinationName } from '../../base/image/destination.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { carriedCatalogFiles } from '../../content/operator/carried-catalog.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import { ATTACHMENTS_FOLDER } from '../../store/set-format/attachments.ts';

const FOLDER = 'pushed-sets/';
const CATALOGS = 'operator-catalogs/';
const RECORD = /^pushed-sets\/(\d{6})\.json$/;

/**
 * Folders below `working-dir/` whose files determine the images of releases and charts. Those of catalogs are written
 * separately.
 */
export const SELECTING_FOLDERS = ['hold-release/', 'signatures/', 'helm/', 'airlock/'] as const;

export function isSelecting(file: string): boolean {
  return SELECTING_FOLDERS.some((folder) => file.startsWith(folder)) && !file.startsWith(ATTACHMENTS_FOLDER);
}

/** What a push read from the sets to determine its images. */
export interface PushedSet {
  /** Host and port of the registry. */
  destination: string;
  configuration: { name: string; text: string };
  /** Files of the set below `working-dir/`. */
  files: WorkingFiles;
  images: readonly Pick<CollectedImage, 'kind' | 'source' | 'destination'>[];
  catalogs: readonly CollectedCatalog[];
}

/** The saved form of a {@link PushedSet}. */
interface Saved {
  destination: string;
  configuration: { name: string; text: string };
  /** Digests of files in `pushed-sets/files/`, by name. */
  files: Record<string, Digest>;
  /** Digests by destination name, `repository:tag`. */
  tags: Record<string, Digest>;
  /** Digests of original catalogs by name in archives. */
  catalogs: Record<string, Digest>;
  /** Filters with complete files below `pushed-sets/operator-catalogs/`. */
  filters: string[];
}

/** A saved set that can be read without its archives. */
export interface RecordedSet extends Pick<Saved, 'configuration'> {
  files: WorkingFiles;
  tag(repository: string, tag: string): Digest | undefined;
  catalog(name: { repository: string; tag: string }): Digest | undefined;
}

/**
 * Saves what a later deletion needs after the archives of a push are replaced or removed. oc-mirror does the same when it
 * extracts `working-dir` of an archive (oc-mirror v2: internal/pkg/archive/unarchive.go).
 * @throws AirlockError `disk`, `disk-full`
 */
export async function saveSet(
  state: WritableFiles,
  { destination: host, configuration: { name, text }, files, images, catalogs }: PushedSet,
): Promise<void> {
  const records = await savedSets(state);
  const known = records.map(([, each]) => each);
  const saved: Saved = {
    destination: host,
    configuration: { name, text },
    files: {},
    tags: {},
    catalogs: {},
    filters: [],
  };
  const contents = new Set(await state.list(`${FOLDER}files/`));
  for (const file of await files.list('')) {
    const content = isSelecting(file) ? await files.read(file) : undefined;
    if (!content) continue;
    const digest = sha256(content);
    saved.files[file] = digest;
    const path = `${FOLDER}files/${hexOf(digest)}`;
    if (!contents.has(path)) await state.write(path, content);
    contents.add(path);
  }
  for (const { source, destination } of images)
    if (source.digest) saved.tags[nameAt(destination)] = source.digest;
  const complete = new Set(known.flatMap(({ filters }) => filters));
  for (const catalog of catalogs) {
    const { original, digest, reference, hashes } = catalog;
    saved.catalogs[nameAt(original.destination)] = digest;
    const filter = [reference.path, digest, hashes?.pinned ?? '', hashes?.legacy ?? ''].join(' ');
    saved.filters.push(filter);
    if (complete.has(filter)) continue;
    for await (const { name: file, content } of carriedCatalogFiles(catalog))
      await state.write(`${FOLDER}${file}`, content);
    complete.add(filter);
  }
  const record = JSON.stringify(saved);
  // An equal record contains the same, and most others differ in one of the first entries.
  if (known.some((each) => contains(saved, each) && JSON.stringify(each) === record)) return;
  const previous = records.findLast(([, each]) => each.destination === host);
  if (previous && contains(saved, previous[1])) return state.write(previous[0], sealedJson(saved));
  const last = (await state.list(FOLDER)).findLast((file) => RECORD.test(file));
  const number = last ? Number(RECORD.exec(last)![1]) : 0;
  await state.write(`${FOLDER}${String(number + 1).padStart(6, '0')}.json`, sealedJson(saved));
}

/** Whether a later push of a configuration has everything of an earlier one, whose record isn't needed any more. */
function contains(later: Saved, earlier: Saved): boolean {
  return (
    later.destination === earlier.destination &&
    later.configuration.name === earlier.configuration.name &&
    later.configuration.text === earlier.configuration.text &&
    (['files', 'tags', 'catalogs'] as const).every((part) =>
      Object.entries(earlier[part]).every(([name, digest]) => later[part][name] === digest),
    )
  );
}

function nameAt({ repository, tag }: DestinationName): string {
  return `${repository}:${tag}`;
}

/** Returns the sets that were pushed to a registry, oldest first. Damaged records are omitted. */
export async function recordedSets(state: WorkingFiles, host: string): Promise<RecordedSet[]> {
  const catalogs: WorkingFiles = {
    read: (name) => state.read(`${FOLDER}${name}`),
    list: async (prefix) => (await state.list(`${FOLDER}${prefix}`)).map((name) => name.slice(FOLDER.length)),
  };
  const saved = (await savedSets(state)).filter(([, { destination }]) => destination === host);
  return saved.map(([, { configuration, files, tags, catalogs: digests }]) => ({
    configuration,
    files: {
      async read(name) {
        if (name.startsWith(CATALOGS)) return catalogs.read(name);
        const digest = files[name];
        const content = digest && (await state.read(`${FOLDER}files/${hexOf(digest)}`));
        return content && sha256(content) === digest ? content : undefined;
      },
      async list(prefix) {
        const names = Object.keys(files).filter((name) => name.startsWith(prefix));
        return prefix.startsWith(CATALOGS) ? catalogs.list(prefix) : names.sort();
      },
    },
    tag: (repository, tag) => tags[`${repository}:${tag}`],
    catalog: ({ repository, tag }) => digests[`${repository}:${tag}`],
  }));
}

/** Returns the undamaged records with the names of their files, oldest first. */
async function savedSets(state: WorkingFiles): Promise<[file: string, Saved][]> {
  const saved: [string, Saved][] = [];
  for (const file of (await state.list(FOLDER)).filter((name) => RECORD.test(name))) {
    const value = openSealedJson(await state.read(file), file);
    if (isSaved(value)) saved.push([file, value]);
  }
  return saved;
}

function isSaved(value: unknown): value is Saved {
  const { destination, configuration, files, tags, catalogs, filters } = (value ?? {}) as Partial<Saved>;
  return (
    typeof destination === 'string' &&
    typeof configuration?.text === 'string' &&
    typeof configuration.name === 'string' &&
    [files, tags, catalogs].every((each) => each && Object.values(each).every(isDigest)) &&
    Array.isArray(filters)
  );
}
