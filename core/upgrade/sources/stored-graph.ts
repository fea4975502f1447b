import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { destinationOf } from '../../base/image/destination.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import type { GraphOrigin } from '../../contract/topics/upgrades.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { looseKind } from '../../store/archive/loose-reader.ts';
import { SET_FILE_NAME } from '../../store/set-format/entry-names.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { mergeGraphs, type OcpGraph } from '../ocp/graph.ts';
import { type GraphSource, openGraph, savedGraph } from '../ocp/open-graph.ts';
import { graphFromImage } from './graph-image.ts';
import { t } from './messages.ts';
import { storedReleaseFacts } from './release-facts.ts';

const SAVED = 'hold-release/cincinnati-graph-data/';

/** A graph with its sources. */
export interface SourcedGraph {
  graph: OcpGraph;
  used: GraphOrigin[];
}

/**
 * Reads the graph at a path: a file or folder for `openGraph`, a workspace, one of its transfers, or a folder with the
 * volumes of an archive set. From the last three, reads the saved graphs of mirror runs and the graph-data image, if it was
 * mirrored, and merges them with the metadata of the releases.
 * @throws AirlockError `usage` if the path doesn't exist, `graph-invalid`, `content-missing`, `disk`, and those of archives
 */
export async function storedGraph(path: string, source: GraphSource): Promise<SourcedGraph> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new AirlockError('usage', t('pathMissing', { path }), { remedy: t('pathMissingRemedy') });
  if (!found.isDirectory()) return fromFile(path, found.mtimeMs, source);
  const names = await readdir(path).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  if (names.includes('channels')) return fromFile(path, undefined, source);
  const workspace = names.includes('working-dir');
  const sets = workspace ? await transfersOf(path) : names.some((name) => SET_FILE_NAME.test(name));
  if (!workspace && !sets && (await looseKind(path)) !== 'registry') return fromFile(path, undefined, source);
  return fromStored(path, { workspace, sets: sets || !workspace }, source);
}

async function fromFile(
  path: string,
  mtimeMs: number | undefined,
  source: GraphSource,
): Promise<SourcedGraph> {
  const graph = await openGraph(path, source);
  const asOf = mtimeMs === undefined ? {} : { asOf: new Date(mtimeMs).toISOString() };
  return { graph, used: [{ kind: 'file', origin: path, channels: [...graph.channels], ...asOf }] };
}

async function transfersOf(workspace: string): Promise<boolean> {
  const names = await readdir(join(workspace, 'transfers')).catch(() => []);
  return names.some((name) => parseTransferName(name)?.partial === false);
}

async function fromStored(
  path: string,
  has: { workspace: boolean; sets: boolean },
  source: GraphSource,
): Promise<SourcedGraph> {
  const own = has.workspace ? workingFiles(join(path, 'working-dir'), { colons: true }) : undefined;
  const sets = has.sets
    ? await openImageSource(path, source.signal ? { signal: source.signal } : {})
    : undefined;
  try {
    // The folder next to the sets contains the graphs of the last run, and each set those of its own run.
    const files = joined([...(own ? [own] : []), ...(sets ? [filesOf(sets)] : [])]);
    const releases = await storedReleaseFacts(files, source.architecture);
    const data = sets && (await carriedGraphData(sets, { ...source, releases }));
    const saved = await savedOrNothing(files, source, data !== undefined);
    const graphs = [saved, data].filter((graph) => graph !== undefined);
    const used: GraphOrigin[] = [
      ...(saved
        ? [{ kind: 'workspace' as const, ...(await savedWhen(path, own)), channels: [...saved.channels] }]
        : []),
      ...(data ? [{ kind: 'graph-data' as const, origin: `${path}#${GRAPH_IMAGE}`, channels: [] }] : []),
    ].map((each) => ({ origin: path, ...each }));
    return { graph: graphs.length === 1 ? graphs[0]! : mergeGraphs(graphs), used };
  } finally {
    await sets?.close();
  }
}

const { repository, tag } = destinationOf({ kind: 'graph' });
const GRAPH_IMAGE = `${repository}:${tag}`;

async function carriedGraphData(sets: ImageSource, source: GraphSource): Promise<OcpGraph | undefined> {
  const digest = sets.tag(repository, tag);
  if (!digest || sets.size(digest) === undefined) return undefined;
  const image = { registry: '', repository, digest };
  return graphFromImage(readerOf(sets), image, `${sets.location}#${GRAPH_IMAGE}`, source);
}

async function savedOrNothing(
  files: WorkingFiles,
  source: GraphSource,
  optional: boolean,
): Promise<OcpGraph | undefined> {
  try {
    return await savedGraph(files, source);
  } catch (error) {
    if (optional && error instanceof AirlockError && error.code === 'content-missing') return undefined;
    throw error;
  }
}

/** Returns the files of several places. The first place that contains a file wins. */
function joined(places: readonly WorkingFiles[]): WorkingFiles {
  return {
    async read(name) {
      for (const place of places) {
        const bytes = await place.read(name);
        if (bytes) return bytes;
      }
      return undefined;
    },
    async list(prefix) {
      const lists = await Promise.all(places.map((place) => place.list(prefix)));
      return [...new Set(lists.flat())].sort();
    },
  };
}

/** Returns when the oldest saved graph of a workspace was requested. */
async function savedWhen(path: string, own: WorkingFiles | undefined): Promise<{ asOf?: string }> {
  if (!own) return {};
  const times: number[] = [];
  for (const name of await own.list(SAVED)) {
    const found = await stat(join(path, 'working-dir', ...name.split('/'))).catch(() => undefined);
    if (found) times.push(found.mtimeMs);
  }
  return times.length > 0 ? { asOf: new Date(Math.min(...times)).toISOString() } : {};
}

function filesOf(source: ImageSource): WorkingFiles {
  return { read: (name) => source.file(name), list: async (prefix) => source.files(prefix) };
}

function readerOf(source: ImageSource): ImageContentReader {
  return {
    manifest: async ({ digest }) => manifestFrom(digest!, await source.bytes(digest!)),
    blob: (_, { digest }, signal) => source.read(digest, signal ? { signal } : {}),
  };
}
