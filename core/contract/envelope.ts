import { z } from 'zod';
import type { RequestInput, RequestName, RequestOutput } from './contract.ts';
import type { EventPosition, SequencedEvent } from './events.ts';
import { type ContractFailure, failure } from './topics/vocabulary.ts';

/** Largest request body that a carrier accepts, in bytes. */
export const LARGEST_REQUEST = 8 * 1024 * 1024;

/** The response of every carrier. */
export const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: failure }),
]);
export type Answer = z.infer<typeof answer>;

/** The only interface to the engine, whatever the carrier. */
export interface AirlockClient {
  /**
   * @throws ContractError with the host's code, message and remedy; code `interrupted` when the signal was aborted,
   * `connection` when the host cannot be reached
   */
  request<N extends RequestName>(
    name: N,
    input: RequestInput<N>,
    options?: { signal?: AbortSignal },
  ): Promise<RequestOutput<N>>;
  /**
   * Delivers events until the signal is aborted, and reconnects automatically. The first events are the latest of every
   * topic changed since `after` (default: all). `onConnection` reports whether the host is reachable, and if not, why.
   */
  events(
    listener: (event: SequencedEvent) => void,
    options: {
      signal: AbortSignal;
      after?: EventPosition;
      onConnection?: (connected: boolean, reason?: ContractFailure) => void;
    },
  ): void;
}
