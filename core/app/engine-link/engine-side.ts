import type { Service } from '../service/service.ts';
import { type EngineMessage, type EngineOptions, type HostMessage, hostMessage } from './wire-messages.ts';

/** The engine's end of whatever joins it with its host. */
export interface EnginePort {
  post(message: EngineMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The host is gone. */
  onClose(listener: () => void): void;
}

/**
 * Serves the service over a port, from the host's `start` until its `close`, or until the host is gone: own runs are
 * paused then.
 * @returns when the service is closed; the process may end
 */
export function serveEngine(
  port: EnginePort,
  createService: (options: EngineOptions) => Service,
): Promise<void> {
  const underWay = new Map<number, AbortController>();
  let service: Service | undefined;
  let closing = false;
  return new Promise((resolve, reject) => {
    port.onClose(close);
    port.onMessage((received) => {
      const message = hostMessage.parse(received);
      if (message.type === 'start') start(message).catch(reject);
      else if (message.type === 'request') void answer(message);
      else if (message.type === 'cancel') underWay.get(message.id)?.abort();
      else close();
    });

    function close() {
      if (closing) return;
      closing = true;
      for (const requested of underWay.values()) requested.abort();
      (service?.close() ?? Promise.resolve()).then(resolve, reject);
    }
  });

  async function start({ options, credentials, resume }: Extract<HostMessage, { type: 'start' }>) {
    const opened = createService(options);
    opened.events((event) => port.post({ type: 'event', event }));
    const { signal } = new AbortController();
    for (const { name, input } of credentials) await opened.request(name, input, { signal });
    service = opened;
    port.post({ type: 'ready' });
    if (resume.length > 0) port.post({ type: 'resumed', runs: await opened.resumeAfterCrash(resume) });
  }

  /** The host sends no requests before `ready`. */
  async function answer({ id, name, input, session }: Extract<HostMessage, { type: 'request' }>) {
    const requested = new AbortController();
    underWay.set(id, requested);
    try {
      const given = await service!.request(name, input, {
        signal: requested.signal,
        session,
      });
      port.post({ type: 'answer', id, answer: given });
    } finally {
      underWay.delete(id);
    }
  }
}
