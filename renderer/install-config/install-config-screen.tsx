import './install-config.css';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { OpenDraft } from '../editor/open-draft.tsx';
import { ConfigScreen } from './config-screen.tsx';
import type { Tab } from './form/form-place.ts';
import { ConfigProvider } from './form/use-config.tsx';
import { t } from './messages.ts';
import { StartPage } from './start-page.tsx';

const ManifestsView = lazy(() => import('./manifests/manifests-view.tsx'));
const Day2Screen = lazy(() => import('./day2/screen.tsx'));
const ToolsScreen = lazy(() => import('./tools-screen.tsx'));
const CloudConfigScreen = lazy(() => import('./cloud-config-screen.tsx'));

/** Install configurations: the start page, the form with its manifests, and the tools for installed clusters. */
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
  if (tab === 'tools')
    return (
      <Suspense fallback={<Waiting />}>
        <ToolsScreen draft={draft} />
      </Suspense>
    );
  if (draft === undefined) return <StartPage />;
  return (
    <OpenDraft
      key={draft}
      read={(client, signal) => client.request('installConfig.read', { id: draft }, { signal })}
      eyebrow={t('topic')}
      sentence={t('openFailedTitle')}
      all="/install-config"
    >
      {(read) => (
        <ConfigProvider draft={read}>
          <ConfigScreen tab={tab as Tab | undefined}>
            {tab === 'manifests' && (
              <Suspense fallback={<Waiting />}>
                <ManifestsView />
              </Suspense>
            )}
          </ConfigScreen>
        </ConfigProvider>
      )}
    </OpenDraft>
  );
}

function Waiting() {
  return <div className="al-screen" aria-busy="true" />;
}
