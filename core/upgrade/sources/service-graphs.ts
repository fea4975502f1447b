import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import {
  graphFile,
  savedGraphs,
  type UpdateGraphs,
  updateService,
} from '../../content/release/cincinnati.ts';
import { fetchGraphData, graphDataUrl, type HttpGet } from '../../content/resources/fetch-graph-data.ts';
import type { GraphOrigin } from '../../contract/topics/upgrades.ts';
import { savedAnswers } from './saved-answers.ts';
import { ageText } from './used-source.ts';

/** How an update service is asked. */
export interface ServiceOptions {
  /** Absent: nothing is asked, only what was kept is used. */
  get?: HttpGet;
  /** Value of UPDATE_URL_OVERRIDE. */
  updateUrl?: string;
  /** The folder of the user's cache in which answers are kept. */
  directory: string;
  /** An answer that is kept and not older than this is used without asking again; ms. Default 0: always asked. */
  maxAgeMs?: number;
}

/** An update service with what it answered before. */
export interface SavedService {
  graphs: UpdateGraphs;
  /** Its graph data (tar.gz), which has every channel. @throws AirlockError as `fetchGraphData`; `content-missing` */
  graphData(signal?: AbortSignal): Promise<{ archive: Buffer; origin: string }>;
  /** What was read, so far. */
  used: GraphOrigin[];
  problems: Problem[];
}

/** With an older answer at hand a service that does not answer is not waited for longer than this. ms */
const PATIENCE = 10_000;
const GRAPH_DATA_FILE = 'graph-data.tar.gz';
/** Not faults of the service: an older answer would hide them. */
const OWN_FAULTS = ['interrupted', 'usage', 'release-unknown', 'internal'];

/**
 * Asks an update service and keeps what it answers. When it cannot be asked, what it answered before is used, and a
 * problem says how old that is. A service that did not answer once is not asked again.
 */
export function savedService(options: ServiceOptions): SavedService {
  const { get, updateUrl, directory, maxAgeMs = 0 } = options;
  const problems: Problem[] = [];
  const used: GraphOrigin[] = [];
  const retained = savedAnswers(directory, updateUrl, (problem) => problems.push(problem));
  const saved = savedGraphs(retained.files);
  const live = get && updateService({ get, files: retained.files, updateUrl: updateUrl || undefined });
  let silent: AirlockError | undefined;
  const answer = async <T>(want: Wanted<T>, signal: AbortSignal | undefined): Promise<T> => {
    const at = await retained.writtenAt(want.file);
    if (at !== undefined && (!live || silent || Date.now() - at <= maxAgeMs))
      return fromSaved(used, want, at);
    if (!live) throw nothingRemaining(want.what, retained.service);
    if (silent) throw notToBeHad(want.what, silent);
    try {
      const value = await want.ask(at === undefined ? signal : patient(signal));
      report(used, { kind: 'service', origin: want.origin, channels: want.channels });
      return value;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (signal?.aborted || (OWN_FAULTS.includes(error.code) && error.code !== 'interrupted')) throw error;
      if (error.code !== 'graph-invalid') silent = error;
      if (at === undefined) throw error.code === 'graph-invalid' ? error : notToBeHad(want.what, error);
      const why =
        error.code === 'interrupted' ? `it did not answer within ${PATIENCE / 1000} s` : error.message;
      problems.push({
        code: error.code,
        level: 'warning',
        message: `the update service was not asked: ${why}. What it answered ${ageText(Date.now() - at)} is used`,
        remedy:
          'Newer releases and withdrawn updates are not in it; ask again where the service can be reached.',
      });
      return fromSaved(used, want, at);
    }
  };
  return {
    used,
    problems,
    graphs: {
      graph: (query, signal) =>
        answer(
          {
            file: graphFile(query),
            what: `channel ${query.channel} (${query.architecture})`,
            origin: retained.service,
            channels: [query.channel],
            ask: (limited) => live!.graph(query, limited),
            read: () => saved.graph(query),
          },
          signal,
        ),
    },
    async graphData(signal) {
      const origin = graphDataUrl(updateUrl);
      const archive = await answer(
        {
          file: GRAPH_DATA_FILE,
          what: 'the graph data',
          origin: withoutUser(origin),
          channels: [],
          ask: async (limited) => {
            const override = updateUrl ? { override: updateUrl } : {};
            const body = await fetchGraphData({
              get: get!,
              ...override,
              signal: limited,
            });
            await retained.files.write(GRAPH_DATA_FILE, body);
            return body;
          },
          read: async () => (await retained.files.read(GRAPH_DATA_FILE))!,
        },
        signal,
      );
      return { archive, origin: withoutUser(origin) };
    },
  };
}

/** One thing that a service can be asked. */
interface Wanted<T> {
  file: string;
  what: string;
  origin: string;
  channels: string[];
  ask(signal: AbortSignal | undefined): Promise<T>;
  read(): Promise<T>;
}

async function fromSaved<T>(
  used: GraphOrigin[],
  { origin, channels, read }: Wanted<T>,
  at: number,
): Promise<T> {
  const value = await read();
  report(used, { kind: 'kept', origin, channels, asOf: new Date(at).toISOString() });
  return value;
}

/** Channels that were asked of a service at one time are one line; of kept ones the oldest counts. */
function report(used: GraphOrigin[], source: GraphOrigin): void {
  const same = used.find(
    ({ kind, origin, channels }) =>
      kind === source.kind && origin === source.origin && channels.length > 0 === source.channels.length > 0,
  );
  if (!same) {
    used.push(source);
    return;
  }
  same.channels = [...new Set([...same.channels, ...source.channels])];
  if (same.asOf !== undefined && source.asOf !== undefined && source.asOf < same.asOf)
    same.asOf = source.asOf;
}

function patient(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(PATIENCE);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

function notToBeHad(what: string, cause: AirlockError): AirlockError {
  const { code, message, remedy, retryable } = cause;
  return new AirlockError(code, `${what} cannot be had: ${message}`, {
    side: 'source',
    remedy: `${remedy} Without a network, ${ELSEWHERE}.`,
    retryable,
    cause,
  });
}

const ELSEWHERE = 'name a file, a folder or a workspace that has the graph';

function nothingRemaining(what: string, service: string): AirlockError {
  return new AirlockError('content-missing', `${what} of ${service} was not asked for here before`, {
    side: 'source',
    remedy: `Ask once where the service can be reached, or ${ELSEWHERE}.`,
  });
}

function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
