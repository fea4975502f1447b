import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Answer } from '../../contract/envelope.ts';
import { type HostEvent, hostEvent } from '../../contract/events.ts';
import type { Session } from '../../contract/topics/session.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import { createCredentialLog } from './credential-log.ts';
import type { EngineProcess } from './engine-process.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { t } from './messages.ts';
import { createOwnRuns } from './own-runs.ts';
import { createPendingRequests, failed, interrupted } from './pending-requests.ts';
import {
  type CredentialRequest,
  type EngineMessage,
  type EngineOptions,
  engineMessage,
} from './wire-messages.ts';

export interface SupervisorOptions {
  /** Starts an engine process. Called again whenever one has died. */
  fork(): EngineProcess;
  engine: EngineOptions;
  /** Credentials that the host stores (the desktop's key store). The engine gets them before anything else. */
  credentials?: readonly CredentialRequest[];
  /** Called with a message about a protocol error of an engine. */
  onFault(text: string): void;
}

/** The engine from the view of carriers. When it dies and restarts, they only notice failed requests. */
export interface EngineSupervisor {
  /**
   * Sends a request to the engine, as soon as there is one. Never rejects: `engine-lost` if the engine died in the meantime,
   * `interrupted` if the signal was aborted.
   */
  request(
    name: string,
    input: unknown,
    options?: { signal?: AbortSignal; session?: Session },
  ): Promise<Answer>;
  readonly hub: EventHub;
  /** Returns the process id of the current engine. */
  pid(): number | undefined;
  /** Returns active runs that were started by this host, as reported by the engine. */
  ownRuns(): RunRef[];
  /** Pauses own runs and ends the engine within 6 s. */
  close(): Promise<void>;
}

/** After more deaths within a minute, the engine isn't started again. */
const MOST_DEATHS = 3;
const MINUTE_MS = 60_000;
/** An engine that isn't ready after this time is killed. */
const START_MS = 30_000;
const CLOSE_MS = 6_000;

/** Starts an engine, restarts it after its death at most three times a minute, and resumes its runs. */
export function superviseEngine({ fork, engine: options, ...rest }: SupervisorOptions): EngineSupervisor {
  const hub = createEventHub();
  const credentials = createCredentialLog(rest.credentials);
  const ownRuns = createOwnRuns();
  const requested = createPendingRequests((message) => engine.post(message), credentials.note);
  let restarts = 0;
  let deaths: number[] = [];
  let state: 'starting' | 'ready' | 'stopped' = 'starting';
  let closed: Promise<void> | undefined;
  let engine: EngineProcess;
  let startTimer: NodeJS.Timeout | undefined;
  start();

  function start(): void {
    state = 'starting';
    const started = fork();
    engine = started;
    startTimer = setTimeout(() => started.kill(), START_MS);
    started.onMessage((received) => {
      const message = engineMessage.safeParse(received);
      if (!message.success) rest.onFault(t('messageInvalid'));
      else if (engine === started) take(message.data);
    });
    started.onExit(died);
    started.post({
      type: 'start',
      options,
      credentials: credentials.requests(),
      resume: ownRuns.toResume(),
    });
  }

  function take(message: EngineMessage): void {
    if (message.type === 'event') takeEvent(message.event);
    else if (message.type === 'answer') requested.answered(message.id, message.answer);
    else if (message.type === 'ready') {
      clearTimeout(startTimer);
      state = 'ready';
      requested.sendWaiting();
      notifyEngine('ready');
      if (ownRuns.toResume().length === 0) void reportOrphans();
    } else {
      notifyEngine('ready', { resumed: message.runs });
      void reportOrphans();
    }
  }

  function takeEvent(received: unknown): void {
    const event = eventOf(received, rest.onFault);
    if (!event) return;
    ownRuns.note(event);
    hub.publish(event);
  }

  function died(reason: string): void {
    clearTimeout(startTimer);
    if (closed) return;
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < MINUTE_MS), now];
    ownRuns.engineDied();
    const removed = deaths.length > MOST_DEATHS;
    requested.fail(removed ? 'all' : 'sent', (name) => engineLost(name, reason, removed));
    if (removed) {
      state = 'stopped';
      notifyEngine('stopped', { detail: t('engineStopped', { reason, deaths: deaths.length }) });
      return;
    }
    restarts += 1;
    notifyEngine('restarting', { detail: reason });
    start();
  }

  function notifyEngine(
    now: 'ready' | 'restarting' | 'stopped',
    more: { resumed?: RunRef[]; detail?: string } = {},
  ): void {
    const at = new Date().toISOString();
    hub.publish({ type: 'engine', state: now, restarts, at, resumed: [], ...more });
  }

  /** These runs were last reported as active. Queries their records and reports the result. */
  async function reportOrphans(): Promise<void> {
    for (const run of ownRuns.takeOrphans()) {
      const given = await request('runs.live', { run });
      if (given.ok) takeEvent({ type: 'job', job: { ...(given.value as object), kind: 'run' } });
    }
  }

  async function request(
    name: string,
    input: unknown,
    { signal, session }: { signal?: AbortSignal; session?: Session } = {},
  ): Promise<Answer> {
    if (signal?.aborted) return failed(interrupted(name));
    if (state === 'stopped' || closed) return failed(engineLost(name, t('notRestarted'), true));
    return requested.ask(name, input, { ready: state === 'ready', signal, session });
  }

  function close(): Promise<void> {
    closed ??= (state === 'stopped' ? Promise.resolve() : ended(engine)).then(() => {
      requested.fail('all', (name) => engineLost(name, t('closed'), true));
      hub.close();
    });
    return closed;
  }

  return {
    request,
    hub,
    pid: () => engine.pid,
    ownRuns: ownRuns.underWay,
    close,
  };
}

function eventOf(received: unknown, onFault: (text: string) => void): HostEvent | undefined {
  const event = hostEvent.safeParse(received);
  if (event.success) return event.data;
  const [issue] = event.error.issues;
  onFault(t('eventInvalid', { field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' }));
  return undefined;
}

/** Requests the end of an engine, and kills it when it doesn't end. */
function ended(engine: EngineProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => engine.kill(), CLOSE_MS);
    engine.onExit(() => {
      clearTimeout(timer);
      resolve();
    });
    engine.post({ type: 'close' });
  });
}

/** @param final whether the engine isn't started again */
function engineLost(name: string, reason: string, final: boolean): AirlockError {
  return new AirlockError('engine-lost', t('engineLost', { request: name, reason }), {
    retryable: true,
    remedy: final ? t('engineLostRemedy') : undefined,
  });
}
