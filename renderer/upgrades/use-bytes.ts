import { useEffect, useRef, useState } from 'react';
import type {
  ContractReleaseChannel,
  UpgradeArchitecture,
  UpgradeBytes,
} from '../../core/contract/topics/upgrades.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';
import { useAsk } from '../engine/requests.ts';

export type MirrorSize = ReturnType<typeof useBytes>;

/** Returns the size to mirror. It is requested explicitly, because this queries the registries. */
export function useBytes(
  workspace: string | undefined,
  channels: readonly ContractReleaseChannel[] | undefined,
  architecture: UpgradeArchitecture,
) {
  const client = useClient();
  const signature = JSON.stringify([workspace, channels, architecture]);
  const [ticket, setTicket] = useState<string>();
  const [found, setFound] = useState<{ of: string; bytes?: UpgradeBytes; error?: unknown }>();
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.jobs.request[ticket] : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer has another size
  useEffect(() => () => asking.current?.abort(), [signature]);
  const known = useAsk(
    'upgrades.sizes',
    { workspace, architecture },
    { enabled: channels !== undefined, staleTime: 0 },
  );
  return {
    /** Complete sizes of releases that this host has read before. */
    known: known.data?.releases,
    /** Whether there is a workspace, on a side with access to the registries. */
    possible: workspace !== undefined,
    /** The size for these channels. */
    bytes: found?.of === signature ? found.bytes : undefined,
    error: found?.of === signature ? found.error : undefined,
    asking: ticket !== undefined,
    work,
    ask() {
      if (workspace === undefined || !channels) return;
      const controller = new AbortController();
      const newTicket = crypto.randomUUID();
      asking.current?.abort();
      asking.current = controller;
      setTicket(newTicket);
      client
        .request(
          'upgrades.bytes',
          { workspace, channels: [...channels], architecture, ticket: newTicket },
          { signal: controller.signal },
        )
        .then(
          (bytes) => setFound({ of: signature, bytes }),
          (error: unknown) => {
            if (!controller.signal.aborted) setFound({ of: signature, error });
          },
        )
        .finally(() => {
          if (asking.current === controller) setTicket(undefined);
        });
    },
  };
}
