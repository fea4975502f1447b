import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useRef } from 'react';
import { useKeys } from '../../app-state/keys.ts';
import { count } from '../../parts/format.ts';
import type { CardFilter, CatalogAnswer } from './use-catalog-cards.ts';

/** What a list of packages is narrowed down to. */
export interface CardSearch {
  text: string;
  filter: CardFilter;
}

/** Search and filters above the packages, with the menu of catalogs. */
export function PackageTools({
  menu,
  search,
  onSearch,
  answer,
  selected,
  covered,
}: {
  menu: ReactNode;
  search: CardSearch;
  onSearch: (search: CardSearch) => void;
  answer: CatalogAnswer | undefined;
  /** How many packages the text selects. */
  selected: number;
  /** The details of a package are shown instead. */
  covered: boolean;
}) {
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ key: '/', label: 'Search the packages', run: () => field.current?.focus(), when: !covered }]);
  const unread = answer !== undefined && answer.asOf === undefined;
  const pill = (filter: CardFilter, label: string, number: number) => (
    <button
      type="button"
      className="al-operators-pill"
      aria-pressed={search.filter === filter}
      onClick={() => onSearch({ ...search, filter: search.filter === filter ? 'all' : filter })}
    >
      {label} <span className="al-num">{count(number)}</span>
    </button>
  );
  return (
    <div className="al-operators-tools">
      <SearchInput
        className="al-operators-search"
        aria-label="Search the packages"
        placeholder={answer && !unread ? `Search ${count(answer.total)}` : 'Search'}
        value={search.text}
        ref={field}
        isDisabled={unread}
        onChange={(_event, text) => onSearch({ ...search, text })}
        onClear={() => onSearch({ ...search, text: '' })}
      />
      {menu}
      {pill('selected', 'Selected', selected)}
      {(answer?.installed ?? 0) > 0 && pill('installed', 'Installed', answer!.installed)}
    </div>
  );
}
