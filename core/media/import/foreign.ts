import { join } from 'node:path';
import { wordList } from '../../base/document/words.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { openImageSource, sourceOf } from '../../store/archive/archive-source.ts';
import { attachedAmong, nameInSet } from '../../store/archive/attached-images.ts';
import { carriedBlobs, type ImageOfSet } from '../../store/archive/complete-images.ts';
import { FilePool } from '../../store/archive/file-pool.ts';
import { readOcLayout } from '../../store/archive/oc-layout.ts';
import { type ArchiveContents, noContents, scanSet, volumesIn } from '../../store/archive/set-reader.ts';
import { type SetFile, SetWriter } from '../../store/archive/write/set-writer.ts';
import {
  type AttachedFile,
  attachmentsIn,
  attachmentsList,
  comparedName,
} from '../../store/set-format/attachments.ts';
import { volumeName } from '../../store/set-format/entry-names.ts';
import { readParts } from '../../store/set-format/named-images.ts';
import { type ImageLinks, readSetIndex, type SetIndex } from '../../store/set-format/set-index.ts';
import { namesIn, nextTransfer, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { newestHistory, parseHistory } from '../../store/workspace/oc-mirror-history.ts';
import type { EmitMediaEvent } from '../export/events.ts';
import { ocConfiguration } from '../formats/oc-configuration.ts';
import { writeJournal } from '../transfer/journal.ts';
import { t } from './messages.ts';
import { byDeliverable, completeArrival, countOwn, type TransferArrival } from './report.ts';

/** Files of oc-mirror's `working-dir/` that this side never reads, or that can be large. */
const LEFT_OUT =
  /^(?:logs|release-images|graph-preparation|cluster-resources|dry-run|delete|containers|airlock|\.history)\/|\/(?:filtered-)?catalog-image\//;

export interface ForeignOptions {
  /** Default: the kind of the set. */
  enclave?: string;
  tool: string;
  signal: AbortSignal;
  emit: EmitMediaEvent;
}

/** A set of another tool, in one folder or in several: one on each drive. */
export interface ForeignSet {
  kind: 'oc-mirror' | 'oc';
  directories: string[];
}

/**
 * Finds which folders belong to one set. Directories of `oc` can always be combined. Folders of archives can be
 * combined when no file name appears twice.
 */
export async function foreignSets(
  found: readonly { kind: ForeignSet['kind']; directory: string }[],
): Promise<ForeignSet[]> {
  const sets: (ForeignSet & { names: Set<string> })[] = [];
  for (const { kind, directory } of found) {
    const names = kind === 'oc' ? [] : await volumesIn(directory);
    const set = sets.find((one) => one.kind === kind && !names.some((name) => one.names.has(name)));
    if (set) {
      set.directories.push(directory);
      for (const name of names) set.names.add(name);
    } else sets.push({ kind, directories: [directory], names: new Set(names) });
  }
  return sets.map(({ kind, directories }) => ({ kind, directories }));
}

/** A set of another tool: its content, and the other parts that a set of Airlock has. */
interface Foreign {
  source: ImageSource;
  contents: ArchiveContents;
  files: SetFile[];
  configuration: string | undefined;
  /** Digests that an earlier set contained. */
  earlier: ReadonlySet<Digest>;
  /** Archives whose numbers are missing from the sequence. */
  absent: string[];
}

/**
 * Converts a set of oc-mirror or a directory of `oc` to a transfer, so that everything that handles transfers can use
 * it. Verifies each blob while copying it. A damaged blob is left for the next import, and the set remains
 * `<transfer>.partial` until it's complete. Recognizes a set that was imported before.
 * @throws AirlockError `archive-malformed`, `archive-hostile`, `disk`, `disk-full`, `interrupted`
 */
export async function importForeign(
  root: string,
  { kind, directories }: ForeignSet,
  options: ForeignOptions,
): Promise<TransferArrival> {
  const pool = new FilePool();
  const here = await openImageSource(root).catch(() => undefined);
  try {
    const foreign =
      kind === 'oc' ? await openOc(directories, pool) : await openOcMirror(directories, pool, options.signal);
    const content = withStored(foreign.source, here);
    const links = await linksOf(foreign, content);
    const known = await sameSet(root, foreign.contents, links, options.enclave);
    if (known) return { ...completeArrival(known.index, known.directory, []), foreign: true };
    return await copySet(root, foreign, { links, content }, { ...options, enclave: options.enclave ?? kind });
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await pool.close();
    await here?.close();
  }
}

/** The readable part of content: its size and its bytes. */
type Content = Pick<ImageSource, 'size' | 'bytes'>;

/**
 * Adds the local sets to an increment, which contains only new content: its older manifests and layers are in those
 * sets.
 */
function withStored(source: ImageSource, here: ImageSource | undefined): Content {
  if (!here) return source;
  return {
    size: (digest) => source.size(digest) ?? here.size(digest),
    bytes: (digest) => (source.size(digest) === undefined ? here : source).bytes(digest),
  };
}

async function openOcMirror(directories: string[], pool: FilePool, signal: AbortSignal): Promise<Foreign> {
  const parts: ArchiveContents[] = [];
  const numbers = new Set<number>();
  for (const directory of directories) {
    parts.push(await scanSet(directory, pool, signal));
    for (const name of await volumesIn(directory)) numbers.add(Number(name.slice(-10, -4)));
  }
  const { source, contents } = together(directories, parts, pool);
  const names = source.files('');
  const history = newestHistory(names.filter((name) => name.startsWith('.history/')));
  const lines = history === undefined ? undefined : await source.file(history);
  const files = names.flatMap((name) =>
    LEFT_OUT.test(name) ? [] : [{ name, content: async () => (await source.file(name)) ?? Buffer.alloc(0) }],
  );
  const all = Array.from({ length: Math.max(0, ...numbers) }, (_, i) => i + 1);
  return {
    source,
    contents,
    files,
    configuration: (await source.configurations()).at(-1)?.text,
    earlier: new Set(parseHistory(lines?.toString('utf8') ?? '')),
    absent: all.filter((number) => !numbers.has(number)).map(volumeName),
  };
}

async function openOc(directories: string[], pool: FilePool): Promise<Foreign> {
  const parts: ArchiveContents[] = [];
  for (const directory of directories) parts.push(await readOcLayout(directory));
  const { source, contents } = together(directories, parts, pool);
  return { source, contents, ...(await ocConfiguration(source)), earlier: new Set(), absent: [] };
}

function together(
  directories: string[],
  parts: ArchiveContents[],
  pool: FilePool,
): Pick<Foreign, 'source' | 'contents'> {
  const contents = noContents();
  for (const { blobs, tags, files, configurations, links } of parts) {
    for (const [digest, location] of blobs) contents.blobs.set(digest, location);
    for (const [name, location] of files) contents.files.set(name, location);
    // A set may have more tags and links than a call accepts arguments.
    for (const tag of tags) contents.tags.push(tag);
    for (const configuration of configurations) contents.configurations.push(configuration);
    for (const link of links) contents.links.push(link);
  }
  return { source: sourceOf(directories.join(', '), pool, [contents]), contents };
}

/** Lists the images whose manifests are available, tagged ones first. oc-mirror also links content of earlier sets. */
async function linksOf({ source, contents }: Foreign, content: Content): Promise<ImageLinks[]> {
  const linked = new Set(contents.links.map(({ repository, digest }) => `${repository} ${digest}`));
  const links: ImageLinks[] = [];
  const covered = new Set<string>();
  const add = async (repository: string, digest: Digest, tag?: string): Promise<void> => {
    const parts = await readParts(content, digest);
    if (!parts) return;
    const instances = parts.instances.filter((instance) => linked.has(`${repository} ${instance}`));
    const blobs = new Set(parts.blobs);
    for (const instance of instances) {
      covered.add(`${repository} ${instance}`);
      for (const blob of (await readParts(content, instance))?.blobs ?? []) blobs.add(blob);
    }
    covered.add(`${repository} ${digest}`);
    links.push({ repository, tag, digest, instances, blobs: [...blobs] });
  };
  for (const [repository, tags] of source.tags())
    for (const [tag, digest] of tags) await add(repository, digest, tag);
  for (const { kind, repository, digest } of contents.links)
    if (kind === 'revision' && !covered.has(`${repository} ${digest}`)) await add(repository, digest);
  return links;
}

/** Finds a local transfer that has exactly this content. */
async function sameSet(
  root: string,
  { blobs }: ArchiveContents,
  links: readonly ImageLinks[],
  enclave: string | undefined,
): Promise<{ index: SetIndex; directory: string } | undefined> {
  const key = (
    images: readonly Pick<ImageLinks, 'repository' | 'tag' | 'digest'>[],
    content: Iterable<Digest>,
  ): string =>
    sha256(
      JSON.stringify([
        images.map(({ repository, tag, digest }) => `${repository}:${tag ?? ''} ${digest}`).toSorted(),
        [...content].toSorted(),
      ]),
    );
  const wanted = key(links, blobs.keys());
  for (const name of await namesIn(join(root, 'transfers'))) {
    const parsed = parseTransferName(name);
    if (!parsed || parsed.partial || (enclave !== undefined && parsed.enclave !== enclave)) continue;
    const directory = join(root, 'transfers', name);
    const index = await readSetIndex(directory);
    if (index && key(index.images, carriedBlobs(index)) === wanted) return { index, directory };
  }
  return undefined;
}

async function copySet(
  root: string,
  { source, contents, files, configuration, earlier, absent }: Foreign,
  { links, content }: { links: ImageLinks[]; content: Content },
  { enclave, tool, signal, emit }: ForeignOptions & { enclave: string },
): Promise<TransferArrival> {
  const place = await nextTransfer(join(root, 'transfers'), enclave, []);
  const set = await SetWriter.open({ directory: place.partial, name: place.name });
  try {
    const total = [...contents.blobs.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [digest, { size }] of contents.blobs) set.reserve({ digest, size });
    await set.checkSpace();
    let done = 0;
    const missing = new Set(
      links
        .flatMap(({ digest, instances = [], blobs }) => [digest, ...instances, ...blobs])
        .filter((digest) => content.size(digest) === undefined && !earlier.has(digest)),
    );
    const damaged = new Set<Digest>();
    for (const [digest, { size }] of contents.blobs) {
      signal.throwIfAborted();
      if (set.state(digest) !== 'done' && !(await copyBlob(set, source, digest, signal))) damaged.add(digest);
      done += size;
      emit({ type: 'progress', phase: 'receiving', done, total, rate: 0, drive: source.location });
    }
    if (missing.size + damaged.size + absent.length > 0)
      return await partialArrival(place.partial, {
        ...place,
        ...{ links, source, set, missing, damaged, total, absent },
      });
    const attachments = await attachmentsOf(source);
    const index = await set.finish({
      enclave,
      number: place.number,
      tool,
      links,
      files: [...files, ...attachmentsList(place.name, attachments)],
      attachments,
      configuration,
    });
    await writeJournal(root, index.transfer, { step: 'imported' });
    return { ...completeArrival(index, place.directory, []), foreign: true };
  } finally {
    await set.close();
  }
}

/** Returns the attached files of Airlock's transfers in an archive that contains their content. */
async function attachmentsOf(source: ImageSource): Promise<AttachedFile[]> {
  const byName = new Map<string, AttachedFile>();
  for (const { files } of await attachmentsIn(source))
    for (const file of files)
      if (source.size(file.digest) === file.size) byName.set(comparedName(file.name), file);
  return [...byName.values()];
}

/** @returns false when the source is damaged */
async function copyBlob(
  set: SetWriter,
  source: ImageSource,
  digest: Digest,
  signal: AbortSignal,
): Promise<boolean> {
  const sink = await set.begin(digest);
  try {
    sink.restart();
    for await (const chunk of source.read(digest, { signal })) await sink.write(chunk);
    await sink.finish();
    return true;
  } catch (thrown) {
    await sink.pause();
    const error = asAirlockError(thrown);
    if (error.code !== 'digest-mismatch' && error.code !== 'size-mismatch') throw error;
    return false;
  }
}

async function partialArrival(
  directory: string,
  facts: {
    name: string;
    enclave: string;
    number: number;
    links: ImageLinks[];
    source: ImageSource;
    set: SetWriter;
    /** Missing from every local set, too. */
    missing: ReadonlySet<Digest>;
    damaged: ReadonlySet<Digest>;
    total: number;
    absent: string[];
  },
): Promise<TransferArrival> {
  const { name, enclave, number, links, source, set, missing, damaged, total, absent } = facts;
  const attached = attachedAmong(
    links,
    links.flatMap(({ repository, instances = [] }) => instances.map((digest) => ({ repository, digest }))),
  );
  const images = links.map((link): ImageOfSet => {
    const { digest, instances = [], blobs } = link;
    const content = new Set([digest, ...instances, ...blobs]);
    return { ...link, name: nameInSet(link), attached: attached(link), content, missing: [] };
  });
  const missingContent = images.filter(({ content }) =>
    [...content].some((digest) => missing.has(digest) || damaged.has(digest)),
  );
  const left = [...damaged].reduce((sum, digest) => sum + (source.size(digest) ?? 0), 0);
  await set.close();
  return {
    transfer: name,
    enclave,
    number,
    directory,
    complete: false,
    bytes: total,
    bytesReceived: total - left,
    images: { total: countOwn(images), complete: countOwn(images) - countOwn(missingContent) },
    volumes: [],
    missing: byDeliverable(missingContent),
    files: [],
    foreign: true,
    code: '',
    summary: [
      ...(absent.length > 0 ? [t('filesAbsent', { files: wordList(absent) })] : []),
      ...(damaged.size > 0 ? [t('blobsDamaged', { count: damaged.size, place: source.location })] : []),
      ...(missing.size > 0 ? [t('blobsMissing', { count: missing.size })] : []),
    ].join('. '),
  };
}
