import './tables.css';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { ImageRow, ImageState, ImagesAnswer, LiveRun } from '../../../core/contract/topics/run.ts';
import { useKeys } from '../../app-state/keys.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';
import { Bar } from '../../parts/bar.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { shortDigest, size } from '../../parts/format.ts';
import { imageName } from '../../parts/image-name.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { MiddleCut } from '../../parts/table/middle-cut.tsx';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { MappingButton } from '../mapping/dialog.tsx';
import { ImagePanel } from './image-panel.tsx';
import { RowState } from './image-state.tsx';
import { t } from './messages.ts';

/** The chips of the states, in their order. `ofDeletion` is the key in a deletion. */
const STATES = [
  { state: 'running', chip: 'runningChip' },
  { state: 'failed', chip: 'failedChip', mark: 'bad' },
  { state: 'waiting', chip: 'waitingChip' },
  { state: 'copied', chip: 'copiedChip', ofDeletion: 'deletedChip' },
  { state: 'present', chip: 'presentChip', ofDeletion: 'retainedChip' },
] as const;

/** Columns that are shown next to the details. */
const NEXT_TO_DETAILS = new Set(['image', 'size', 'state']);

function isImageState(text: string | null): text is ImageState {
  return STATES.some(({ state }) => state === text);
}

/** Shows every image of a run, filtered by the state and text in the address. A row opens its details. */
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
  const parameter = address.get('state');
  const state = isImageState(parameter) ? parameter : undefined;
  const search = address.get('q') ?? '';
  const term = useDeferredValue(search.trim());
  const [open, setOpen] = useState<ImageRow>();
  const searchField = useRef<HTMLInputElement>(null);
  const put = (name: 'state' | 'q', value: string | undefined) =>
    changeAddress((parameters) => {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    });
  useKeys([
    { key: '/', label: t('searchImagesShortcut'), run: () => searchField.current?.focus() },
    { key: 'Escape', label: t('closeDetailsLabel'), run: () => setOpen(undefined), when: open !== undefined },
  ]);
  const { root, sequence } = run.run;
  const list = useWindowed<ImageRow, ImagesAnswer>(
    `${sequence} ${root} ${state ?? ''} ${term}`,
    run.imagesVersion,
    (offset, limit, signal) =>
      client.request(
        'runs.images',
        { run: run.run, offset, limit, state, search: term || undefined },
        { signal },
      ),
  );
  const states = list.answer?.states;
  const deletes = run.workflow === 'delete';
  const transferred = t(
    deletes ? 'deleted' : run.workflow === 'diskToMirror' ? 'pushedColumn' : 'downloadedColumn',
  );
  const paused = !isUnderWay(run) || run.schedule?.state === 'closed';
  const detailed = open !== undefined;
  const columns = useMemo(
    () => columnsOf(transferred, deletes, paused).filter(({ key }) => !detailed || NEXT_TO_DETAILS.has(key)),
    [transferred, deletes, paused, detailed],
  );
  return (
    <>
      <div className="al-run-filters">
        {before}
        <fieldset className="al-chips">
          <legend className="al-unseen">{t('imageStatesLabel')}</legend>
          <Chip
            label={t('allChip', { images: list.answer?.total ?? 0 })}
            on={!state}
            onClick={() => put('state', undefined)}
          />
          {STATES.filter(({ state: each }) => (states?.[each] ?? 0) > 0 || each === state).map((each) => (
            <Chip
              key={each.state}
              label={t(deletes && 'ofDeletion' in each ? each.ofDeletion : each.chip, {
                images: states?.[each.state] ?? 0,
              })}
              mark={'mark' in each ? each.mark : undefined}
              on={state === each.state}
              onClick={() => put('state', state === each.state ? undefined : each.state)}
            />
          ))}
        </fieldset>
        <SearchInput
          className="al-run-search"
          placeholder={t('searchImagesPlaceholder')}
          aria-label={t('searchImagesLabel')}
          value={search}
          ref={searchField}
          onChange={(_event, value) => put('q', value)}
          onClear={() => put('q', undefined)}
        />
        {run.workflow !== 'delete' && <MappingButton of={{ run: run.run }} folder={root} />}
      </div>
      {list.error !== undefined && <FailureAlert error={list.error} title={t('imagesFailedTitle')} />}
      <div className="al-run-table">
        <VirtualTable
          label={t('imagesLabel')}
          columns={columns}
          listed={list.listed}
          total={list.total}
          rowAt={list.rowAt}
          onVisible={list.onVisible}
          onOpen={(row) => setOpen(row)}
          isOpen={(row) => row.destination === open?.destination && row.digest === open.digest}
          empty={
            list.answer === undefined
              ? t('readingImagesText')
              : list.answer.total === 0
                ? t('noImagesText')
                : t('noMatchingImagesText')
          }
        />
        {open && (
          <ImagePanel row={open} deletes={deletes} paused={paused} onClose={() => setOpen(undefined)} />
        )}
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

/** @param paused whether no image is in progress */
function columnsOf(transferred: string, deletes: boolean, paused: boolean): Column<ImageRow>[] {
  return [
    {
      key: 'image',
      title: t('imageColumn'),
      width: 'minmax(0, 1fr)',
      cell: ({ origin, destination }) => <MiddleCut text={imageName(origin, destination)} title={origin} />,
    },
    {
      key: 'digest',
      title: t('digestColumn'),
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
      title: t('partOfColumn'),
      width: '190px',
      narrowWidth: '150px',
      cell: ({ deliverable }) => <span title={deliverable}>{capitalized(deliverable)}</span>,
    },
    {
      key: 'size',
      title: t('sizeColumn'),
      width: '90px',
      narrowWidth: '80px',
      align: 'end',
      cell: ({ bytes }) => (bytes > 0 ? size(bytes) : ''),
    },
    {
      key: 'transferred',
      title: transferred,
      width: '120px',
      narrowWidth: '90px',
      cell: (row) => <RowBar row={row} paused={paused} />,
    },
    {
      key: 'state',
      title: t('stateColumn'),
      width: '190px',
      narrowWidth: '160px',
      cell: (row) => <RowState row={row} deletes={deletes} paused={paused} />,
    },
  ];
}

function RowBar({ row, paused }: { row: ImageRow; paused: boolean }) {
  const { state, bytes, done = 0 } = row;
  if (state === 'waiting' && done === 0) return null;
  const complete = state === 'copied' || state === 'present';
  return (
    <Bar
      small
      label={t('imageBytesLabel', { image: row.origin })}
      done={complete ? 1 : done}
      total={complete ? 1 : bytes}
      mark={complete ? 'good' : state === 'failed' ? 'bad' : paused ? 'paused' : 'running'}
    />
  );
}
