import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Answer, answer } from '../../contract/envelope.ts';
import type { Session } from '../../contract/topics/session.ts';
import { t } from './messages.ts';
import type { HostMessage } from './wire-messages.ts';

interface Requested {
  session?: Session | undefined;
  name: string;
  input: unknown;
  sent: boolean;
  settle(given: Answer): void;
}

/** Requests without an answer. */
export interface PendingRequests {
  /** Sends a request at once or, while the engine isn't `ready`, with `sendWaiting`. */
  ask(
    name: string,
    input: unknown,
    options: { ready: boolean; signal?: AbortSignal | undefined; session?: Session | undefined },
  ): Promise<Answer>;
  sendWaiting(): void;
  /** Handles an answer of the engine. */
  answered(id: number, received: unknown): void;
  /** Fails requests that won't be answered. */
  fail(which: 'sent' | 'all', error: (name: string) => AirlockError): void;
}

/** @param onSuccess called for every request that was answered with a value */
export function createPendingRequests(
  post: (message: HostMessage) => void,
  onSuccess: (name: string, input: unknown) => void,
): PendingRequests {
  const requested = new Map<number, Requested>();
  let lastId = 0;
  const send = (id: number, request: Requested): void => {
    const { name, input, session } = request;
    request.sent = true;
    post({ type: 'request', id, name, input, session });
  };
  return {
    ask(name, input, { ready, signal, session }) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const cancel = () => {
          if (entry.sent) post({ type: 'cancel', id });
          entry.settle(failed(interrupted(name)));
        };
        const entry: Requested = {
          ...{ name, input, session, sent: false },
          settle(given) {
            requested.delete(id);
            signal?.removeEventListener('abort', cancel);
            resolve(given);
          },
        };
        requested.set(id, entry);
        signal?.addEventListener('abort', cancel, { once: true });
        if (ready) send(id, entry);
      });
    },
    sendWaiting() {
      for (const [id, request] of requested) send(id, request);
    },
    answered(id, received) {
      const request = requested.get(id);
      if (!request) return;
      const given = answer.safeParse(received);
      if (given.success && given.data.ok) onSuccess(request.name, request.input);
      request.settle(
        given.success
          ? given.data
          : failed(new AirlockError('internal', t('answerInvalid', { request: request.name }))),
      );
    },
    fail(which, error) {
      for (const request of [...requested.values()])
        if (request.sent || which === 'all') request.settle(failed(error(request.name)));
    },
  };
}

export function failed(error: AirlockError): Answer {
  return { ok: false, error: { ...error.toJSON(), problems: error.problems } };
}

export function interrupted(name: string): AirlockError {
  return new AirlockError('interrupted', t('stopped', { request: name }), { remedy: t('stoppedRemedy') });
}
