import type { DesktopDoor } from '../../core/contract/desktop-door.ts';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { httpClient } from './http.ts';
import { ipcClient } from './ipc.ts';

declare global {
  interface Window {
    /** Defined only in the desktop application. */
    airlock?: DesktopDoor;
  }
}

/** Returns the client for the host that serves this page. */
export function openClient(): AirlockClient {
  if (window.airlock) return ipcClient(window.airlock);
  return httpClient({
    visibility: {
      isHidden: () => document.visibilityState === 'hidden',
      onChange: (listener, signal) => document.addEventListener('visibilitychange', listener, { signal }),
      leaveAfterMs: 10_000,
    },
  });
}
