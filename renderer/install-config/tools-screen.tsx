import './form/fields.css';
import { useSearchParams } from 'react-router';
import { mirroredRelease } from '../../core/contract/topics/releases.ts';
import { useAsk } from '../engine/requests.ts';
import { Screen } from '../parts/screen.tsx';
import { SideNav } from './form/side-nav.tsx';
import { ToolsCard } from './form/tools-card.tsx';
import { t } from './messages.ts';

/** Extracts the tools of a mirrored release without an open configuration: `?from=&version=&nested=&signatures=`. */
export default function ToolsScreen({ draft }: { draft: string | undefined }) {
  const [query] = useSearchParams();
  const home = useAsk('host.describe', {}).data?.home;
  const nested = query.get('nested');
  const release = mirroredRelease.safeParse({
    from: query.get('from'),
    version: query.get('version') ?? '',
    maxNestedPaths: nested === null ? undefined : Number(nested),
    signatures: query.get('signatures') ?? undefined,
  }).data;
  return (
    <Screen eyebrow={[t('topic'), t('toolsSubtitle')]} sentence={t('toolsSentence')} scroll={false}>
      <div className="al-ic">
        <SideNav tab="tools" draft={draft} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrolling content */}
        <section className="al-ic-main" tabIndex={0} aria-label={t('toolsSubtitle')}>
          <div className="al-column al-ic-body">
            {home !== undefined && (
              <ToolsCard key={query.toString()} release={release} to={`${home}/tools`} />
            )}
          </div>
        </section>
      </div>
    </Screen>
  );
}
