import { z } from 'zod';
import type { RequestInput, RequestName, RequestOutput } from './contract.ts';
import type { EventPosition, SequencedEvent } from './events.ts';
import { type ContractFailure, failure } from './topics/vocabulary.ts';

/** Largest request body a carrier takes, bytes. */
export const LARGEST_REQUEST = 8 * 1024 * 1024;

/** How every carrier answers. */
export const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: failure }),
]);
export type Answer = z.infer<typeof answer>;

/** The one door to the engine, whatever carries it. */
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
   * Tells events until the signal is aborted, reconnecting by itself. The first ones are the latest of every topic that
   * changed after `after` (all, without it). `onConnection` tells whether the host can be heard, and if not, why.
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
