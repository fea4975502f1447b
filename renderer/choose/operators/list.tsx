// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its row
import type { ReactNode, RefObject } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { GridRows, useGrid } from '../../parts/table/use-grid.tsx';
import { t } from './messages.ts';
import type { RowActions } from './row.tsx';

/** Height of a row without a hint, px. Rendered rows are measured. */
const ROW_HEIGHT = 50;

/**
 * The packages of a catalog. The arrows move, Space selects, Enter opens, and Tab moves to the controls of the row.
 */
export function PackageList({
  catalog,
  cards,
  actions,
  row,
  empty,
  ref,
}: {
  catalog: string;
  cards: {
    /** The filters of these rows. With other filters, the list starts at the first match. */
    listed: string | undefined;
    total: number;
    rowAt: (index: number) => CatalogCard | undefined;
    onVisible: (first: number, last: number) => void;
  };
  actions: Pick<RowActions, 'toggle' | 'open'>;
  row: (card: CatalogCard, active: boolean) => ReactNode;
  empty: ReactNode;
  ref: RefObject<HTMLDivElement | null>;
}) {
  const { rowAt } = cards;
  const grid = useGrid({
    ...cards,
    rowHeight: ROW_HEIGHT,
    overscan: 4,
    keys: { Enter: actions.open, ' ': actions.toggle },
    fromCheckboxes: true,
    ref,
  });
  return (
    <div
      role="grid"
      {...grid.frame}
      className="al-operators-list"
      aria-label={t('packagesOfLabel', { catalog })}
      aria-multiselectable="true"
    >
      <div className="al-operators-head" role="row" aria-rowindex={1}>
        <div role="columnheader" className="al-operators-check">
          <span className="al-unseen">{t('selectedColumn')}</span>
        </div>
        <div role="columnheader">{t('packageColumn')}</div>
        <div role="columnheader">{t('channelColumn')}</div>
        <div role="columnheader" className="al-cell-end">
          {t('addsColumn')}
        </div>
      </div>
      <GridRows grid={grid} empty={empty}>
        {({ index, frame }) => {
          const card = rowAt(index);
          const active = index === grid.active;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid keeps the focus and has the keys
            <div
              key={index}
              role="row"
              {...frame}
              ref={grid.measure}
              aria-selected={card?.selected ?? false}
              className={`al-operators-row${active ? ' al-operators-row-active' : ''}`}
              onClick={() => grid.setActive(index)}
            >
              {card ? (
                row(card, active)
              ) : (
                <div role="gridcell" className="al-operators-pending">
                  <span className="al-table-pending" />
                </div>
              )}
            </div>
          );
        }}
      </GridRows>
    </div>
  );
}
