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
import { exactTime } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import type { Page } from '../../parts/table/page-cache.ts';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { useAddress } from '../../parts/use-address.ts';

type Level = LogLine['level'];

const LEVELS: { level: Level; word: string }[] = [
  { level: 'info', word: 'Everything' },
  { level: 'warning', word: 'Warnings and errors' },
  { level: 'error', word: 'Errors' },
];

/** How often a run under way is asked for new lines, ms. */
const LOOK_EVERY_MS = 1000;

/** What a run told, newest at the end; follows until the reader scrolls away. */
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
  const asked = useDeferredValue(search.trim());
  const under = isUnderWay(run);
  const [follow, setFollow] = useState(under);
  const [look, setLook] = useState(0);
  const searchField = useRef<HTMLInputElement>(null);
  useKeys([{ key: '/', label: 'Search the log', run: () => searchField.current?.focus() }]);
  useEffect(() => {
    if (!under) return;
    const timer = setInterval(() => setLook((before) => before + 1), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [under]);
  const put = (name: 'level' | 'q', value: string) =>
    changeAddress((parameters) => {
      if (value && value !== 'info') parameters.set(name, value);
      else parameters.delete(name);
    });
  const { root, sequence } = run.run;
  const list = useWindowed<LogLine, Page<LogLine> & { total: number }>(
    `${sequence} ${root} ${level} ${asked}`,
    `${run.status} ${look}`,
    async (offset, limit, signal) => {
      const answer = await client.request(
        'runs.log',
        { run: run.run, offset, limit, level, search: asked || undefined },
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
          aria-label="Level"
          value={level}
          onChange={(_event, value) => put('level', value)}
        >
          {LEVELS.map((each) => (
            <FormSelectOption key={each.level} value={each.level} label={each.word} />
          ))}
        </FormSelect>
        {under && (
          <Switch
            id="al-log-follow"
            label="Follow"
            isChecked={follow}
            onChange={(_event, checked) => setFollow(checked)}
          />
        )}
        <SearchInput
          className="al-run-search"
          placeholder="Text"
          aria-label="Search the log"
          value={search}
          ref={searchField}
          onChange={(_event, value) => put('q', value)}
          onClear={() => put('q', '')}
        />
      </div>
      {list.error !== undefined && <FailureAlert error={list.error} title="The log was not read" />}
      <div className="al-run-table">
        <VirtualTable
          label="Log"
          columns={COLUMNS}
          listed={list.listed}
          total={list.total}
          rowAt={list.rowAt}
          onVisible={list.onVisible}
          follow={follow && under}
          onFollow={setFollow}
          empty={list.answer && list.answer.total > 0 ? 'No line matches.' : 'Nothing was told yet.'}
        />
      </div>
    </>
  );
}

const MARKS = { error: 'bad', warning: 'warning', info: 'info' } as const;
const WORDS = { error: 'Error', warning: 'Warning', info: 'Info' } as const;

const COLUMNS: Column<LogLine>[] = [
  {
    key: 'at',
    title: 'Time',
    width: '84px',
    cell: ({ at }) => (
      <time className="al-num al-sub" dateTime={at} title={exactTime(new Date(at))}>
        {new Date(at).toLocaleTimeString('en-GB')}
      </time>
    ),
  },
  {
    key: 'level',
    title: 'Level',
    width: '100px',
    cell: ({ level }) =>
      level === 'info' ? (
        <span className="al-sub">{WORDS.info}</span>
      ) : (
        <StateMark mark={MARKS[level]}>{WORDS[level]}</StateMark>
      ),
  },
  {
    key: 'text',
    title: 'What',
    width: 'minmax(0, 1fr)',
    cell: ({ text }) => (
      <span className="al-mono" title={text}>
        {text}
      </span>
    ),
  },
];
