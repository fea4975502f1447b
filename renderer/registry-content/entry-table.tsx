import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { count, size } from '../parts/format.ts';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { EntryDrift, EntryVerdicts, NeededBy } from './cells.tsx';
import type { EntryRow } from './entry-rows.ts';
import { t } from './messages.ts';

/** The content of a registry as a tree: releases, catalogs with operators, charts and images. */
export function EntryTable({
  rows,
  listed,
  onOpen,
  onToggle,
  onImages,
}: {
  rows: readonly EntryRow[];
  /** Identifies the filters. */
  listed: string;
  onOpen: (row: EntryRow) => void;
  onToggle: (row: EntryRow) => void;
  onImages: (row: EntryRow) => void;
}) {
  const columns: Column<EntryRow>[] = [
    {
      key: 'content',
      title: t('contentColumn'),
      width: 'minmax(0, 2.2fr)',
      cell: (row) => <Name row={row} onOpen={onOpen} onToggle={onToggle} />,
    },
    {
      key: 'images',
      title: t('imagesColumn'),
      width: '72px',
      align: 'end',
      cell: (row) => (
        <Button
          variant="link"
          isInline
          aria-label={t('imagesTip', { count: count(row.entry.count), name: row.entry.name })}
          onClick={() => onImages(row)}
        >
          {count(row.entry.count)}
        </Button>
      ),
    },
    {
      key: 'size',
      title: t('sizeColumn'),
      width: '84px',
      align: 'end',
      cell: ({ entry }) => <span className="al-num">{size(entry.bytes)}</span>,
    },
    {
      key: 'shared',
      title: t('sharedColumn'),
      width: '84px',
      align: 'end',
      cell: ({ entry }) => <span className="al-num al-sub">{size(entry.shared)}</span>,
    },
    {
      key: 'pushed',
      title: t('pushedColumn'),
      width: '110px',
      secondary: true,
      cell: ({ entry }) => entry.pushedAt !== undefined && <RelativeTime at={entry.pushedAt} />,
    },
    {
      key: 'needed',
      title: t('neededColumn'),
      width: 'minmax(0, 1.2fr)',
      cell: ({ entry }) => <NeededBy {...entry} />,
    },
    {
      key: 'verdicts',
      title: t('signatureColumn'),
      width: '150px',
      secondary: true,
      cell: ({ entry }) => <EntryVerdicts verdicts={entry.verdicts} />,
    },
    {
      key: 'drift',
      title: t('driftColumn'),
      width: '150px',
      cell: ({ entry }) => <EntryDrift drift={entry.drift} />,
    },
  ];
  return (
    <VirtualTable
      label={t('tableLabel')}
      columns={columns}
      listed={listed}
      total={rows.length}
      rowAt={(index) => rows[index]}
      onOpen={(row) => (row.isGroup ? onOpen(row) : onImages(row))}
      empty={t('noMatches')}
    />
  );
}

function Name({
  row,
  onOpen,
  onToggle,
}: {
  row: EntryRow;
  onOpen: (row: EntryRow) => void;
  onToggle: (row: EntryRow) => void;
}) {
  const { entry, level, isGroup, open, selected } = row;
  const Angle = open ? AngleDownIcon : AngleRightIcon;
  const kind = t('kind', { kind: entry.kind });
  return (
    <span className="al-content-name" style={{ paddingInlineStart: `${(level - 1) * 18}px` }}>
      {isGroup ? (
        <button
          type="button"
          className="al-content-angle"
          aria-expanded={open}
          aria-label={t('openTip', { name: entry.name })}
          onClick={() => onOpen(row)}
        >
          <Angle />
        </button>
      ) : (
        <span className="al-content-angle" />
      )}
      <input
        type="checkbox"
        className="al-content-box"
        aria-label={t('selectTip', { name: entry.name })}
        checked={selected === 'on'}
        disabled={selected === undefined}
        ref={(box) => {
          if (box) box.indeterminate = selected === 'some';
        }}
        onClick={(event) => event.stopPropagation()}
        onChange={() => onToggle(row)}
      />
      {kind !== '' && <span className="al-sub al-nowrap">{kind}</span>}
      <span className="al-cut al-strong" title={entry.name}>
        {entry.name}
      </span>
    </span>
  );
}
