import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import {
  graphFile,
  savedGraphs,
  type UpdateGraphs,
  updateService,
} from '../../content/release/cincinnati.ts';
import { fetchGraphData, graphDataUrl, type HttpGet } from '../../content/resources/fetch-graph-data.ts';
import type { GraphOrigin } from '../../contract/topics/upgrades.ts';
import { t } from './messages.ts';
import { savedAnswers } from './saved-answers.ts';
import { ageText } from './used-source.ts';

/** Options for querying an update service. */
export interface ServiceOptions {
  /** If absent, only saved responses are used. */
  get?: HttpGet;
  /** Value of UPDATE_URL_OVERRIDE. */
  updateUrl?: string;
  /** The folder of the user's cache with saved responses. */
  directory: string;
  /** A saved response that isn't older than this is used without a query, in ms. Default: 0, which always queries. */
  maxAgeMs?: number;
}

/** An update service with its saved responses. */
export interface SavedService {
  graphs: UpdateGraphs;
  /** Returns its graph-data (tar.gz), which contains every channel. @throws AirlockError as `fetchGraphData`; `content-missing` */
  graphData(signal?: AbortSignal): Promise<{ archive: Buffer; origin: string }>;
  /** The sources that were read so far. */
  used: GraphOrigin[];
  problems: Problem[];
}

/** Longest wait for a response if an older one is saved, in ms. */
const PATIENCE = 10_000;
const GRAPH_DATA_FILE = 'graph-data.tar.gz';
/** Errors that aren't the service's, which an older response would hide. */
const OWN_FAULTS = ['interrupted', 'usage', 'release-unknown', 'internal'];

/**
 * Queries an update service and saves its responses. If it can't be queried, a saved response is used, and a problem
 * reports its age. A service that didn't respond once isn't queried again.
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
    if (!live) throw notSaved(want.what, retained.service);
    if (silent) throw unavailable(want.what, silent);
    try {
      const value = await want.ask(at === undefined ? signal : patient(signal));
      report(used, { kind: 'service', origin: want.origin, channels: want.channels });
      return value;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (signal?.aborted || (OWN_FAULTS.includes(error.code) && error.code !== 'interrupted')) throw error;
      if (error.code !== 'graph-invalid') silent = error;
      if (at === undefined) throw error.code === 'graph-invalid' ? error : unavailable(want.what, error);
      const why =
        error.code === 'interrupted' ? t('noResponse', { seconds: PATIENCE / 1000 }) : error.message;
      problems.push({
        code: error.code,
        level: 'warning',
        message: t('savedResponseUsed', { reason: why, age: ageText(Date.now() - at) }),
        remedy: t('savedResponseUsedRemedy'),
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
            what: t('channelGraph', { channel: query.channel, architecture: query.architecture }),
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
          what: t('graphData'),
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

/** A query to a service. */
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
  report(used, { kind: 'cached', origin, channels, asOf: new Date(at).toISOString() });
  return value;
}

/** Adds a source. Channels of a service are one entry. Of saved ones, the oldest date counts. */
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

function unavailable(subject: string, cause: AirlockError): AirlockError {
  const { code, message, remedy, retryable } = cause;
  return new AirlockError(code, t('unavailable', { content: subject, reason: message }), {
    side: 'source',
    remedy: t('unavailableRemedy', { remedy }),
    retryable,
    cause,
  });
}

function notSaved(subject: string, service: string): AirlockError {
  return new AirlockError('content-missing', t('notSaved', { content: subject, service }), {
    side: 'source',
    remedy: t('notSavedRemedy'),
  });
}

function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
