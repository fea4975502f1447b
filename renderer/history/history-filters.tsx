import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import type { RefObject } from 'react';
import type { RunStatus, RunSummary } from '../../core/contract/topics/run.ts';
import { count } from '../parts/format.ts';
import { underHome } from '../parts/paths.ts';
import { statusWord } from '../parts/run-words.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { comparisonNote, statusCounts } from './history-words.ts';
import { t } from './messages.ts';

/** Filters the runs by folder, state and text. */
export function HistoryFilters({
  runs,
  home,
  root,
  status,
  text,
  picked,
  search,
  onPut,
}: {
  runs: RunSummary[];
  home: string | undefined;
  root: string;
  status: RunStatus | undefined;
  text: string;
  /** How many runs are selected for a comparison. */
  picked: number;
  search: RefObject<HTMLInputElement | null>;
  onPut: (name: 'root' | 'status' | 'q', value: string) => void;
}) {
  return (
    <div className="al-history-filters">
      <RootFilter runs={runs} home={home} value={root} onChange={(value) => onPut('root', value)} />
      <fieldset className="al-chips">
        <legend className="al-unseen">{t('stateLabel')}</legend>
        <Chip on={!status} onClick={() => onPut('status', '')}>
          {t('allStatesButton', { runs: count(runs.length) })}
        </Chip>
        {statusCounts(runs).map((each) => (
          <Chip
            key={each.status}
            on={each.status === status}
            onClick={() => onPut('status', each.status === status ? '' : each.status)}
          >
            <StatusChip status={each.status} count={each.count} />
          </Chip>
        ))}
      </fieldset>
      <span className="al-sub al-small al-end al-wide-only" id="al-compare-note">
        {comparisonNote(picked)}
      </span>
      <SearchInput
        ref={search}
        className="al-history-search"
        aria-label={t('searchLabel')}
        placeholder={t('searchPlaceholder')}
        value={text}
        onChange={(_event, value) => onPut('q', value)}
        onClear={() => onPut('q', '')}
      />
    </div>
  );
}

function RootFilter({
  runs,
  home,
  value,
  onChange,
}: {
  runs: RunSummary[];
  home: string | undefined;
  value: string;
  onChange: (root: string) => void;
}) {
  const roots = [...new Set([...runs.map(({ run }) => run.root), ...(value ? [value] : [])])];
  if (roots.length < 2) return null;
  return (
    <FormSelect
      className="al-history-root"
      aria-label={t('directoryLabel')}
      value={value}
      onChange={(_event, root) => onChange(root)}
    >
      <FormSelectOption value="" label={t('allDirectories')} />
      {roots.map((root) => (
        <FormSelectOption key={root} value={root} label={underHome(root, home)} />
      ))}
    </FormSelect>
  );
}

function Chip({ on, onClick, children }: { on: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      className={on ? 'al-chip al-chip-on' : 'al-chip'}
      aria-pressed={on}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function StatusChip({ status, count: many }: { status: RunStatus; count: number }) {
  const { mark, word } = statusWord(status);
  return <StateMark mark={mark}>{t('statusButton', { status: word, runs: count(many) })}</StateMark>;
}
