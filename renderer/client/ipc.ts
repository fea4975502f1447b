import type { RequestOutput } from '../../core/contract/contract.ts';
import type { DesktopDoor } from '../../core/contract/desktop-door.ts';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { answeredValue, interrupted, unreachable } from './failures.ts';

/** The engine behind the desktop host's preload. */
export function ipcClient(door: DesktopDoor): AirlockClient {
  let asked = 0;
  // Ids of two loads of a page must differ: the host may still work for the former one.
  const page = crypto.randomUUID();
  return {
    request(name, input, { signal } = {}) {
      if (signal?.aborted) return Promise.reject(interrupted(name));
      const id = `${page} ${++asked}`;
      return new Promise((resolve, reject) => {
        const cancel = () => {
          door.cancel(id);
          reject(interrupted(name));
        };
        signal?.addEventListener('abort', cancel, { once: true });
        door
          .request(id, name, input)
          .then(
            (given) => resolve(answeredValue(given) as RequestOutput<typeof name>),
            () => reject(unreachable('the desktop host does not answer', 'Start Airlock again.')),
          )
          .catch(reject)
          .finally(() => signal?.removeEventListener('abort', cancel));
      });
    },
    events(listener, { signal, after, onConnection }) {
      if (signal.aborted) return;
      const end = door.subscribe(after, (event) => {
        if (!signal.aborted) listener(event);
      });
      signal.addEventListener('abort', end, { once: true });
      onConnection?.(true);
    },
  };
}
