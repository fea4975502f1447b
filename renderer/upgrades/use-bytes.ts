import { useEffect, useRef, useState } from 'react';
import type {
  ContractReleaseChannel,
  UpgradeArchitecture,
  UpgradeBytes,
} from '../../core/contract/topics/upgrades.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';

export type BytesAsked = ReturnType<typeof useBytes>;

/** What an answer costs to carry: a plan, made when it is asked for, since it asks the registries. */
export function useBytes(
  workspace: string | undefined,
  channels: readonly ContractReleaseChannel[] | undefined,
  architecture: UpgradeArchitecture,
) {
  const client = useClient();
  const wanted = JSON.stringify([workspace, channels, architecture]);
  const [ticket, setTicket] = useState<string>();
  const [found, setFound] = useState<{ of: string; bytes?: UpgradeBytes; error?: unknown }>();
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.jobs.request[ticket] : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer has other bytes
  useEffect(() => () => asking.current?.abort(), [wanted]);
  return {
    /** There is a workspace to plan for, on a side that reaches the registries. */
    possible: workspace !== undefined,
    /** Of exactly these channels. */
    bytes: found?.of === wanted ? found.bytes : undefined,
    error: found?.of === wanted ? found.error : undefined,
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
          (bytes) => setFound({ of: wanted, bytes }),
          (error: unknown) => {
            if (!controller.signal.aborted) setFound({ of: wanted, error });
          },
        )
        .finally(() => {
          if (asking.current === controller) setTicket(undefined);
        });
    },
  };
}
