import type { RequestOutput } from '../../core/contract/contract.ts';
import { ContractError } from '../../core/contract/contract-error.ts';
import { type AirlockClient, type Answer, answer } from '../../core/contract/envelope.ts';
import { type EventPosition, type SequencedEvent, sequencedEvent } from '../../core/contract/events.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';
import { readEventStream } from './event-stream.ts';
import { answeredValue, interrupted, unreachable } from './failures.ts';

export interface HttpClientOptions {
  /** Where the host is, without a slash at the end; empty: where the page came from. */
  base?: string;
  fetch?: typeof fetch;
  /**
   * Whether anybody looks at the page. A browser opens only six connections to a host: a page that is not seen gives
   * its event stream back, and catches up when it is seen again.
   */
  visibility?: Visibility;
}

export interface Visibility {
  isHidden(): boolean;
  onChange(listener: () => void, signal: AbortSignal): void;
  /** A page that is hidden for less, ms, keeps its stream. */
  leaveAfterMs: number;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** The host says something every 15 s; a tunnel that is dead says nothing. */
const SILENCE_MS = 40_000;

/** The engine behind `airlock serve`. */
export function httpClient({
  base = '',
  fetch = globalThis.fetch,
  visibility,
}: HttpClientOptions = {}): AirlockClient {
  const ask = fetch.bind(globalThis);
  return {
    async request(name, input, { signal } = {}) {
      if (signal?.aborted) throw interrupted(name);
      let given: Answer;
      try {
        const response = await ask(`${base}/api/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
          cache: 'no-store',
          signal,
        });
        given = await answerOf(response);
      } catch (error) {
        if (signal?.aborted) throw interrupted(name);
        throw error instanceof ContractError ? error : unreachable('Airlock does not answer');
      }
      return answeredValue(given) as RequestOutput<typeof name>;
    },
    events(listener, { signal, after, onConnection }) {
      void followEvents({ ask, base, visibility, listener, signal, after, onConnection });
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const parsed = answer.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw unreachable(`what answered is not Airlock (${response.status})`);
}

interface Following {
  ask: typeof fetch;
  base: string;
  visibility: Visibility | undefined;
  listener: (event: SequencedEvent) => void;
  signal: AbortSignal;
  after: EventPosition | undefined;
  onConnection: ((connected: boolean, reason?: ContractFailure) => void) | undefined;
}

/** Reads the event stream until the signal is aborted; after each break from where it was. */
async function followEvents(following: Following): Promise<void> {
  const { signal, onConnection } = following;
  let position = following.after;
  let wait = FIRST_WAIT_MS;
  const took = (event: SequencedEvent) => {
    position = { epoch: event.epoch, seq: event.seq };
    following.listener(event);
  };
  while (!signal.aborted) {
    await untilSeen(following.visibility, signal);
    if (signal.aborted) return;
    const given = await oneStream(following, position, took, () => {
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

/** One connection. @returns why it ended; `hidden` when the page gave it back itself */
async function oneStream(
  { ask, base, visibility, signal }: Following,
  position: EventPosition | undefined,
  took: (event: SequencedEvent) => void,
  onOpen: () => void,
): Promise<ContractFailure | 'hidden'> {
  const connection = new AbortController();
  const { signal: over } = connection;
  const end = () => connection.abort();
  signal.addEventListener('abort', end, { once: true, signal: over });
  let hidden = false;
  let silence = setTimeout(end, SILENCE_MS);
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(leaving);
    if (visibility?.isHidden())
      leaving = setTimeout(() => {
        hidden = true;
        end();
      }, visibility.leaveAfterMs);
  };
  visibility?.onChange(look, over);
  look();
  try {
    const query = position ? `?after=${encodeURIComponent(`${position.epoch}.${position.seq}`)}` : '';
    const response = await ask(`${base}/api/events${query}`, { cache: 'no-store', signal: over });
    if (!response.ok || !response.body) {
      const given = await answerOf(response);
      return given.ok ? unreachable('the event stream cannot be read').failure : given.error;
    }
    onOpen();
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
    };
    for await (const { data } of readEventStream(response.body, alive)) {
      const event = sequencedEvent.safeParse(JSON.parse(data));
      if (event.success && !signal.aborted) took(event.data);
    }
    return unreachable('the connection to Airlock ended').failure;
  } catch (error) {
    if (hidden) return 'hidden';
    return error instanceof ContractError ? error.failure : unreachable('Airlock does not answer').failure;
  } finally {
    clearTimeout(silence);
    clearTimeout(leaving);
    end();
  }
}

function untilSeen(visibility: Visibility | undefined, signal: AbortSignal): Promise<void> {
  if (!visibility?.isHidden()) return Promise.resolve();
  return new Promise((resolve) => {
    const seen = new AbortController();
    const look = () => {
      if (visibility.isHidden() && !signal.aborted) return;
      seen.abort();
      resolve();
    };
    visibility.onChange(look, seen.signal);
    signal.addEventListener('abort', look, { once: true, signal: seen.signal });
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
