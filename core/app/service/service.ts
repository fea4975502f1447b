import { AsyncLocalStorage } from 'node:async_hooks';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { userName } from '../../base/files/person.ts';
import { CONTRACT, isRequestName, type RequestName, type RequestParsed } from '../../contract/contract.ts';
import type { Answer } from '../../contract/envelope.ts';
import type { HostEvent } from '../../contract/events.ts';
import type { Session } from '../../contract/topics/session.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { clusterHandlers } from './clusters/clusters.ts';
import { deleteHandlers } from './clusters/deletes.ts';
import { configurationHandlers } from './configurations/configurations.ts';
import { createDrafts } from './drafts/drafts.ts';
import { hostsHandlers } from './hosts/hosts.ts';
import { installConfigHandlers } from './install/install-config.ts';
import { mediaHandlers } from './media/media.ts';
import { createPractice, type Practice } from './practice/practice.ts';
import { authorityHandlers } from './registries/authorities.ts';
import { credentialHandlers } from './registries/credentials.ts';
import { doctorHandlers } from './registries/doctor.ts';
import { registryHandlers } from './registries/registries.ts';
import { createRuns } from './runs/run-handlers.ts';
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
import { requireKnownFolders } from './state/session-places.ts';
import { createSettingsStore } from './state/settings-store.ts';
import type { ServiceOptions, ServiceState } from './state/state.ts';
import { upgradeHandlers } from './upgrades/upgrades.ts';
import { enclaveHandlers } from './workspaces/enclaves.ts';
import { pathHandlers } from './workspaces/paths.ts';
import { storageHandlers } from './workspaces/storage.ts';
import { transferHandlers } from './workspaces/transfers.ts';
import { workspaceHandlers } from './workspaces/workspaces.ts';

export type { ServiceOptions } from './state/state.ts';

/** How a request is made. `session`: whose it is; without one it is the operator's own. */
export interface RequestOptions {
  signal: AbortSignal;
  session?: Session;
}

/** Everything the application can ask for, whatever carries the questions. One for each engine process. */
export interface Service {
  /**
   * Answers a request of the contract. Never rejects: an unknown name or a wrong input is a `usage` failure that names
   * the field, and a request whose signal was aborted is answered `interrupted` at once.
   */
  request(name: string, input: unknown, options: RequestOptions): Promise<Answer>;
  /** Tells every event as it happens; the host's hub numbers and spares them. @returns ends it */
  events(listener: (event: HostEvent) => void): () => void;
  /** Takes up runs that died with the engine process before. @returns their new records */
  resumeAfterCrash(runs: RunRef[]): Promise<RunRef[]>;
  /** Pauses own runs, waits until their records are closed, and stops the practice world's servers. */
  close(): Promise<void>;
}

/** The session whose request is being answered; runs that it starts carry it into their records. */
const acting = new AsyncLocalStorage<Session>();

/** Of a host without tokens: the desktop application. */
function ownSession(): Session {
  return { role: 'operator', name: userName() };
}

/** Opens the service; the practice world of an engine that died is started again behind it. Never throws. */
export function createService(options: ServiceOptions): Service {
  const listeners = new Set<(event: HostEvent) => void>();
  const emit = (event: HostEvent): void => {
    for (const listener of listeners) listener(event);
    if (event.type === 'runs') practice.refresh();
  };
  const { host, configDirectory } = options;
  const settings = createSettingsStore(configDirectory, (now) => emit({ type: 'settings', settings: now }));
  const credentials = createCredentialStore();
  const jobs = createJobs(emit);
  const practice = createPractice({ host, configDirectory, settings, emit });
  const roots = createKnownRoots({ host, configDirectory, settings, practice });
  const hostWith = (world: Record<string, string> | undefined): HostFacts => ({
    ...host,
    env: { ...host.env, ...world },
    credentials: credentials.lookup,
    session: acting.getStore() ?? host.session,
  });
  const state: ServiceState = {
    options,
    host,
    settings,
    credentials,
    jobs,
    practice,
    emit,
    listened: () => listeners.size > 0,
    hostFor(...places) {
      const given = places.filter((place) => place !== undefined);
      const world = given
        .map((place) => practice.environmentFor(place) ?? practice.environmentAt(place))
        .find((env) => env !== undefined);
      return hostWith(world);
    },
    hostAt: (registry) => hostWith(practice.environmentAt(registry)),
    knownRoots: roots.list,
    noteStateDirectory: roots.note,
  };
  const runs = createRuns(state);
  const drafts = createDrafts(state);
  const handlers: Handlers = {
    ...hostHandlers(state),
    ...settingsHandlers(state),
    ...workspaceHandlers(state),
    ...pathHandlers(state),
    ...configurationHandlers(state),
    ...runs.handlers,
    ...jobHandlers(jobs),
    ...clusterHandlers(state),
    ...deleteHandlers(state, runs.begin),
    ...enclaveHandlers(),
    ...transferHandlers(state),
    ...storageHandlers(state),
    ...mediaHandlers(state),
    ...keyHandlers(state),
    ...registryHandlers(state),
    ...credentialHandlers(state),
    ...authorityHandlers(state),
    ...doctorHandlers(state),
    ...upgradeHandlers(state),
    ...drafts.handlers,
    ...hostsHandlers(state),
    ...installConfigHandlers(state),
    ...diagnosticsHandlers(state),
    ...practice.handlers,
  };
  return {
    async request(name, input, { signal, session = ownSession() }) {
      await practice.known();
      const answer = await acting.run(session, () =>
        answerTo(
          handlers,
          name,
          input,
          { signal, session },
          { before: (parsed) => requireKnownFolders(session, parsed, roots.list) },
        ),
      );
      if (answer.ok) notePractice(practice, name, input);
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
      await jobs.close();
      runs.close();
      await drafts.close();
      await practice.close();
      listeners.clear();
    },
  };
}

/** Steps of the journey that leave no record of their own: they are known from the question alone. */
function notePractice(practice: Practice, name: string, input: unknown): void {
  if (name === 'plans.make')
    practice.note('plan', CONTRACT['plans.make'].input.parse(input).settings.directory);
  if (name === 'transfers.verify')
    practice.note('verify', CONTRACT['transfers.verify'].input.parse(input).directory);
  if (name === 'resources.read')
    practice.note('resources', CONTRACT['resources.read'].input.parse(input).run.root);
}

interface Hooks {
  /** Stops a request by its input. */
  before: (parsed: unknown) => Promise<void>;
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
    if (!isRequestName(name)) throw new AirlockError('usage', `there is no request ${name.slice(0, 80)}`);
    return { ok: true, value: await unlessAborted(handle(handlers, name, input, context, hooks), signal) };
  } catch (error) {
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
    // zod's sentences name types and limits, never the value: it may be a password.
    const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), why: issue.message }));
    const first = issues[0]!;
    throw new AirlockError('usage', `${name}: ${first.path || 'input'}: ${first.why}`, {
      remedy: 'Correct this field.',
      at: first.path ? { path: first.path } : undefined,
      problems: issues.map(({ path, why }) => ({
        code: 'usage',
        level: 'error',
        message: `${path || 'input'}: ${why}`,
        remedy: 'Correct this field.',
        path: path || undefined,
      })),
    });
  }
  await before(parsed.data);
  return handlers[name](parsed.data as RequestParsed<N>, context);
}

/** What no longer answers must not keep the page waiting: the work ends by itself with the same signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) return Promise.reject(interrupted());
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(interrupted());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
