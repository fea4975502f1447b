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
import type { CatalogFile } from '../model/catalog-files.ts';
import type { CatalogPackage, PackageSummary } from '../model/catalog-model.ts';
import { channelGraph } from '../model/channel-graph.ts';
import { olmFault } from '../model/olm-fault.ts';
import { readMeta } from '../model/read-meta.ts';
import {
  type CollectedPackages,
  collectedPackages,
  type PlacedMeta,
  placedMeta,
} from './collected-packages.ts';
import { catalogInvalid, fbcDocuments } from './fbc-documents.ts';
import { type FileAppender, fileAppender } from './file-appender.ts';
import { IGNORE_FILE, ignoreRules } from './index-ignore.ts';
import {
  DETAILS_FILE,
  DOCUMENTS_FILE,
  FORMAT,
  LIST_FILE,
  MODEL_FILE,
  type StoredList,
  type StoredPackage,
  type StoredSummary,
} from './index-layout.ts';
import { type CatalogIndex, openCatalogIndex } from './open-index.ts';

const NOTHING = Buffer.alloc(0);

/**
 * Reads a file-based catalog once and stores its documents, and the data for selections, atomically in `folder`. Files in
 * an `.indexignore` are skipped. An existing index of the same digest is only replaced if it is unusable.
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

/** The files that are written while the catalog is read. */
interface Growing {
  documents: FileAppender;
  details: FileAppender;
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
    const collected = await collect(files, { documents, details }, signal);
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
    for (const each of appenders) await each.finish();
    const list: StoredList = {
      format: FORMAT,
      digest,
      bytes: { model: model.size(), details: details.size(), documents: documents.size() },
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

/** A file that has been read as far as possible. It may be ignored once all ignore rules are known. */
interface ReadFile {
  path: string;
  metas: PlacedMeta[];
  fault?: AirlockError;
}

async function collect(
  files: AsyncIterable<CatalogFile>,
  into: Growing,
  signal: AbortSignal | undefined,
): Promise<CollectedPackages> {
  const rules = ignoreRules();
  const read: ReadFile[] = [];
  for await (const file of files) {
    signal?.throwIfAborted();
    if (file.path.slice(file.path.lastIndexOf('/') + 1) === IGNORE_FILE)
      rules.add(file.path, await textOf(file.content));
    else if (rules.ignores(file.path)) await drain(file.content);
    else read.push(await readFile(file, into, signal));
  }
  const counting = read.filter(({ path }) => !rules.ignores(path));
  const faults = counting.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw allOf(faults);
  const collected = collectedPackages();
  for (const { metas } of counting) for (const meta of metas) collected.add(meta);
  return collected;
}

async function readFile(
  file: CatalogFile,
  into: Growing,
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  const metas: ReadFile['metas'] = [];
  try {
    for await (const found of fbcDocuments(file)) {
      signal?.throwIfAborted();
      const meta = readMeta(found.value);
      if (typeof meta === 'string') throw catalogInvalid(found, `${found.value.schema}: ${meta}`);
      const details = meta.type === 'bundle' ? Buffer.from(JSON.stringify(meta.details)) : NOTHING;
      metas.push(
        placedMeta(meta, await into.documents.append(found.json), await into.details.append(details)),
      );
    }
    return { path: file.path, metas };
  } catch (error) {
    if (!(error instanceof AirlockError && error.code === 'catalog-invalid')) throw error;
    return { path: file.path, metas, fault: error };
  }
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
