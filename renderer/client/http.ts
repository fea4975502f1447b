import type { RequestOutput } from '../../core/contract/contract.ts';
import { ContractError } from '../../core/contract/contract-error.ts';
import { type AirlockClient, type Answer, answer } from '../../core/contract/envelope.ts';
import { type EventPosition, type SequencedEvent, sequencedEvent } from '../../core/contract/events.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';
import { readEventStream } from './event-stream.ts';
import { answeredValue, interrupted, unreachable } from './failures.ts';
import { t } from './messages.ts';

export interface HttpClientOptions {
  /** URL of the host, without a trailing slash. Empty: the origin of the page. */
  base?: string;
  fetch?: typeof fetch;
  /**
   * Whether the page is visible. Browsers open only six connections to a host, so a hidden page closes its event stream
   * and catches up when it's visible again.
   */
  visibility?: Visibility;
}

export interface Visibility {
  isHidden(): boolean;
  onChange(listener: () => void, signal: AbortSignal): void;
  /** Time after which a hidden page closes its stream, ms. */
  leaveAfterMs: number;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** The host sends a heartbeat every 15 s. A longer silence means a broken tunnel. */
const SILENCE_MS = 40_000;

/** Returns a client for the engine behind `airlock serve`. */
export function httpClient({
  base = '',
  fetch = globalThis.fetch,
  visibility,
}: HttpClientOptions = {}): AirlockClient {
  const send = fetch.bind(globalThis);
  return {
    async request(name, input, { signal } = {}) {
      if (signal?.aborted) throw interrupted(name);
      let given: Answer;
      try {
        const response = await send(`${base}/api/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
          cache: 'no-store',
          signal,
        });
        given = await answerOf(response);
      } catch (error) {
        if (signal?.aborted) throw interrupted(name);
        throw error instanceof ContractError ? error : unreachable(t('silentError'));
      }
      return answeredValue(given) as RequestOutput<typeof name>;
    },
    events(listener, { signal, after, onConnection }) {
      void followEvents({ send, base, visibility, listener, signal, after, onConnection });
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const parsed = answer.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw unreachable(t('otherServerError', { status: response.status }));
}

interface Following {
  send: typeof fetch;
  base: string;
  visibility: Visibility | undefined;
  listener: (event: SequencedEvent) => void;
  signal: AbortSignal;
  after: EventPosition | undefined;
  onConnection: ((connected: boolean, reason?: ContractFailure) => void) | undefined;
}

/** Reads the event stream until the signal is aborted, and resumes it after interruptions. */
async function followEvents(following: Following): Promise<void> {
  const { signal, onConnection } = following;
  let position = following.after;
  let wait = FIRST_WAIT_MS;
  const received = (event: SequencedEvent) => {
    position = { epoch: event.epoch, seq: event.seq };
    following.listener(event);
  };
  while (!signal.aborted) {
    await untilVisible(following.visibility, signal);
    if (signal.aborted) return;
    const given = await oneStream(following, position, received, () => {
      wait = FIRST_WAIT_MS;
      onConnection?.(true);
    });
    if (signal.aborted) return;
    if (given === 'hidden') continue;
    onConnection?.(false, given);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Reads one connection. @returns why it ended; `hidden` when the page closed it itself */
async function oneStream(
  { send, base, visibility, signal }: Following,
  position: EventPosition | undefined,
  received: (event: SequencedEvent) => void,
  onOpen: () => void,
): Promise<ContractFailure | 'hidden'> {
  const connection = new AbortController();
  const { signal: over } = connection;
  const end = () => connection.abort();
  signal.addEventListener('abort', end, { once: true, signal: over });
  let hidden = false;
  let silence = setTimeout(end, SILENCE_MS);
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(leaving);
    if (visibility?.isHidden())
      leaving = setTimeout(() => {
        hidden = true;
        end();
      }, visibility.leaveAfterMs);
  };
  visibility?.onChange(check, over);
  check();
  try {
    const query = position ? `?after=${encodeURIComponent(`${position.epoch}.${position.seq}`)}` : '';
    const response = await send(`${base}/api/events${query}`, { cache: 'no-store', signal: over });
    if (!response.ok || !response.body) {
      const given = await answerOf(response);
      return given.ok ? unreachable(t('streamError')).failure : given.error;
    }
    onOpen();
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
    };
    for await (const { data } of readEventStream(response.body, alive)) {
      const event = sequencedEvent.safeParse(JSON.parse(data));
      if (event.success && !signal.aborted) received(event.data);
    }
    return unreachable(t('closedError')).failure;
  } catch (error) {
    if (hidden) return 'hidden';
    return error instanceof ContractError ? error.failure : unreachable(t('silentError')).failure;
  } finally {
    clearTimeout(silence);
    clearTimeout(leaving);
    end();
  }
}

function untilVisible(visibility: Visibility | undefined, signal: AbortSignal): Promise<void> {
  if (!visibility?.isHidden()) return Promise.resolve();
  return new Promise((resolve) => {
    const visible = new AbortController();
    const check = () => {
      if (visibility.isHidden() && !signal.aborted) return;
      visible.abort();
      resolve();
    };
    visibility.onChange(check, visible.signal);
    signal.addEventListener('abort', check, { once: true, signal: visible.signal });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
