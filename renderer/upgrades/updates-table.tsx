import { useMemo } from 'react';
import type { PictureUpdate, UpgradePicture } from '../../core/contract/topics/upgrades.ts';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';
import { t } from './messages.ts';

/** Shows the content of the diagram as a table with one row per update. */
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
      title: t('fromColumn'),
      width: '110px',
      cell: ({ from }) => <span className="al-num">{from}</span>,
    },
    {
      key: 'to',
      title: t('toColumn'),
      width: '110px',
      cell: ({ to }) => <span className="al-num">{to}</span>,
    },
    {
      key: 'kind',
      title: t('updateColumn'),
      width: '200px',
      cell: (update) => {
        const { mark, text } = stateOf(update);
        return <StateMark mark={mark}>{text}</StateMark>;
      },
    },
    {
      key: 'why',
      title: t('reasonColumn'),
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
      label={t('updatesLabel')}
      columns={columns}
      listed={`${all} ${blocked} ${search}`}
      total={rows.length}
      rowAt={(index) => rows[index]}
      onOpen={(update) => {
        if (update.risks.length > 0) onUpdate(update);
      }}
      empty={search.trim() === '' ? t('noUpdates') : t('noMatches')}
    />
  );
}

function rank({ chosen, shown }: PictureUpdate): number {
  return chosen ? 0 : shown ? 1 : 2;
}

function stateOf({ kind, chosen, shown }: PictureUpdate): { mark: Mark; text: string } {
  if (kind === 'blocked') return { mark: 'blocked', text: t('blocked') };
  const place = chosen ? 'onPath' : shown ? 'alternative' : 'other';
  return kind === 'conditional'
    ? { mark: 'warning', text: t(`${place}Conditional`) }
    : { mark: chosen ? 'good' : 'info', text: t(place === 'other' ? 'otherUpdate' : place) };
}
