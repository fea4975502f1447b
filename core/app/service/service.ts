import { AsyncLocalStorage } from 'node:async_hooks';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { userName } from '../../base/files/person.ts';
import { CONTRACT, isRequestName, type RequestName, type RequestParsed } from '../../contract/contract.ts';
import type { Answer } from '../../contract/envelope.ts';
import type { HostEvent } from '../../contract/events.ts';
import type { Session } from '../../contract/topics/session.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { jobLog } from '../log/job-log.ts';
import { type Log, logDirectory, openLog } from '../log/log.ts';
import { createExpiryWatch } from '../notices/expiry-watch.ts';
import { jobNotices } from '../notices/job-notices.ts';
import { createNotices, type Notices } from '../notices/notices.ts';
import { faultNotice } from '../schedules/notice-of.ts';
import { runSchedules, type ScheduleRunner } from '../schedules/runner.ts';
import { clusterHandlers } from './clusters/clusters.ts';
import { deleteHandlers } from './clusters/deletes.ts';
import { registryContentHandlers } from './clusters/registry-content.ts';
import { configurationHandlers } from './configurations/configurations.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createDraftStore } from './drafts/store.ts';
import { hostsHandlers } from './hosts/hosts.ts';
import { installConfigHandlers } from './install/install-config.ts';
import { releaseHandlers } from './install/release-files.ts';
import { mediaHandlers } from './media/media.ts';
import { createPractice, type Practice } from './practice/practice.ts';
import { authorityHandlers } from './registries/authorities.ts';
import { credentialHandlers } from './registries/credentials.ts';
import { doctorHandlers } from './registries/doctor.ts';
import { registryHandlers } from './registries/registries.ts';
import { createRuns } from './runs/run-handlers.ts';
import { notificationHandlers } from './schedules/notifications.ts';
import { overviewHandlers } from './schedules/overview.ts';
import { scheduleHandlers } from './schedules/schedules.ts';
import { diagnosticsHandlers } from './settings/diagnostics.ts';
import { keyHandlers } from './settings/keys.ts';
import { settingsHandlers } from './settings/settings.ts';
import { failureAnswer, interrupted } from './state/answers.ts';
import { createCredentialStore } from './state/credential-store.ts';
import type { Handlers, RequestContext } from './state/handlers.ts';
import { hostHandlers } from './state/host.ts';
import { jobHandlers } from './state/job-handlers.ts';
import { createJobs } from './state/jobs.ts';
import { createKnownRoots } from './state/known-roots.ts';
import { t } from './state/messages.ts';
import { requireKnownFolders } from './state/session-places.ts';
import { createSettingsStore } from './state/settings-store.ts';
import type { ServiceOptions, ServiceState } from './state/state.ts';
import { upgradeHandlers } from './upgrades/upgrades.ts';
import { enclaveHandlers } from './workspaces/enclaves.ts';
import { pathHandlers } from './workspaces/paths.ts';
import { siteHandlers } from './workspaces/sites.ts';
import { storageHandlers } from './workspaces/storage.ts';
import { transferHandlers } from './workspaces/transfers.ts';
import { workspaceHandlers } from './workspaces/workspaces.ts';

export type { ServiceOptions } from './state/state.ts';

/** Options of a request. `session` is the session that makes it (default: the operator). */
export interface RequestOptions {
  signal: AbortSignal;
  session?: Session;
}

/** Answers all requests of the application, over any transport. Each engine process has one service. */
export interface Service {
  /**
   * Answers a request of the contract. Never rejects: an unknown name or an invalid input is a `usage` failure that names
   * the field, and a request whose signal was aborted is answered with `interrupted` at once.
   */
  request(name: string, input: unknown, options: RequestOptions): Promise<Answer>;
  /** Removes credentials that were entered in this process from a text. */
  redacted(text: string): string;
  /** Reports every event at once. The host's hub numbers and throttles them. @returns a function that ends it */
  events(listener: (event: HostEvent) => void): () => void;
  /** Resumes runs that died with the previous engine process. @returns their new records */
  resumeAfterCrash(runs: RunRef[]): Promise<RunRef[]>;
  /** Pauses own runs, waits until their records are closed, and stops the practice world's servers. */
  close(): Promise<void>;
}

/** The session whose request is being answered. Runs that it starts record it. */
const acting = new AsyncLocalStorage<Session>();

