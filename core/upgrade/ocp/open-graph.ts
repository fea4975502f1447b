import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { layerEntries } from '../../base/image/layer-entries.ts';
import { type ReleaseFacts, readGraphData } from './from-graph-data.ts';
import { readUpdateService } from './from-update-service.ts';
import { mergeGraphs, type OcpGraph } from './graph.ts';
import type { GraphDataFile } from './graph-data-files.ts';
import { t } from './messages.ts';

export interface GraphSource {
  /** amd64, arm64, ppc64le, s390x or multi. */
  architecture: string;
  /** The channel of a saved response, if its name doesn't contain it. */
  channel?: string;
  /** Metadata of releases, to combine with graph-data. */
  releases?: Iterable<ReleaseFacts>;
  /** Reads the valid part of a broken response of an update service. */
  salvage?: boolean;
  signal?: AbortSignal;
}

/** Folder in which a mirror run saves graphs, below `working-dir/`. */
const SAVED = 'hold-release/cincinnati-graph-data/';
/** Larger files don't belong to graph-data, which is 2 MB unpacked in total. */
const LARGEST_FILE = 16 * 2 ** 20;
const LARGEST_ARCHIVE = 256 * 2 ** 20;
const PARTS = ['channels', 'internal-channels', 'blocked-edges', 'build-suggestions'];

/**
 * Reads the graph in a file or folder: a response of an update service (JSON), graph-data as a folder or an archive (tar,
 * tar.gz), a folder with saved responses, a workspace, or its `working-dir`. Responses of several channels are merged.
 * @throws AirlockError `graph-invalid` with the expected content; `disk`
 */
