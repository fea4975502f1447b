import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import {
  sweepTemporary,
  syncDirectory,
  temporaryName,
  writeFileAtomic,
} from '../../../base/files/atomic-file.ts';
import { mkdir } from '../../../base/files/created-files.ts';
import { sealedJson } from '../../../base/files/sealed-records.ts';
import { t } from '../messages.ts';
import { byteBuffer } from '../model/byte-buffer.ts';
import type { CatalogFile } from '../model/catalog-files.ts';
import type { CatalogPackage, PackageSummary } from '../model/catalog-model.ts';
import { channelGraph } from '../model/channel-graph.ts';
import { olmFault } from '../model/olm-fault.ts';
import { type CollectedPackages, collectedPackages } from './collected-packages.ts';
import { type EarlierFiles, earlierFiles } from './earlier-files.ts';
import { type FileAppender, fileAppender } from './file-appender.ts';
import { IGNORE_FILE, ignoreRules } from './index-ignore.ts';
import {
  DETAILS_FILE,
  DOCUMENTS_FILE,
  FORMAT,
  LIST_FILE,
  MODEL_FILE,
  MOST_STORED_DOCUMENTS,
  MOST_STORED_FILES,
  STORED_FILE_BYTES,
  type StoredFile,
  type StoredList,
  type StoredPackage,
  type StoredSummary,
} from './index-layout.ts';
import { type CatalogIndex, openCatalogIndex } from './open-index.ts';
import { type Growing, type ReadFile, readCatalogFile } from './read-file.ts';

/**
 * Reads a file-based catalog once and stores its documents, and the data for selections, atomically in `folder`. Files in
 * an `.indexignore` are skipped. Files that are equal to those of other indexes in the same directory aren't parsed again.
 * An existing index of the same digest is only replaced if it is unusable.
 * @param files in any order, each read once and to its end
 * @param options.digest of the catalog; returned by the index
 * @throws AirlockError `catalog-invalid` for the first file that can't be read, all of them in `problems`;
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
    await sweepTemporary(parent);
    await mkdir(temporary);
    await build(files, temporary, digest, signal);
    await syncDirectory(temporary);
    const existing = await openCatalogIndex(folder);
    if (existing?.digest === digest) return existing;
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
    await syncDirectory(parent);
  } catch (error) {
    throw asAirlockError(error, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const index = await openCatalogIndex(folder);
  if (!index) throw new AirlockError('disk', t('indexUnreadable', { folder }));
  return index;
}

async function build(
  files: AsyncIterable<CatalogFile>,
  folder: string,
  digest: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const appenders: FileAppender[] = [];
  const appender = async (file: string) => {
    const fresh = await fileAppender(join(folder, file));
    appenders.push(fresh);
    return fresh;
  };
  try {
    const [documents, details] = [await appender(DOCUMENTS_FILE), await appender(DETAILS_FILE)];
    const earlier = await earlierFiles(dirname(folder));
    const { collected, read } = await collect(files, { documents, details }, { earlier, signal });
    const model = await appender(MODEL_FILE);
    const packages: StoredSummary[] = [];
    const rejections: string[] = [];
    for (const found of collected.sorted()) {
      rejections.push(...[olmFault(found) ?? []].flat());
      const place = await model.append(Buffer.from(JSON.stringify(found satisfies StoredPackage)));
      packages.push({ ...summaryOf(found, collected), model: place });
    }
    const providers = [...collected.providers].map(([kind, names]) => [kind, [...names].sort()]);
    const providersPlace = await model.append(Buffer.from(JSON.stringify(Object.fromEntries(providers))));
    const stored = await storedFiles(read, model);
    for (const each of appenders) await each.finish();
    const list: StoredList = {
      format: FORMAT,
      digest,
      bytes: { model: model.size(), details: details.size(), documents: documents.size() },
      files: stored,
      providers: providersPlace,
      packages,
      others: collected.others,
      anomalies: collected.anomalies,
      rejections,
    };
    await writeFileAtomic(join(folder, LIST_FILE), sealedJson(list));
  } finally {
    for (const each of appenders) await each.abandon();
  }
}

async function collect(
  files: AsyncIterable<CatalogFile>,
  into: Growing,
  { earlier, signal }: { earlier: EarlierFiles; signal: AbortSignal | undefined },
): Promise<{ collected: CollectedPackages; read: ReadFile[] }> {
  // A larger file is only read to its first chunk that doesn't fit.
  const memory = byteBuffer(earlier.largest && earlier.largest + 1024 * 1024);
  const rules = ignoreRules();
  const read: ReadFile[] = [];
  for await (const file of files) {
    signal?.throwIfAborted();
    if (file.path.slice(file.path.lastIndexOf('/') + 1) === IGNORE_FILE)
      rules.add(file.path, await textOf(file.content));
    else if (rules.ignores(file.path)) await drain(file.content);
    else read.push(await readCatalogFile(file, into, { earlier, memory, signal }));
  }
  const counting = read.filter(({ path }) => !rules.ignores(path));
  const faults = counting.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw allOf(faults);
  const collected = collectedPackages();
  for (const { metas } of counting) for (const meta of metas) collected.add(meta);
  return { collected, read: counting };
}

/** Appends the documents of files to the model, for catalogs with equal files. */
async function storedFiles(read: ReadFile[], model: FileAppender): Promise<StoredFile[]> {
  const { min, max } = STORED_FILE_BYTES;
  const stored: StoredFile[] = [];
  for (const { path, metas, digest, bytes } of read) {
    if (digest === undefined || bytes === undefined || bytes < min || bytes > max) continue;
    if (metas.length > MOST_STORED_DOCUMENTS) continue;
    if (stored.length >= MOST_STORED_FILES) break;
    const place = await model.append(Buffer.from(JSON.stringify(metas)));
    stored.push({ path, digest, bytes, metas: place });
  }
  return stored;
}

async function textOf(content: CatalogFile['content']): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads content to its end, because the files of a tar stream follow each other. */
async function drain(content: CatalogFile['content']): Promise<void> {
  for await (const _ of content);
}

function allOf(faults: AirlockError[]): AirlockError {
  const [first] = faults;
  if (faults.length === 1) return first!;
  return new AirlockError(
    'catalog-invalid',
    t('moreFiles', { message: first!.message, count: faults.length - 1 }),
    { at: first!.at, problems: faults.map((fault) => fault.toJSON()) },
  );
}

function summaryOf(found: CatalogPackage, collected: CollectedPackages): PackageSummary {
  const channel = found.channels.find(({ name }) => name === found.defaultChannel);
  const graph = channel && channelGraph(channel.entries);
  const head = graph && 'head' in graph ? graph.head : undefined;
  const version = found.bundles.find(({ name }) => name === head)?.version;
  const shown = head ?? found.bundles.at(-1)?.name ?? '';
  const csv = collected.csvOf({ package: found.name, name: shown });
  return {
    name: found.name,
    defaultChannel: found.defaultChannel,
    displayName: csv?.displayName || undefined,
    provider: csv?.provider || undefined,
    summary: csv?.summary || undefined,
    head,
    version,
    channels: found.channels.length,
    bundles: found.bundles.length,
  };
}
