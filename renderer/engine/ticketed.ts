import { useEffect, useRef, useState } from 'react';
import type { RequestInput, RequestName, RequestOutput } from '../../core/contract/contract.ts';
import type { RequestJob } from '../../core/contract/topics/job.ts';
import { useLive } from './live.ts';
import { useClient } from './provider.tsx';

/** Requests that report their progress, by a ticket. */
type TicketedName = {
  [N in RequestName]: RequestInput<N> extends { ticket: string } ? N : never;
}[RequestName];

/** A long request: sent on demand, with progress, and canceled by the next one. */
export interface Ticketed<N extends RequestName> {
  /** The last answer, with its input as JSON. */
  answer: { value: RequestOutput<N>; of: string } | undefined;
  error: unknown;
  asking: boolean;
  work: RequestJob | undefined;
  ask(input: Omit<RequestInput<N>, 'ticket'>): Promise<RequestOutput<N> | undefined>;
  /** Clears the error, for example after its input has changed. */
  forgetError(): void;
  /** Clears the answer and the error. */
  forget(): void;
  cancel(): void;
}

export function useTicketed<N extends TicketedName>(name: N): Ticketed<N> {
  const client = useClient();
  const [ticket, setTicket] = useState<string>();
  const [found, setFound] = useState<{ answer?: Ticketed<N>['answer']; error?: unknown }>({});
  const pending = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.jobs.request[ticket] : undefined));
  useEffect(() => () => pending.current?.abort(), []);
  return {
    answer: found.answer,
    error: found.error,
    asking: ticket !== undefined,
    work,
    forget: () => setFound({}),
    cancel: () => pending.current?.abort(),
    forgetError: () => setFound(({ answer }) => (answer ? { answer } : {})),
    async ask(input) {
      const controller = new AbortController();
      const newTicket = crypto.randomUUID();
      pending.current?.abort();
      pending.current = controller;
      setTicket(newTicket);
      try {
        const full = { ...input, ticket: newTicket } as RequestInput<N>;
        const value = await client.request(name, full, { signal: controller.signal });
        setFound({ answer: { value, of: JSON.stringify(input) } });
        return value;
      } catch (error) {
        if (!controller.signal.aborted) setFound({ error });
        return undefined;
      } finally {
        if (pending.current === controller) setTicket(undefined);
      }
    },
  };
}
