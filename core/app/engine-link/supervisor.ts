import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Answer, answer } from '../../contract/envelope.ts';
import { type HostEvent, hostEvent, topicOf } from '../../contract/events.ts';
import { isUnderWay } from '../../contract/topics/job.ts';
import type { Session } from '../../contract/topics/session.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import { createCredentialLog } from './credential-log.ts';
import type { EngineProcess } from './engine-process.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { type CredentialRequest, type EngineMessage, type EngineOptions, engineMessage } from './messages.ts';

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
   * Asks the engine, as soon as there is one. Never rejects: `engine-gone` when it died meanwhile, `interrupted` when
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

interface Asked {
  session?: Session;
  name: string;
  input: unknown;
  sent: boolean;
  settle(given: Answer): void;
}

interface OwnRun {
  run: RunRef;
  /** One that was to pause is not taken up again against the user's word. */
  resume: boolean;
}

/** Starts an engine, and again when it dies, at most three times a minute; has its runs resumed then. */
export function superviseEngine({ fork, engine: options, ...rest }: SupervisorOptions): EngineSupervisor {
  const hub = createEventHub();
  const credentials = createCredentialLog(rest.credentials);
  const asked = new Map<number, Asked>();
  const ownRuns = new Map<string, OwnRun>();
  let lastId = 0;
  let restarts = 0;
  let deaths: number[] = [];
  let state: 'starting' | 'ready' | 'gone' = 'starting';
  let closed: Promise<void> | undefined;
  let engine: EngineProcess;
  /** Runs of dead engines whose fate this engine has not told yet. */
  let orphans: OwnRun[] = [];
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
    const resume = orphans.filter((orphan) => orphan.resume).map(({ run }) => run);
    started.post({ type: 'start', options, credentials: credentials.requests(), resume });
  }

  function take(message: EngineMessage): void {
    if (message.type === 'event') takeEvent(message.event);
    else if (message.type === 'answer') takeAnswer(message.id, message.answer);
    else if (message.type === 'ready') {
      clearTimeout(startTimer);
      state = 'ready';
      for (const [id, request] of asked) send(id, request);
      tellEngine('ready');
      if (!orphans.some(({ resume }) => resume)) void tellOrphans();
    } else {
      tellEngine('ready', { resumed: message.runs });
      void tellOrphans();
    }
  }

  function takeEvent(received: unknown): void {
    const event = hostEvent.safeParse(received);
    if (!event.success) {
      const [issue] = event.error.issues;
      rest.onFault(`an event was left out: ${issue?.path.join('.')}: ${issue?.message}`);
      return;
    }
    noteRun(event.data);
    hub.publish(event.data);
  }

  function noteRun(event: HostEvent): void {
    if (event.type !== 'job' || event.job.kind !== 'run' || !event.job.own) return;
    const { status, run } = event.job;
    if (isUnderWay(event.job)) ownRuns.set(topicOf(event), { run, resume: status === 'running' });
    else ownRuns.delete(topicOf(event));
  }

  function takeAnswer(id: number, received: unknown): void {
    const request = asked.get(id);
    if (!request) return;
    const given = answer.safeParse(received);
    if (given.success && given.data.ok) credentials.note(request.name, request.input);
    request.settle(
      given.success
        ? given.data
        : failed(new AirlockError('internal', `the engine gave no proper answer to ${request.name}`)),
    );
  }

  function send(id: number, request: Asked): void {
    request.sent = true;
    engine.post({
      type: 'request',
      id,
      name: request.name,
      input: request.input,
      ...(request.session && { session: request.session }),
    });
  }

  function died(how: string): void {
    clearTimeout(startTimer);
    if (closed) return;
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < MINUTE_MS), now];
    // A run that was resumed is a new one in the same place: the one before it is history.
    const underWay = [...ownRuns.values()];
    orphans = [
      ...orphans.filter(({ run }) => !underWay.some((own) => own.run.root === run.root)),
      ...underWay,
    ];
    ownRuns.clear();
    const gone = deaths.length > MOST_DEATHS;
    for (const request of [...asked.values()])
      if (request.sent || gone)
        request.settle(failed(engineGone(request.name, how, gone ? START_AGAIN : undefined)));
    if (gone) {
      state = 'gone';
      tellEngine('gone', { detail: `it ${how}, ${deaths.length} times within a minute` });
      return;
    }
    restarts += 1;
    tellEngine('restarting', { detail: `it ${how}` });
    start();
  }

  function tellEngine(
    now: 'ready' | 'restarting' | 'gone',
    more: { resumed?: RunRef[]; detail?: string } = {},
  ): void {
    const at = new Date().toISOString();
    hub.publish({ type: 'engine', state: now, restarts, at, resumed: [], ...more });
  }

  /** The last that was heard of these runs is that they work: what became of them is asked for, and told. */
  async function tellOrphans(): Promise<void> {
    const told = orphans;
    orphans = [];
    for (const { run } of told) {
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
    if (state === 'gone' || closed) return failed(engineGone(name, 'is not started again', START_AGAIN));
    const id = ++lastId;
    return new Promise((resolve) => {
      const cancel = () => {
        if (entry.sent) engine.post({ type: 'cancel', id });
        entry.settle(failed(interrupted(name)));
      };
      const entry: Asked = {
        name,
        input,
        ...(session && { session }),
        sent: false,
        settle(given) {
          asked.delete(id);
          signal?.removeEventListener('abort', cancel);
          resolve(given);
        },
      };
      asked.set(id, entry);
      signal?.addEventListener('abort', cancel, { once: true });
      if (state === 'ready') send(id, entry);
    });
  }

  function close(): Promise<void> {
    closed ??= new Promise<void>((resolve) => {
      if (state === 'gone') return resolve();
      const timer = setTimeout(() => engine.kill(), CLOSE_MS);
      engine.onExit(() => {
        clearTimeout(timer);
        resolve();
      });
      engine.post({ type: 'close' });
    }).then(() => {
      for (const request of [...asked.values()])
        request.settle(failed(engineGone(request.name, 'was closed', START_AGAIN)));
      hub.close();
    });
    return closed;
  }

  return {
    request,
    hub,
    pid: () => engine.pid,
    ownRuns: () => [...ownRuns.values()].map(({ run }) => run),
    close,
  };
}

function failed(error: AirlockError): Answer {
  return { ok: false, error: { ...error.toJSON(), problems: error.problems } };
}

function interrupted(name: string): AirlockError {
  return new AirlockError('interrupted', `${name} was stopped on request`, {
    remedy: 'Ask again when it is wanted.',
  });
}

const START_AGAIN = 'End Airlock and start it again; paused runs can be resumed.';

function engineGone(name: string, how: string, remedy?: string): AirlockError {
  return new AirlockError('engine-gone', `${name} was not answered: the engine ${how}`, {
    retryable: true,
    ...(remedy && { remedy }),
  });
}
