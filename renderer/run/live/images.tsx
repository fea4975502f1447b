import './tables.css';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ImageRow, ImageState, ImagesAnswer, LiveRun } from '../../../core/contract/topics/run.ts';
import { useKeys } from '../../app-state/keys.ts';
import { useClient } from '../../engine/provider.tsx';
import { Bar } from '../../parts/bar.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count, shortDigest, size } from '../../parts/format.ts';
import { imageName } from '../../parts/image-name.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { ImagePanel } from './image-panel.tsx';
import { RowState } from './image-state.tsx';

const STATES: { state: ImageState; word: string; mark: Mark }[] = [
  { state: 'running', word: 'Running', mark: 'running' },
  { state: 'failed', word: 'Failed', mark: 'bad' },
  { state: 'waiting', word: 'Waiting', mark: 'waiting' },
  { state: 'copied', word: 'Copied', mark: 'good' },
  { state: 'present', word: 'Already there', mark: 'good' },
];
/** What a deletion calls it. */
const DELETED: Partial<Record<ImageState, string>> = { copied: 'Deleted', present: 'Stays' };

/** Columns that stay while the details are open. */
const BESIDE_DETAILS = new Set(['image', 'size', 'state']);

function isImageState(text: string | null): text is ImageState {
  return STATES.some(({ state }) => state === text);
}

/** Every image of a run: filtered by state and text, both in the address; a row opens its details. */
export function RunImages({
  run,
  before,
}: {
  run: LiveRun;
  /** In front of the filters. */
  before?: ReactNode;
}) {
  const client = useClient();
  const [address, changeAddress] = useAddress();
  const wanted = address.get('state');
  const state = isImageState(wanted) ? wanted : undefined;
  const search = address.get('q') ?? '';
  const asked = useDeferredValue(search.trim());
  const [open, setOpen] = useState<ImageRow>();
  const searchField = useRef<HTMLInputElement>(null);
  const put = (name: 'state' | 'q', value: string | undefined) =>
    changeAddress((parameters) => {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    });
  useKeys([
    { key: '/', label: 'Search the images', run: () => searchField.current?.focus() },
    { key: 'Escape', label: 'Close the details', run: () => setOpen(undefined), when: open !== undefined },
  ]);
  const { root, sequence } = run.run;
  const list = useWindowed<ImageRow, ImagesAnswer>(
    `${sequence} ${root} ${state ?? ''} ${asked}`,
    run.imagesVersion,
    (offset, limit, signal) =>
      client.request(
        'runs.images',
        { run: run.run, offset, limit, state, search: asked || undefined },
        { signal },
      ),
  );
  const states = list.answer?.states;
  const deletes = run.workflow === 'delete';
  const moved = deletes ? 'Deleted' : run.workflow === 'diskToMirror' ? 'Pushed' : 'Fetched';
  const detailed = open !== undefined;
  const columns = useMemo(
    () => columnsOf(moved, deletes).filter(({ key }) => !detailed || BESIDE_DETAILS.has(key)),
    [moved, deletes, detailed],
  );
  return (
    <>
      <div className="al-run-filters">
        {before}
        <fieldset className="al-chips">
          <legend className="al-unseen">State</legend>
          <Chip
            label={`All ${count(list.answer?.total ?? 0)}`}
            on={!state}
            onClick={() => put('state', undefined)}
          />
          {STATES.filter(({ state: each }) => (states?.[each] ?? 0) > 0 || each === state).map((each) => (
            <Chip
              key={each.state}
              label={`${(deletes && DELETED[each.state]) || each.word} ${count(states?.[each.state] ?? 0)}`}
              mark={each.state === 'failed' ? each.mark : undefined}
              on={state === each.state}
              onClick={() => put('state', state === each.state ? undefined : each.state)}
            />
          ))}
        </fieldset>
        <SearchInput
          className="al-run-search"
          placeholder="Name or digest"
          aria-label="Search the images by name or digest"
          value={search}
          ref={searchField}
          onChange={(_event, value) => put('q', value)}
          onClear={() => put('q', undefined)}
        />
      </div>
      {list.error !== undefined && <FailureAlert error={list.error} title="The images were not read" />}
      <div className="al-run-table">
        <VirtualTable
          label="Images"
          columns={columns}
          listed={list.listed}
          total={list.total}
          rowAt={list.rowAt}
          onVisible={list.onVisible}
          onOpen={(row) => setOpen(row)}
          isOpen={(row) => row.destination === open?.destination && row.digest === open.digest}
          empty={
            list.answer === undefined
              ? 'Reading the images.'
              : list.answer.total === 0
                ? 'No image is known yet.'
                : 'No image matches.'
          }
        />
        {open && <ImagePanel row={open} deletes={deletes} onClose={() => setOpen(undefined)} />}
      </div>
    </>
  );
}

function Chip({
  label,
  on,
  mark,
  onClick,
}: {
  label: string;
  on: boolean;
  mark?: Mark;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={on ? 'al-chip al-chip-on' : 'al-chip'}
      aria-pressed={on}
      onClick={onClick}
    >
      {mark ? <StateMark mark={mark}>{label}</StateMark> : label}
    </button>
  );
}

function columnsOf(moved: string, deletes: boolean): Column<ImageRow>[] {
  return [
    {
      key: 'image',
      title: 'Image',
      width: 'minmax(0, 1fr)',
      cell: ({ origin, destination }) => (
        <span className="al-mono" title={origin}>
          {imageName(origin, destination)}
        </span>
      ),
    },
    {
      key: 'digest',
      title: 'Digest',
      width: '120px',
      secondary: true,
      cell: ({ digest }) => (
        <span className="al-mono al-sub" title={digest}>
          {shortDigest(digest)}
        </span>
      ),
    },
    {
      key: 'deliverable',
      title: 'Belongs to',
      width: '190px',
      narrowWidth: '150px',
      cell: ({ deliverable }) => <span title={deliverable}>{deliverable}</span>,
    },
    {
      key: 'size',
      title: 'Size',
      width: '90px',
      narrowWidth: '80px',
      align: 'end',
      cell: ({ bytes }) => (bytes > 0 ? size(bytes) : ''),
    },
    { key: 'moved', title: moved, width: '120px', narrowWidth: '90px', cell: (row) => <RowBar row={row} /> },
    {
      key: 'state',
      title: 'State',
      width: '190px',
      narrowWidth: '160px',
      cell: (row) => <RowState row={row} deletes={deletes} />,
    },
  ];
}

function RowBar({ row }: { row: ImageRow }) {
  const { state, bytes, done = 0 } = row;
  if (state === 'waiting') return null;
  const there = state === 'copied' || state === 'present';
  return (
    <Bar
      small
      label={`Bytes of ${row.origin}`}
      done={there ? 1 : done}
      total={there ? 1 : bytes}
      mark={there ? 'good' : state === 'failed' ? 'bad' : 'running'}
    />
  );
}
