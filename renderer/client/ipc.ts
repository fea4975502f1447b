import type { RequestOutput } from '../../core/contract/contract.ts';
import type { DesktopDoor } from '../../core/contract/desktop-door.ts';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { answeredValue, interrupted, unreachable } from './failures.ts';
import { t } from './messages.ts';

/** Returns a client for the engine behind the preload script of the desktop host. */
export function ipcClient(door: DesktopDoor): AirlockClient {
  let requests = 0;
  // The host can still work on requests of the previous load of a page, so IDs differ by load.
  const page = crypto.randomUUID();
  return {
    request(name, input, { signal } = {}) {
      if (signal?.aborted) return Promise.reject(interrupted(name));
      const id = `${page} ${++requests}`;
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
            () => reject(unreachable(t('desktopSilentError'), t('desktopRemedy'))),
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
