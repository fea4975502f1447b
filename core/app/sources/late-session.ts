import type { HostFacts } from '../../mirror/run/request.ts';
import type { NetworkSettings, Session } from '../../mirror/run/session.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';

/** How requests reach registries and services. */
export interface NetworkUse {
  host: HostFacts;
  /** Settings that differ from {@link QUESTION_NETWORK}. */
  settings?: Partial<NetworkSettings>;
  /** Receives events about waits and retries. */
  emit?: EmitRunEvent;
}

/** A session that is opened on first use, because reading a directory needs neither credentials nor registries.conf. */
export interface LateSession extends AsyncDisposable {
  open(): Promise<Session>;
}

/** Settings for small, few requests such as graphs and indexes, whose answer somebody is waiting for. */
const QUESTION_NETWORK: NetworkSettings = {
  sourceTlsVerify: true,
  destinationTlsVerify: true,
  retryTimes: 2,
  retryDelayMs: 0,
  parallelImages: 4,
  parallelLayers: 4,
};

export function lateSession({ host, settings, emit = () => {} }: NetworkUse): LateSession {
  let session: Promise<Session> | undefined;
  const begin = async (): Promise<Session> => {
    const { openSession } = await import('../../mirror/run/session.ts');
    return openSession({ ...QUESTION_NETWORK, ...settings }, host, emit);
  };
  return {
    open: () => (session ??= begin()),
    async [Symbol.asyncDispose]() {
      const opened = await session?.catch(() => undefined);
      await opened?.close();
    },
  };
}
