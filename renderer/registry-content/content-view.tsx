import '../run/live/tables.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { RequestOutput } from '../../core/contract/contract.ts';
import { useKeys } from '../app-state/keys.ts';
import { type ContentOrder, type EntryRow, type EntryTree, entryRows, toggledParts } from './entry-rows.ts';
import { EntryTable } from './entry-table.tsx';
import { ImageTable } from './image-table.tsx';
import { t } from './messages.ts';

export type ContentReading = RequestOutput<'registryContent.read'>;
export type ContentViewName = 'content' | 'images' | 'drift';

const ORDERS: readonly [ContentOrder, string][] = [
  ['name', t('sortName')],
  ['largest', t('sortLargest')],
  ['newest', t('sortNewest')],
  ['oldest', t('sortOldest')],
];

/** The content by release, operator and image, or all images, with filters. */
export function ContentView({
  reading,
  tree,
  view,
  chosen,
  onView,
  onChoose,
}: {
  reading: ContentReading;
  tree: EntryTree;
  view: ContentViewName;
  chosen: ReadonlySet<string>;
  onView: (view: ContentViewName) => void;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<ContentOrder>('name');
  const [entry, setEntry] = useState<number>();
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => firstOpen(tree));
  const field = useRef<HTMLInputElement>(null);
  const term = useDeferredValue(search.trim());
  useKeys([{ key: '/', label: t('searchLabel'), run: () => field.current?.focus() }]);
  const rows = useMemo(
    () => entryRows(tree, { opened, chosen, search: term, order }),
    [tree, opened, chosen, term, order],
  );
  const open = (row: EntryRow) => {
    const next = new Set(opened);
    if (!next.delete(row.position)) next.add(row.position);
    setOpened(next);
  };
  const drifted = Object.values(reading.drift).reduce((sum, each) => sum + each, 0);
  const go = (next: ContentViewName) => {
    setEntry(undefined);
    onView(next);
  };
  const views: [ContentViewName, string][] = [
    ['content', t('contentView')],
    ['images', t('imagesView')],
    ['drift', t('driftView', { count: drifted })],
  ];
  return (
    <section className="al-card al-content-view" aria-label={t('tableLabel')}>
      <div className="al-run-filters">
        <ToggleGroup aria-label={t('viewLabel')}>
          {views.map(([name, text]) => (
            <ToggleGroupItem
              key={name}
              text={text}
              buttonId={`al-content-${name}`}
              isSelected={view === name}
              onChange={() => go(name)}
            />
          ))}
        </ToggleGroup>
        {view === 'images' && entry !== undefined && (
          <span className="al-content-of">
            <strong className="al-cut" title={reading.entries[entry]!.name}>
              {t('ofEntry', { name: reading.entries[entry]!.name })}
            </strong>
            <Button variant="link" isInline onClick={() => setEntry(undefined)}>
              {t('allImagesButton')}
            </Button>
          </span>
        )}
        <FormSelect
          className="al-log-level"
          aria-label={t('sortLabel')}
          value={order}
          onChange={(_event, value) => setOrder(value as ContentOrder)}
        >
          {ORDERS.map(([value, label]) => (
            <FormSelectOption key={value} value={value} label={label} />
          ))}
        </FormSelect>
        <SearchInput
          className="al-run-search"
          placeholder={view === 'content' ? t('searchContentPlaceholder') : t('searchImagesPlaceholder')}
          aria-label={t('searchLabel')}
          value={search}
          ref={field}
          onChange={(_event, value) => setSearch(value)}
          onClear={() => setSearch('')}
        />
      </div>
      {view === 'content' ? (
        <EntryTable
          rows={rows}
          listed={`${reading.session} ${term} ${order}`}
          onOpen={open}
          onToggle={(row) => onChoose(toggledParts(tree, chosen, row.position))}
          onImages={(row) => {
            setSearch('');
            setEntry(row.position);
            onView('images');
          }}
        />
      ) : (
        <ImageTable
          session={reading.session}
          entry={view === 'images' ? entry : undefined}
          drifted={view === 'drift'}
          search={term}
          order={order}
        />
      )}
    </section>
  );
}

/** Returns what is open at first: a single catalog, because its operators are of interest. */
function firstOpen({ entries }: EntryTree): Set<number> {
  const catalogs = entries.flatMap(({ kind, parent }, position) =>
    kind === 'catalog' && parent === undefined ? [position] : [],
  );
  return new Set(catalogs.length === 1 ? catalogs : []);
}
