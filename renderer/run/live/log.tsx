import './tables.css';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { LiveRun, LogLine } from '../../../core/contract/topics/run.ts';
import { useKeys } from '../../app-state/keys.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { clockWithSeconds, exactTime } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import type { Page } from '../../parts/table/page-cache.ts';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { t } from './messages.ts';

type Level = LogLine['level'];

const LEVELS: { level: Level; label: string }[] = [
  { level: 'info', label: t('allLevels') },
  { level: 'warning', label: t('warningLevels') },
  { level: 'error', label: t('errorLevels') },
];

/** How often new lines of a run under way are requested, ms. */
const POLL_EVERY_MS = 1000;

/** Shows the log of a run, the newest line last. It follows new lines until the reader scrolls away. */
export function RunLog({
  run,
  before,
}: {
  run: LiveRun;
  /** In front of the filters. */
  before?: ReactNode;
}) {
  const client = useClient();
  const [address, changeAddress] = useAddress();
  const level = LEVELS.find((each) => each.level === address.get('level'))?.level ?? 'info';
  const search = address.get('q') ?? '';
  const term = useDeferredValue(search.trim());
  const under = isUnderWay(run);
  const [follow, setFollow] = useState(under);
  const [poll, setPoll] = useState(0);
  const searchField = useRef<HTMLInputElement>(null);
  useKeys([{ key: '/', label: t('searchLogLabel'), run: () => searchField.current?.focus() }]);
  useEffect(() => {
    if (!under) return;
    const timer = setInterval(() => setPoll((before) => before + 1), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, [under]);
  const put = (name: 'level' | 'q', value: string) =>
    changeAddress((parameters) => {
      if (value && value !== 'info') parameters.set(name, value);
      else parameters.delete(name);
    });
  const { root, sequence } = run.run;
  const list = useWindowed<LogLine, Page<LogLine> & { total: number }>(
    `${sequence} ${root} ${level} ${term}`,
    `${run.status} ${poll}`,
    async (offset, limit, signal) => {
      const answer = await client.request(
        'runs.log',
        { run: run.run, offset, limit, level, search: term || undefined },
        { signal },
      );
      return { total: answer.total, matching: answer.matching, rows: answer.lines };
    },
  );
  return (
    <>
      <div className="al-run-filters">
        {before}
        <FormSelect
          className="al-log-level"
          aria-label={t('levelLabel')}
          value={level}
          onChange={(_event, value) => put('level', value)}
        >
          {LEVELS.map((each) => (
            <FormSelectOption key={each.level} value={each.level} label={each.label} />
          ))}
        </FormSelect>
        {under && (
          <Switch
            id="al-log-follow"
            label={t('followLabel')}
            isChecked={follow}
            onChange={(_event, checked) => setFollow(checked)}
          />
        )}
        <SearchInput
          className="al-run-search"
          placeholder={t('searchLogPlaceholder')}
          aria-label={t('searchLogLabel')}
          value={search}
          ref={searchField}
          onChange={(_event, value) => put('q', value)}
          onClear={() => put('q', '')}
        />
      </div>
      {list.error !== undefined && <FailureAlert error={list.error} title={t('logFailedTitle')} />}
      <div className="al-run-table">
        <VirtualTable
          label={t('logLabel')}
          columns={COLUMNS}
          listed={list.listed}
          total={list.total}
          rowAt={list.rowAt}
          onVisible={list.onVisible}
          follow={follow && under}
          onFollow={setFollow}
          empty={list.answer && list.answer.total > 0 ? t('noMatchingLogText') : t('noLogText')}
        />
      </div>
    </>
  );
}

const MARKS = { error: 'bad', warning: 'warning', info: 'info' } as const;
const LEVEL_NAMES = { error: t('errorLevel'), warning: t('warningLevel'), info: t('infoLevel') };

const COLUMNS: Column<LogLine>[] = [
  {
    key: 'at',
    title: t('timeColumn'),
    width: '84px',
    cell: ({ at }) => (
      <time className="al-num al-sub" dateTime={at} title={exactTime(new Date(at))}>
        {clockWithSeconds(new Date(at))}
      </time>
    ),
  },
  {
    key: 'level',
    title: t('levelColumn'),
    width: '100px',
    cell: ({ level }) =>
      level === 'info' ? (
        <span className="al-sub">{LEVEL_NAMES.info}</span>
      ) : (
        <StateMark mark={MARKS[level]}>{LEVEL_NAMES[level]}</StateMark>
      ),
  },
  {
    key: 'text',
    title: t('messageColumn'),
    width: 'minmax(0, 1fr)',
    cell: ({ text }) => (
      <span className="al-mono" title={text}>
        {text}
      </span>
    ),
  },
];
