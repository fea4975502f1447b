import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { isTemporary, syncDirectory, temporaryName, writeFileAtomic } from '../store/atomic-file.ts';
import type { CatalogFile } from './catalog-files.ts';
import type { BundleDetails, CatalogPackage, DocumentPlace, PackageSummary } from './catalog-model.ts';
import { channelGraph } from './channel-graph.ts';
import { type CollectedPackages, collectedPackages } from './collected-packages.ts';
import { catalogInvalid, fbcDocuments } from './fbc-documents.ts';
import { type FileAppender, fileAppender } from './file-appender.ts';
import { IGNORE_FILE, ignoreRules } from './index-ignore.ts';
import {
  DOCUMENTS_FILE,
  FORMAT,
  LIST_FILE,
  MODEL_FILE,
  PROVIDERS_FILE,
  type StoredList,
  type StoredPackage,
  type StoredSummary,
} from './index-layout.ts';
import { kindKey } from './object-kind.ts';
import { type CatalogIndex, openCatalogIndex } from './open-index.ts';
import { type Meta, readMeta } from './read-meta.ts';

/** Left by a process that died; younger ones may be under construction. */
const STALE_MS = 60 * 60 * 1000;

/**
 * Reads a file-based catalog once and keeps what a selection needs, and every document, in `folder`, whole or not at
 * all. Files that an `.indexignore` names are left out. An index of the same catalog that is there already is replaced
 * only if it cannot be used.
 * @param files in any order, each read once and to its end
 * @param options.digest of the catalog; told back by the index
 * @throws AirlockError `catalog-invalid` for the first file that cannot be read, all of them in `problems`;
 * `disk`, `disk-full`; `interrupted`
 */
export async function indexCatalog(
  files: AsyncIterable<CatalogFile>,
  folder: string,
  { digest, signal }: { digest: string; signal?: AbortSignal },
): Promise<CatalogIndex> {
  const parent = dirname(folder);
  const temporary = temporaryName(parent);
  try {
    await mkdir(parent, { recursive: true });
    await sweepStale(parent);
    await mkdir(temporary);
    await build(files, temporary, digest, signal);
    await syncDirectory(temporary);
    const theirs = await openCatalogIndex(folder);
    if (theirs) return theirs;
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
    await syncDirectory(parent);
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const index = await openCatalogIndex(folder);
  if (!index) throw new AirlockError('disk', `the catalog index ${folder} cannot be read back`);
  return index;
}

async function sweepStale(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter(isTemporary)) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() && Date.now() - found.mtimeMs > STALE_MS)
      await rm(path, { recursive: true, force: true });
  }
}

async function build(
  files: AsyncIterable<CatalogFile>,
  folder: string,
  digest: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const appenders: FileAppender[] = [];
  try {
    const documents = await fileAppender(join(folder, DOCUMENTS_FILE));
    appenders.push(documents);
    const collected = await collect(files, documents, signal);
    await documents.finish();
    const model = await fileAppender(join(folder, MODEL_FILE));
    appenders.push(model);
    const { packages, providers } = await writeModel(collected, model);
    await model.finish();
    await writeFileAtomic(join(folder, PROVIDERS_FILE), providers);
    const list: StoredList = {
      format: FORMAT,
      digest,
      bytes: { model: model.size(), providers: providers.length, documents: documents.size() },
      packages,
      others: collected.others,
      oddities: collected.oddities,
    };
    await writeFileAtomic(join(folder, LIST_FILE), JSON.stringify(list));
  } finally {
    for (const appender of appenders) await appender.abandon();
  }
}

/** A file that has been read as far as it can be: whether it counts is known when all rules are. */
interface ReadFile {
  path: string;
  metas: { meta: Meta; document: DocumentPlace }[];
  fault?: AirlockError;
}

async function collect(
  files: AsyncIterable<CatalogFile>,
  documents: FileAppender,
  signal: AbortSignal | undefined,
): Promise<CollectedPackages> {
  const rules = ignoreRules();
  const read: ReadFile[] = [];
  for await (const file of files) {
    signal?.throwIfAborted();
    if (file.path.slice(file.path.lastIndexOf('/') + 1) === IGNORE_FILE)
      rules.add(file.path, await textOf(file.content));
    else if (rules.ignores(file.path)) await drain(file.content);
    else read.push(await readFile(file, documents, signal));
  }
  const counting = read.filter(({ path }) => !rules.ignores(path));
  const faults = counting.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw allOf(faults);
  const collected = collectedPackages();
  for (const { metas } of counting) for (const { meta, document } of metas) collected.add(meta, document);
  return collected;
}

async function readFile(
  file: CatalogFile,
  documents: FileAppender,
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  const metas: ReadFile['metas'] = [];
  try {
    for await (const found of fbcDocuments(file)) {
      signal?.throwIfAborted();
      const meta = readMeta(found.value);
      if (typeof meta === 'string') throw catalogInvalid(found, `${found.value.schema}: ${meta}`);
      metas.push({ meta, document: await documents.append(found.json) });
    }
    return { path: file.path, metas };
  } catch (error) {
    if (!(error instanceof AirlockError && error.code === 'catalog-invalid')) throw error;
    return { path: file.path, metas, fault: error };
  }
}

async function textOf(content: CatalogFile['content']): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Files of a tar stream come one after the other. */
async function drain(content: CatalogFile['content']): Promise<void> {
  for await (const _ of content);
}

function allOf(faults: AirlockError[]): AirlockError {
  const [first] = faults;
  if (faults.length === 1) return first!;
  return new AirlockError('catalog-invalid', `${first!.message} (and ${faults.length - 1} more files)`, {
    ...(first!.at && { at: first!.at }),
    problems: faults.map((fault) => fault.toJSON()),
  });
}

async function writeModel(collected: CollectedPackages, model: FileAppender) {
  const packages: StoredSummary[] = [];
  const providers = new Map<string, Set<string>>();
  for (const { package: found, details } of collected.take()) {
    const graph = await model.append(Buffer.from(JSON.stringify(found satisfies StoredPackage)));
    const place = await model.append(Buffer.concat(details));
    packages.push({ ...summaryOf(found, details), graph, details: place });
    for (const json of details)
      for (const kind of (JSON.parse(json.toString()) as BundleDetails).provides) {
        const names = providers.get(kindKey(kind)) ?? new Set();
        providers.set(kindKey(kind), names.add(found.name));
      }
  }
  const json = JSON.stringify(Object.fromEntries([...providers].map(([key, names]) => [key, [...names]])));
  return { packages, providers: Buffer.from(json) };
}

function summaryOf(found: CatalogPackage, details: Buffer[]): PackageSummary {
  const channel = found.channels.find(({ name }) => name === found.defaultChannel);
  const graph = channel && channelGraph(channel.entries);
  const head = graph && 'head' in graph ? graph.head : found.bundles.at(-1)?.name;
  const at = found.bundles.findIndex(({ name }) => name === head);
  const csv = at < 0 ? undefined : (JSON.parse(details[at]!.toString()) as BundleDetails).csv;
  return {
    name: found.name,
    defaultChannel: found.defaultChannel,
    ...(csv?.displayName && { displayName: csv.displayName }),
    ...(csv?.provider && { provider: csv.provider }),
    ...(csv?.summary && { summary: csv.summary }),
    channels: found.channels.length,
    bundles: found.bundles.length,
  };
}
