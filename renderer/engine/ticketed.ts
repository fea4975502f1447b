import { useEffect, useRef, useState } from 'react';
import type { RequestInput, RequestName, RequestOutput } from '../../core/contract/contract.ts';
import type { RequestJob } from '../../core/contract/topics/job.ts';
import { useLive } from './live.ts';
import { useClient } from './provider.tsx';

/** Requests that tell how far they are, by a ticket. */
type TicketedName = {
  [N in RequestName]: RequestInput<N> extends { ticket: string } ? N : never;
}[RequestName];

/** A long question: asked by hand, told while it is worked on, given up when another one is asked. */
export interface Ticketed<N extends RequestName> {
  /** The last answer, and the question that it is for. */
  answer: { value: RequestOutput<N>; of: string } | undefined;
  error: unknown;
  asking: boolean;
  work: RequestJob | undefined;
  ask(input: Omit<RequestInput<N>, 'ticket'>): Promise<RequestOutput<N> | undefined>;
  /** What failed is not told any more: it was about something else. */
  forgetError(): void;
  /** Neither is the answer. */
  forget(): void;
  cancel(): void;
}

export function useTicketed<N extends TicketedName>(name: N): Ticketed<N> {
  const client = useClient();
  const [ticket, setTicket] = useState<string>();
  const [found, setFound] = useState<{ answer?: Ticketed<N>['answer']; error?: unknown }>({});
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.jobs.request[ticket] : undefined));
  useEffect(() => () => asking.current?.abort(), []);
  return {
    answer: found.answer,
    error: found.error,
    asking: ticket !== undefined,
    work,
    forget: () => setFound({}),
    cancel: () => asking.current?.abort(),
    forgetError: () => setFound(({ answer }) => (answer ? { answer } : {})),
    async ask(input) {
      const controller = new AbortController();
      const newTicket = crypto.randomUUID();
      asking.current?.abort();
      asking.current = controller;
      setTicket(newTicket);
      try {
        const question = { ...input, ticket: newTicket } as RequestInput<N>;
        const value = await client.request(name, question, { signal: controller.signal });
        setFound({ answer: { value, of: JSON.stringify(input) } });
        return value;
      } catch (error) {
        if (!controller.signal.aborted) setFound({ error });
        return undefined;
      } finally {
        if (asking.current === controller) setTicket(undefined);
      }
    },
  };
}
