import './install-config.css';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { InstallConfigDraft } from '../../core/contract/install-config-requests.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import type { Tab } from './addresses.ts';
import { ConfigScreen } from './config-screen.tsx';
import { StartPage } from './start-page.tsx';
import { ConfigProvider } from './use-config.tsx';

const ManifestsView = lazy(() => import('./manifests-view.tsx'));
const Day2Screen = lazy(() => import('./day2-screen.tsx'));
const CloudConfigScreen = lazy(() => import('./cloud-config-screen.tsx'));

/** Install configurations: how one begins, the form over its file, what follows from it; and the tools for clusters. */
export default function InstallConfigScreen() {
  const { tab } = useParams();
  const [query] = useSearchParams();
  const draft = query.get('draft') ?? undefined;
  if (tab === 'cloud-config' || tab === 'day-2')
    return (
      <Suspense fallback={<Waiting />}>
        {tab === 'day-2' ? <Day2Screen draft={draft} /> : <CloudConfigScreen draft={draft} />}
      </Suspense>
    );
  if (draft === undefined) return <StartPage />;
  return (
    <OpenDraft key={draft} id={draft}>
      <ConfigScreen tab={tab as Tab | undefined}>
        {tab === 'manifests' && (
          <Suspense fallback={<Waiting />}>
            <ManifestsView />
          </Suspense>
        )}
      </ConfigScreen>
    </OpenDraft>
  );
}

function Waiting() {
  return <div className="al-screen" aria-busy="true" />;
}

function OpenDraft({ id, children }: { id: string; children: ReactNode }) {
  const read = useReadOnce(id);
  if (read.error !== undefined)
    return (
      <Screen eyebrow={['Install config']} sentence="This configuration cannot be opened">
        <FailureAlert
          error={read.error}
          title="The draft was not read"
          actions={
            <>
              <button type="button" className="al-link" onClick={read.again}>
                Read it again
              </button>
              <Link to="/install-config">See all drafts</Link>
            </>
          }
        />
      </Screen>
    );
  if (!read.draft) return <Waiting />;
  return <ConfigProvider draft={read.draft}>{children}</ConfigProvider>;
}

/** The draft as it is kept when the screen opens, never an earlier answer: from then on the screen knows better. */
function useReadOnce(id: string): { draft?: InstallConfigDraft; error?: unknown; again: () => void } {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ draft?: InstallConfigDraft; error?: unknown }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks anew
  useEffect(() => {
    const stop = new AbortController();
    client.request('installConfig.read', { id }, { signal: stop.signal }).then(
      (draft) => setRead({ draft }),
      (error: unknown) => {
        if (!stop.signal.aborted) setRead({ error });
      },
    );
    return () => stop.abort();
  }, [client, id, round]);
  return { ...read, again: () => setRound(round + 1) };
}