/** The session of a host without tokens: the desktop application. */
function ownSession(): Session {
  return { role: 'operator', name: userName() };
}

/** ms until the first look for due schedules. */
const SCHEDULES_AFTER_MS = 3_000;

/** Opens the service, and restarts the practice world of an engine that died in the background. Never throws. */
export function createService(options: ServiceOptions): Service {
  const listeners = new Set<(event: HostEvent) => void>();
  const emit = (event: HostEvent): void => {
    for (const listener of listeners) listener(event);
    if (event.type === 'runs' || event.type === 'workspaces') practice.refresh();
    if (event.type === 'job') noteJob(event.job);
    logJob(event);
  };
  const { host, configDirectory } = options;
  const settings = createSettingsStore(configDirectory, (now) => emit({ type: 'settings', settings: now }));
  const credentials = createCredentialStore();
  const log = openLog({
    to: { directory: logDirectory(host) },
    source: 'engine',
    start: { version: host.tool.replace(/^.* /, ''), carrier: options.carrier, node: process.version },
    redacted: credentials.redacted,
    onFault: (reason) => console.error(reason),
  });
  const logJob = jobLog(log);
  const jobs = createJobs(emit);
  const notices = createNotices({
    ...{ configDirectory, host, redacted: credentials.redacted },
    onNotices: (latest) => emit({ type: 'notices', notices: latest }),
    onChange: () => emit({ type: 'notice-list' }),
  });
  const noteJob = jobNotices(notices);
  const draftStore = createDraftStore(configDirectory);
  const practice = createPractice({ host, configDirectory, settings, emit, drafts: draftStore });
  const roots = createKnownRoots({ host, configDirectory, settings, practice });
  const state: ServiceState = {
    options,
    host,
    settings,
    credentials,
    jobs,
    practice,
    notices,
    emit,
    listened: () => listeners.size > 0,
    ...hostsOf({ host, credentials, practice }),
    knownRoots: roots.list,
    noteStateDirectory: roots.note,
  };
  const runs = createRuns(state);
  const runner = runSchedules({
    workspaces: async () => (options.readOnly ? [] : (await settings.read()).workspaces),
    work: { host: state.hostFor, mirror: runs.complete },
    watch: options.readOnly
      ? undefined
      : createExpiryWatch({ configDirectory, notices, hostOf: (workspace) => state.hostFor(workspace) }),
    onChange: () => emit({ type: 'schedules' }),
    onFault: (error, workspace) => {
      logFailure(log, t('schedules'), error, workspace);
      if (workspace !== undefined) void notices.send(faultNotice(workspace, error));
    },
    ...{ configDirectory, notices, startAfterMs: options.schedulesAfterMs ?? SCHEDULES_AFTER_MS },
  });
  const drafts = createDrafts(state, draftStore);
  const handlers = handlersOf(state, { runs, runner, drafts, notices, practice });
  return {
    redacted: credentials.redacted,
    async request(name, input, { signal, session = ownSession() }) {
      await practice.known();
      const answer = await acting.run(session, () =>
        answerTo(
          handlers,
          name,
          input,
          { signal, session },
          {
            before: (parsed) => requireKnownFolders(session, parsed, roots.list),
            failed: (error) => logFailure(log, name, error),
          },
        ),
      );
      // A saved configuration completes a step of practice.
      if (answer.ok && name === 'configurations.save') practice.refresh();
      return answer;
    },
    events(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async resumeAfterCrash(refs) {
      await practice.ready();
      return runs.resumeAfterCrash(refs);
    },
    async close() {
      const schedules = runner.close();
      await jobs.close();
      await schedules;
      await notices.close();
      runs.close();
      await drafts.close();
      await practice.close();
      listeners.clear();
    },
  };
}

/** Returns the handlers of all requests of the contract. */
function handlersOf(
  state: ServiceState,
  {
    runs,
    runner,
    drafts,
    notices,
    practice,
  }: {
    runs: ReturnType<typeof createRuns>;
    runner: ScheduleRunner;
    drafts: ReturnType<typeof createDrafts>;
    notices: Notices;
    practice: Practice;
  },
): Handlers {
  return {
    ...hostHandlers(state),
    ...settingsHandlers(state),
    ...workspaceHandlers(state),
    ...pathHandlers(state),
    ...configurationHandlers(state),
    ...runs.handlers,
    ...jobHandlers(state.jobs),
    ...clusterHandlers(state),
    ...deleteHandlers(state, runs.begin),
    ...registryContentHandlers(state),
    ...enclaveHandlers(state),
    ...transferHandlers(state),
    ...siteHandlers(state),
    ...storageHandlers(state),
    ...mediaHandlers(state),
    ...keyHandlers(state),
    ...registryHandlers(state),
    ...credentialHandlers(state),
    ...authorityHandlers(state),
    ...doctorHandlers(state),
    ...upgradeHandlers(state),
    ...scheduleHandlers(state, runner),
    ...notificationHandlers(notices),
    ...overviewHandlers(state),
    ...drafts.handlers,
    ...hostsHandlers(state),
    ...installConfigHandlers(state),
    ...releaseHandlers(state),
    ...diagnosticsHandlers(state),
    ...practice.handlers,
  };
}

/** Returns functions for the facts of this host, with the environment of practice for its places and registries. */
function hostsOf({
  host,
  credentials,
  practice,
}: Pick<ServiceState, 'host' | 'credentials'> & { practice: Practice }): Pick<
  ServiceState,
  'hostFor' | 'hostAt'
> {
  const hostWith = (world: Record<string, string> | undefined): HostFacts => ({
    ...host,
    env: { ...host.env, ...world },
    credentials: credentials.lookup,
    session: acting.getStore() ?? host.session,
  });
  return {
    hostFor(...places) {
      const given = places.filter((place) => place !== undefined);
      const world = given
        .map((place) => practice.environmentFor(place) ?? practice.environmentAt(place))
        .find((env) => env !== undefined);
      return hostWith(world);
    },
    hostAt: (registry) => hostWith(practice.environmentAt(registry)),
  };
}

interface Hooks {
  /** Stops a request, depending on its input. */
  before: (parsed: unknown) => Promise<void>;
  /** Receives the error of a request that wasn't aborted. */
  failed: (error: unknown) => void;
}

/** Logs a failed request. An internal error has its stack, which answers never contain. */
function logFailure(log: Log, request: string, thrown: unknown, workspace?: string): void {
  const error = asAirlockError(thrown);
  const { code, message, at, cause } = error;
  const internal = code === 'internal';
  const stack = internal ? (cause instanceof Error ? cause : error).stack : undefined;
  const text = t('requestFailed', { request: request.slice(0, 80), message });
  log.write(internal ? 'error' : 'info', text, { code, at, workspace, stack });
}

async function answerTo(
  handlers: Handlers,
  name: string,
  input: unknown,
  context: RequestContext,
  hooks: Hooks,
): Promise<Answer> {
  const { signal } = context;
  try {
    if (!isRequestName(name))
      throw new AirlockError('usage', t('requestUnknown', { name: name.slice(0, 80) }));
    return { ok: true, value: await unlessAborted(handle(handlers, name, input, context, hooks), signal) };
  } catch (error) {
    if (!signal.aborted) hooks.failed(error);
    return failureAnswer(signal.aborted ? interrupted() : error);
  }
}

async function handle<N extends RequestName>(
  handlers: Handlers,
  name: N,
  input: unknown,
  context: RequestContext,
  { before }: Hooks,
): Promise<unknown> {
  const parsed = CONTRACT[name].input.safeParse(input ?? {});
  if (!parsed.success) {
    // Messages of zod name types and limits, but never the value, which may be a password.
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      field: path.join('.') || 'input',
      reason: message,
    }));
    const first = issues[0]!;
    const inFirst = { request: name, field: first.field, reason: first.reason };
    throw new AirlockError('usage', t('inputInvalid', inFirst), {
      remedy: t('fieldInvalidRemedy'),
      at: first.path ? { path: first.path } : undefined,
      problems: issues.map(({ path, field, reason }) => ({
        code: 'usage',
        level: 'error',
        message: t('fieldInvalid', { field, reason }),
        remedy: t('fieldInvalidRemedy'),
        path: path || undefined,
      })),
    });
  }
  await before(parsed.data);
  return handlers[name](parsed.data as RequestParsed<N>, context);
}

/** Ends the wait for aborted work at once. The work itself ends later with the same signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) return Promise.reject(interrupted());
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(interrupted());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
