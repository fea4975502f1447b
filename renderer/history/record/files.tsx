import { type KeyboardEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LiveRun, RunDetails } from '../../../core/contract/topics/run.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { RunImages } from '../../run/live/images.tsx';
import { RunLog } from '../../run/live/log.tsx';
import { ResourcesCard } from '../../run/live/resources-card.tsx';
import { t } from './messages.ts';

const TABS = [
  { tab: 'images', title: t('imagesLabel') },
  { tab: 'configuration', title: t('configurationLabel') },
  { tab: 'log', title: t('logLabel') },
  { tab: 'resources', title: t('resourcesLabel') },
] as const;

type Tab = (typeof TABS)[number]['tab'];

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Shows the images, configuration, log and resources of a record as tabs. The open tab is in the address. */
export function RecordFiles({ details, run }: { details: RunDetails; run: LiveRun }) {
  const [query, setQuery] = useSearchParams();
  const shown = TABS.filter(
    ({ tab }) => tab !== 'resources' || run.workflow === 'diskToMirror' || run.workflow === 'mirrorToMirror',
  );
  const now: Tab = shown.find(({ tab }) => tab === query.get('tab'))?.tab ?? 'images';
  const show = (tab: Tab) =>
    setQuery(
      (before) => {
        for (const name of ['tab', 'state', 'level', 'q']) before.delete(name);
        if (tab !== 'images') before.set('tab', tab);
        return before;
      },
      { replace: true },
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = shown.at((shown.findIndex(({ tab }) => tab === now) + step) % shown.length)!;
    show(next.tab);
    document.getElementById(`al-record-${next.tab}`)?.focus();
  };
  return (
    <section className="al-card al-record-files" aria-label={t('contentLabel')}>
      <div className="al-record-tabs" role="tablist" aria-label={t('contentLabel')} onKeyDown={onKeyDown}>
        {shown.map(({ tab, title }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`al-record-${tab}`}
            aria-selected={tab === now}
            aria-controls="al-record-panel"
            tabIndex={tab === now ? 0 : -1}
            onClick={() => show(tab)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        id="al-record-panel"
        role="tabpanel"
        aria-labelledby={`al-record-${now}`}
        className="al-record-panel"
      >
        {now === 'images' && <RunImages run={run} />}
        {now === 'configuration' && <Configurations details={details} />}
        {now === 'log' && <RunLog run={run} />}
        {now === 'resources' && (
          <div className="al-record-resources">
            <ResourcesCard run={run} />
          </div>
        )}
      </div>
    </section>
  );
}

function Configurations({ details }: { details: RunDetails }) {
  const { configurations } = details;
  const [chosen, setChosen] = useState(0);
  const shown = configurations[Math.min(chosen, configurations.length - 1)];
  if (!shown) return <p className="al-in al-sub">{t('noConfigurationText')}</p>;
  return (
    <>
      <div className="al-record-configuration">
        {configurations.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            className={shown.name === name ? 'al-chip al-chip-on' : 'al-chip'}
            aria-pressed={shown.name === name}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
        <span className="al-sub al-small">{t('asUsedNote')}</span>
        <span className="al-end">
          <CopyButton text={shown.text} what={t('copyConfigurationTip', { file: shown.name })} />
        </span>
      </div>
      <div className="al-record-yaml">
        <YamlEditor
          key={shown.name}
          label={t('configurationFileTip', { file: shown.name })}
          value={shown.text}
        />
      </div>
    </>
  );
}
