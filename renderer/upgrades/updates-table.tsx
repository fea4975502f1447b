import { useMemo } from 'react';
import type { PictureUpdate, UpgradePicture } from '../../core/contract/topics/upgrades.ts';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';

/** What the drawing shows, as a table: one row for each update. */
export function UpdatesTable({
  picture,
  all,
  blocked,
  search,
  onUpdate,
}: {
  picture: UpgradePicture;
  all: boolean;
  blocked: boolean;
  search: string;
  onUpdate: (update: PictureUpdate) => void;
}) {
  const rows = useMemo(() => {
    const wanted = search.trim();
    return picture.updates
      .filter(({ shown, kind }) => shown || (kind === 'blocked' ? blocked : all))
      .filter(({ from, to }) => wanted === '' || from.includes(wanted) || to.includes(wanted))
      .toSorted((a, b) => rank(a) - rank(b));
  }, [picture, all, blocked, search]);
  const columns: Column<PictureUpdate>[] = [
    {
      key: 'from',
      title: 'From',
      width: '110px',
      cell: ({ from }) => <span className="al-num">{from}</span>,
    },
    { key: 'to', title: 'To', width: '110px', cell: ({ to }) => <span className="al-num">{to}</span> },
    {
      key: 'kind',
      title: 'Update',
      width: '200px',
      cell: (update) => {
        const { mark, word } = wordOf(update);
        return <StateMark mark={mark}>{word}</StateMark>;
      },
    },
    {
      key: 'why',
      title: 'Why',
      width: 'minmax(0, 1fr)',
      cell: ({ risks }) => (
        <span className="al-cut">
          {risks.map((at) => picture.risks[at]!.name || picture.risks[at]!.message).join(', ')}
        </span>
      ),
    },
  ];
  return (
    <VirtualTable
      label="Updates"
      columns={columns}
      listed={`${all} ${blocked} ${search}`}
      total={rows.length}
      rowAt={(index) => rows[index]}
      onOpen={(update) => {
        if (update.risks.length > 0) onUpdate(update);
      }}
      empty={search.trim() === '' ? 'No update leads there.' : 'No update has such a version.'}
    />
  );
}

function rank({ chosen, shown }: PictureUpdate): number {
  return chosen ? 0 : shown ? 1 : 2;
}

function wordOf({ kind, chosen, shown }: PictureUpdate): { mark: Mark; word: string } {
  if (kind === 'blocked') return { mark: 'blocked', word: 'withdrawn' };
  const way = chosen ? 'on the way' : shown ? 'another way' : 'update';
  return kind === 'conditional'
    ? { mark: 'warning', word: `${way}, conditional` }
    : { mark: chosen ? 'good' : 'info', word: way };
}
