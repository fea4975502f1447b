import { expect, vi } from 'vitest';
import { startConformanceRig } from '../core/app/engine-link/conformance-world.fixture.ts';
import { describeCarrier } from '../core/contract/conformance.fixture.ts';
import type { DesktopDoor } from '../core/contract/desktop-door.ts';
import { ipcClient } from '../renderer/client/ipc.ts';
import { exposed } from './electron.fixture.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { openCarrier } = await import('./carrier.ts');
const { hostRequests } = await import('./host-requests.ts');
const { openKeyStore } = await import('./credentials.ts');

describeCarrier('IPC', async () => {
  const rig = await startConformanceRig('desktop');
  const keyStore = await openKeyStore(`${rig.directory}/credentials`);
  openCarrier({
    request: hostRequests({
      engine: rig.engine,
      keyStore,
      window: () => {
        throw new Error('no window is asked for');
      },
    }),
    subscribe: (after, listener) => rig.engine.hub.subscribe(listener, after),
  });
  await import('./preload.ts');
  return {
    client: ipcClient(exposed.airlock as DesktopDoor),
    world: rig,
    async close() {
      await rig.close();
      expect(rig.faults).toEqual([]);
    },
  };
});
