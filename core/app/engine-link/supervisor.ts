import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Answer } from '../../contract/envelope.ts';
import { type HostEvent, hostEvent } from '../../contract/events.ts';
import type { Session } from '../../contract/topics/session.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import { createCredentialLog } from './credential-log.ts';
import type { EngineProcess } from './engine-process.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { type CredentialRequest, type EngineMessage, type EngineOptions, engineMessage } from './messages.ts';
import { createOwnRuns } from './own-runs.ts';
import { createPendingRequests, failed, interrupted } from './pending-requests.ts';

export interface SupervisorOptions {
  /** Starts an engine process; called again whenever one has died. */
  fork(): EngineProcess;
  engine: EngineOptions;
  /** What the host keeps itself (the desktop's key store), given to the engine before anything else. */
  credentials?: readonly CredentialRequest[];
  /** Told what an engine said against the protocol. */
  onFault(text: string): void;
}

/** The engine as carriers use it: it may die and come back without their noticing more than failed requests. */
export interface EngineSupervisor {
  /**
   * Asks the engine, as soon as there is one. Never rejects: `engine-lost` when it died meanwhile, `interrupted` when
   * the signal was aborted.
   */
  request(
    name: string,
    input: unknown,
    options?: { signal?: AbortSignal; session?: Session },
  ): Promise<Answer>;
  readonly hub: EventHub;
  /** Of the engine at work now. */
  pid(): number | undefined;
  /** Runs under way that were started from here, as far as the engine has told. */
  ownRuns(): RunRef[];
  /** Has own runs paused and ends the engine, within 6 s. */
  close(): Promise<void>;
}

/** Deaths within a minute after which it is not started again. */
const MOST_DEATHS = 3;
const MINUTE_MS = 60_000;
/** An engine that is not ready by then is as good as dead. */
const START_MS = 30_000;
const CLOSE_MS = 6_000;

/** Starts an engine, and again when it dies, at most three times a minute; has its runs resumed then. */
export function superviseEngine({ fork, engine: options, ...rest }: SupervisorOptions): EngineSupervisor {
  const hub = createEventHub();
  const credentials = createCredentialLog(rest.credentials);
  const ownRuns = createOwnRuns();
  const requested = createPendingRequests((message) => engine.post(message), credentials.note);
  let restarts = 0;
  let deaths: number[] = [];
  let state: 'starting' | 'ready' | 'gone' = 'starting';
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
      if (!message.success) rest.onFault('the engine sent what no engine sends');
      else if (engine === started) take(message.data);
    });
    started.onExit((how) => died(how));
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

  function died(how: string): void {
    clearTimeout(startTimer);
    if (closed) return;
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < MINUTE_MS), now];
    ownRuns.engineDied();
    const removed = deaths.length > MOST_DEATHS;
    requested.fail(removed ? 'all' : 'sent', (name) =>
      engineLost(name, how, removed ? START_AGAIN : undefined),
    );
    if (removed) {
      state = 'gone';
      notifyEngine('gone', { detail: `it ${how}, ${deaths.length} times within a minute` });
      return;
    }
    restarts += 1;
    notifyEngine('restarting', { detail: `it ${how}` });
    start();
  }

  function notifyEngine(
    now: 'ready' | 'restarting' | 'gone',
    more: { resumed?: RunRef[]; detail?: string } = {},
  ): void {
    const at = new Date().toISOString();
    hub.publish({ type: 'engine', state: now, restarts, at, resumed: [], ...more });
  }

  /** The last that was heard of these runs is that they work: what became of them is asked for, and told. */
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
    if (state === 'gone' || closed) return failed(engineLost(name, 'is not started again', START_AGAIN));
    return requested.ask(name, input, { ready: state === 'ready', signal, session });
  }

  function close(): Promise<void> {
    closed ??= (state === 'gone' ? Promise.resolve() : ended(engine)).then(() => {
      requested.fail('all', (name) => engineLost(name, 'was closed', START_AGAIN));
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
  onFault(`an event was left out: ${issue?.path.join('.')}: ${issue?.message}`);
  return undefined;
}

/** Asks an engine to end, and ends it when it doesn't. */
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

const START_AGAIN = 'End Airlock and start it again; paused runs can be resumed.';

function engineLost(name: string, how: string, remedy?: string): AirlockError {
  return new AirlockError('engine-lost', `${name} was not answered: the engine ${how}`, {
    retryable: true,
    remedy: remedy || undefined,
  });
}
