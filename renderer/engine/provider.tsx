import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { isUnderWay, takeEvent, useLive } from './live.ts';

/**
 * `networkMode: always`: by default, queries wait while the browser is offline, which a disconnected host always is.
 */
function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 30_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Requests that read journals, ledgers and archive sets. */
const OF_TRANSFERS = [
  'enclaves.describe',
  'storage.usage',
  'storage.planPrune',
  'media.planExport',
  'media.arrivals',
  'media.inspect',
  'media.record',
  'media.suggestedApp',
  'sites.describe',
  'overview.read',
];

export const ClientContext = createContext<AirlockClient | undefined>(undefined);

export function useClient(): AirlockClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('outside EngineProvider');
  return client;
}

/** Provides the engine to its children, and updates the live state and the query cache with its events. */
export function EngineProvider({ client, children }: { client: AirlockClient; children: ReactNode }) {
  const [queryClient] = useState(newQueries);
  useEffect(() => {
    const stop = new AbortController();
    let wasConnected = true;
    client.events(
      (sequenced) => {
        takeEvent(sequenced);
        const { event } = sequenced;
        const outOfDate = (name: string) => void queryClient.invalidateQueries({ queryKey: [name] });
        if (event.type === 'settings') {
          queryClient.setQueryData(['settings.read', {}], event.settings);
          outOfDate('registries.list');
          // Home shows no former answer until it has read all certificates again.
          queryClient.removeQueries({ queryKey: ['storage.expiring'], type: 'inactive' });
          outOfDate('storage.expiring');
        } else if (event.type === 'workspaces') {
          for (const name of ['workspaces.list', 'configurations.list', ...OF_TRANSFERS]) outOfDate(name);
        } else if (event.type === 'runs') {
          outOfDate('runs.list');
          outOfDate('workspaces.list');
          outOfDate('runs.describe');
          for (const name of OF_TRANSFERS) outOfDate(name);
        } else if (event.type === 'schedules') {
          outOfDate('schedules.list');
          outOfDate('overview.read');
        } else if (event.type === 'job' && event.job.kind === 'media' && event.job.status === 'waiting') {
          // Drives are full or missing before the workspace changes.
          for (const name of [...OF_TRANSFERS, 'media.drives', 'media.presence']) outOfDate(name);
        } else if (event.type === 'job' && event.job.kind === 'media' && !isUnderWay(event.job)) {
          // What an import received is shown only from an answer after its end.
          outOfDate('media.arrivals');
        } else if (event.type === 'job' && event.job.kind === 'cluster' && !isUnderWay(event.job)) {
          // An apply or rollback is the last step of a transfer.
          for (const name of ['workspaces.list', 'enclaves.describe']) outOfDate(name);
        } else if (event.type === 'notice-list') {
          outOfDate('notices.list');
          outOfDate('notifications.read');
        } else if (event.type === 'practice')
          queryClient.setQueryData(['practice.state', {}], event.practice);
        else if (event.type === 'engine' && event.state === 'ready') void queryClient.invalidateQueries();
      },
      {
        signal: stop.signal,
        onConnection: (connected, reason) => {
          useLive.setState({ connected, unheard: connected ? undefined : reason });
          // Requests that failed without a connection are repeated.
          if (connected && !wasConnected) void queryClient.invalidateQueries();
          wasConnected = connected;
        },
      },
    );
    return () => stop.abort();
  }, [client, queryClient]);
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ClientContext>
  );
}