export async function openGraph(path: string, source: GraphSource): Promise<OcpGraph> {
  if ((await stat(path)).isDirectory()) return openFolder(path, source);
  const first = await firstBytes(path);
  if (isArchive(first)) return readGraphDataArchive(createReadStream(path), path, source);
  if (/^\s*[[{]/.test(String(first))) return readAnswer(await readFile(path), path, source);
  throw new AirlockError('graph-invalid', t('graphFileUnknown', { path }), {
    remedy: t('graphFileUnknownRemedy'),
  });
}

/**
 * Reads graph-data from an archive (tar, tar.gz) with its root at the top or in a folder: `graph-data` of the update
 * service, or a layer of the graph-data image.
 * @throws AirlockError `graph-invalid`
 */
export async function readGraphDataArchive(
  archive: AsyncIterable<Buffer>,
  origin: string,
  source: GraphSource,
): Promise<OcpGraph> {
  const files: GraphDataFile[] = [];
  const invalid = (problem: string, cause?: unknown) =>
    new AirlockError('graph-invalid', t('graphDataUnreadable', { origin, problem }), {
      remedy: t('graphInvalidRemedy'),
      cause,
    });
  const reading = { budget: { unpacked: LARGEST_ARCHIVE }, invalid };
  const entries = layerEntries(archive, { ...reading, signal: source.signal });
  for await (const { header, content } of entries) {
    const name = belowRoot(header.name);
    if (header.type !== 'file' || name === undefined || (header.size ?? 0) > LARGEST_FILE) continue;
    files.push({ name, content: String(Buffer.concat(await Array.fromAsync(content))) });
  }
  return readGraphData(files, { origin, ...source });
}

/**
 * Returns the merged graphs of one architecture that an earlier run saved, in a workspace or an archive set.
 * @throws AirlockError `content-missing` if there are none
 */
export async function savedGraph(files: WorkingFiles, source: GraphSource): Promise<OcpGraph> {
  const names = (await files.list(SAVED)).filter((name) => name.endsWith('.json')).sort();
  const known = names.map((name) => name.slice(name.lastIndexOf('/') + 1));
  const graphs: OcpGraph[] = [];
  for (const [at, name] of names.entries()) {
    const saved = savedName(known[at]!);
    if (saved?.architecture !== source.architecture) continue;
    if (source.channel && saved.channel !== source.channel) continue;
    const body = await files.read(name);
    if (body) graphs.push(readUpdateService(body, { origin: name, ...saved, ...salvageOf(source) }));
  }
  if (graphs.length > 0) return mergeGraphs(graphs);
  const { architecture, channel } = source;
  const error = channel
    ? t('graphOfChannelNotSaved', { channel, architecture })
    : t('graphNotSaved', { architecture });
  const message = known.length > 0 ? t('graphNotSavedAmong', { error, files: known.join(', ') }) : error;
  throw new AirlockError('content-missing', message, { remedy: t('graphNotSavedRemedy') });
}

async function openFolder(path: string, source: GraphSource): Promise<OcpGraph> {
  const names = await readdir(path);
  if (names.includes('channels')) return readGraphData(await filesBelow(path), { origin: path, ...source });
  for (const below of names.includes('working-dir') ? ['working-dir', '.'] : ['.']) {
    const folder = join(path, below, SAVED);
    const saved = await readdir(folder).catch(() => []);
    if (saved.length > 0) return savedGraph(filesOf(join(path, below)), source);
  }
  const answers = names.filter((name) => name.endsWith('.json')).sort();
  if (answers.length > 0) {
    const graphs = [];
    for (const name of answers) {
      const saved = savedName(name);
      if (saved && saved.architecture !== source.architecture) continue;
      graphs.push(readAnswer(await readFile(join(path, name)), join(path, name), source));
    }
    if (graphs.length > 0) return mergeGraphs(graphs);
  }
  throw new AirlockError(
    'graph-invalid',
    t('graphDirectoryEmpty', { path, architecture: source.architecture }),
    { remedy: t('graphDirectoryEmptyRemedy') },
  );
}

function readAnswer(body: Uint8Array, path: string, source: GraphSource): OcpGraph {
  const saved = savedName(path.slice(path.lastIndexOf('/') + 1));
  const channel = source.channel ?? saved?.channel;
  return readUpdateService(body, {
    origin: path,
    channel: channel || undefined,
    architecture: saved?.architecture,
    ...salvageOf(source),
  });
}

function salvageOf({ salvage }: GraphSource): { salvage?: boolean } {
  return salvage === undefined ? {} : { salvage };
}

/** `amd64-stable-4.18.json` */
function savedName(name: string): { architecture: string; channel: string } | undefined {
  const [, architecture, channel] =
    /^(amd64|arm64|ppc64le|s390x|multi)-(.+-\d+\.\d+)\.json$/.exec(name) ?? [];
  return architecture && channel ? { architecture, channel } : undefined;
}

/** Returns the path of a file of graph-data from its path in an archive, or undefined for other files. */
function belowRoot(name: string): string | undefined {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  const tail = parts.slice(-2).join('/');
  if (parts.at(-1) === 'version') return 'version';
  if (tail === 'raw/metadata.json') return tail;
  return parts.length > 1 && PARTS.includes(parts.at(-2)!) && /\.ya?ml$/.test(tail) ? tail : undefined;
}

async function filesBelow(folder: string): Promise<GraphDataFile[]> {
  const read = async (name: string) => ({ name, content: await readFile(join(folder, name), 'utf8') });
  const files: Promise<GraphDataFile>[] = [];
  for (const part of PARTS) {
    const names = await readdir(join(folder, part)).catch(() => []);
    files.push(...names.filter((name) => /\.ya?ml$/.test(name)).map((name) => read(`${part}/${name}`)));
  }
  for (const name of ['version', 'raw/metadata.json']) {
    const there = await stat(join(folder, name)).catch(() => undefined);
    if (there?.isFile()) files.push(read(name));
  }
  return Promise.all(files);
}

function filesOf(folder: string): WorkingFiles {
  return {
    read: (name) => readFile(join(folder, name)),
    list: async (prefix) => (await readdir(join(folder, prefix))).map((name) => prefix + name),
  };
}

async function firstBytes(path: string): Promise<Buffer> {
  const chunks = createReadStream(path, { end: 511 });
  return Buffer.concat(await Array.fromAsync(chunks as AsyncIterable<Buffer>));
}

function isArchive(first: Buffer): boolean {
  return (
    first.length >= 2 && (first.readUInt16BE(0) === 0x1f8b || String(first.subarray(257, 262)) === 'ustar')
  );
}
