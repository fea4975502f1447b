import '../question/upgrades.css';
import '../../run/live/tables.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { useState } from 'react';
import type {
  CatalogChange,
  CatalogComparison,
} from '../../../core/contract/topics/content/catalog-comparison.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useAsk } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { readingText } from '../question/catalogs.ts';
import { t as shared } from '../question/messages.ts';
import { UpgradeText } from '../question/upgrade-field.tsx';
import { UpgradeViews } from '../question/upgrade-views.tsx';
import { t } from './messages.ts';
import { changeWords, comparisonSentence, matchingChanges } from './words.ts';

const OFFERED = 'al-compared-catalogs';

/** Compares two versions of an operator catalog. */
export default function ComparisonScreen() {
  const workspace = useCurrentWorkspace();
  const offered = useAsk(
    'upgrades.catalogs',
    { workspace: workspace ?? '' },
    { enabled: workspace !== undefined },
  ).data?.catalogs;
  const [form, setForm] = useState({ from: '', to: '', package: '' });
  const request = useTicketed('upgrades.compareCatalogs');
  const found = request.answer?.value;
  const [from, to, name] = [form.from.trim(), form.to.trim(), form.package.trim()];
  const ready = from !== '' && to !== '' && from !== to;
  const compare = () => void request.ask({ workspace, from, to, package: name || undefined });
  return (
    <Screen
      eyebrow={[shared('topic'), t('topic'), ...(found ? [`${found.from.name} → ${found.to.name}`] : [])]}
      sentence={
        request.asking
          ? readingText(request.work)
          : found
            ? comparisonSentence(found)
            : request.error !== undefined
              ? t('failedTitle')
              : t('startTitle')
      }
      actions={found && <CopyButton text={found.command} label={shared('copyCommandButton')} />}
    >
      <UpgradeViews />
      <RequestFields request="upgrades.compareCatalogs">
        <form
          className="al-upgrade-form"
          aria-label={t('formLabel')}
          onSubmit={(event) => {
            event.preventDefault();
            if (ready && !request.asking) compare();
          }}
        >
          <div className="al-upgrade-fields">
            <UpgradeText
              id="al-compare-from"
              className="al-compared-catalog"
              label={t('fromLabel')}
              value={form.from}
              list={OFFERED}
              placeholder={t('catalogPlaceholder')}
              onChange={(text) => setForm({ ...form, from: text })}
            />
            <UpgradeText
              id="al-compare-to"
              className="al-compared-catalog"
              label={t('toLabel')}
              value={form.to}
              list={OFFERED}
              placeholder={t('catalogPlaceholder')}
              onChange={(text) => setForm({ ...form, to: text })}
            />
            <UpgradeText
              id="al-compare-package"
              label={t('packageLabel')}
              value={form.package}
              list="al-compared-packages"
              placeholder={t('packagePlaceholder')}
              onChange={(text) => setForm({ ...form, package: text })}
            />
            <datalist id={OFFERED}>
              {offered?.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
            <datalist id="al-compared-packages">
              {[...new Set(found?.changes.map((each) => each.package))].map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
            <Button
              type="submit"
              variant="secondary"
              isDisabled={!ready || request.asking}
              isLoading={request.asking}
            >
              {t('compareButton')}
            </Button>
            {request.asking ? (
              <Button variant="link" isInline onClick={request.cancel}>
                {t('cancelButton')}
              </Button>
            ) : (
              <Button
                variant="link"
                isInline
                isDisabled={from === '' && to === ''}
                onClick={() => setForm({ ...form, from: form.to, to: form.from })}
              >
                {t('swapButton')}
              </Button>
            )}
          </div>
        </form>
      </RequestFields>
      {request.error !== undefined && <FailureAlert error={request.error} title={t('failedTitle')} />}
      {found && found.changes.length > 0 && <Changes key={request.answer?.of} found={found} />}
      {!found && request.error === undefined && (
        <Card>
          <Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>
        </Card>
      )}
    </Screen>
  );
}

function Changes({ found }: { found: CatalogComparison }) {
  const [text, setText] = useState('');
  const shown = matchingChanges(found.changes, text);
  return (
    <section className="al-card al-catalog-changes" aria-label={t('changesLabel')}>
      <div className="al-run-filters">
        <strong>{t('shownCount', { shown: shown.length, changes: found.changes.length })}</strong>
        <SearchInput
          className="al-run-search"
          placeholder={t('searchPlaceholder')}
          aria-label={t('searchLabel')}
          value={text}
          onChange={(_event, value) => setText(value)}
          onClear={() => setText('')}
        />
      </div>
      <VirtualTable
        label={t('changesLabel')}
        columns={COLUMNS}
        listed={text}
        total={shown.length}
        rowAt={(index) => shown[index]}
        empty={t('noMatchText')}
      />
    </section>
  );
}

const CHANGES: Record<CatalogChange['change'], { mark: Mark; word: string }> = {
  added: { mark: 'good', word: t('added') },
  removed: { mark: 'warning', word: t('removed') },
  moved: { mark: 'waiting', word: t('moved') },
};

const COLUMNS: Column<CatalogChange>[] = [
  {
    key: 'package',
    title: t('packageColumn'),
    width: 'minmax(0, 1fr)',
    cell: (change) => (
      <span className="al-mono al-cut" title={change.package}>
        {change.package}
      </span>
    ),
  },
  {
    key: 'channel',
    title: t('channelColumn'),
    width: '150px',
    narrowWidth: '110px',
    cell: ({ channel }) => (
      <span className="al-mono al-cut" title={channel}>
        {channel}
      </span>
    ),
  },
  {
    key: 'change',
    title: t('changeColumn'),
    width: '120px',
    cell: ({ change }) => <StateMark mark={CHANGES[change].mark}>{CHANGES[change].word}</StateMark>,
  },
  {
    key: 'details',
    title: t('detailColumn'),
    width: 'minmax(0, 1.8fr)',
    cell: (change) => (
      <span className="al-cut" title={change.versions.join('\n') || undefined}>
        {changeWords(change)}
      </span>
    ),
  },
];
