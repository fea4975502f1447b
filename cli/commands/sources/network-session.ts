import type { CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';

export type Session = import('../../../core/mirror/run/session.ts').Session;

/** A way to the network that is opened when it is needed first: a folder needs neither credentials nor registries.conf. */
export interface LateSession {
  open(): Promise<Session>;
  close(): Promise<void>;
}

/** @param network.sourceTlsVerify false: any certificate and plain HTTP at the sources */
export function lateSession(
  emit: CommandContext['terminal']['event'],
  network: { sourceTlsVerify: boolean; authfile?: string | undefined },
): LateSession {
  let session: Promise<Session> | undefined;
  const begin = async (): Promise<Session> => {
    const [{ openSession }, { MIRROR_DEFAULTS }] = await Promise.all([
      import('../../../core/mirror/run/session.ts'),
      import('../../../core/mirror/run/command-of.ts'),
    ]);
    const settings = {
      ...MIRROR_DEFAULTS,
      sourceTlsVerify: network.sourceTlsVerify,
      destinationTlsVerify: true,
      ...(network.authfile !== undefined && { authFile: userPath(network.authfile) }),
    };
    return openSession(settings, hostFacts(), emit);
  };
  return {
    open: () => (session ??= begin()),
    async close() {
      const opened = await session?.catch(() => undefined);
      await opened?.close();
    },
  };
}
