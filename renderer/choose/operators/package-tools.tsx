import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useRef } from 'react';
import { useKeys } from '../../app-state/keys.ts';
import { t } from './messages.ts';
import type { CardFilter, CatalogAnswer } from './use-catalog-cards.ts';

/** Search and filter of a list of packages. */
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
  /** Number of packages that the text selects. */
  selected: number;
  /** Whether the details of a package cover the list. */
  covered: boolean;
}) {
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ key: '/', label: t('searchKeyLabel'), run: () => field.current?.focus(), when: !covered }]);
  const unread = answer !== undefined && answer.asOf === undefined;
  const pill = (filter: Exclude<CardFilter, 'all'>, count: number) => (
    <button
      type="button"
      className="al-operators-pill"
      aria-pressed={search.filter === filter}
      onClick={() => onSearch({ ...search, filter: search.filter === filter ? 'all' : filter })}
    >
      {t.parts(filter === 'selected' ? 'selectedFilter' : 'installedFilter', {
        count,
        number: (inner) => (
          <span key="count" className="al-num">
            {inner}
          </span>
        ),
      })}
    </button>
  );
  return (
    <div className="al-operators-tools">
      <SearchInput
        className="al-operators-search"
        aria-label={t('searchLabel')}
        placeholder={
          answer && !unread ? t('searchCountPlaceholder', { count: answer.total }) : t('searchPlaceholder')
        }
        value={search.text}
        ref={field}
        onChange={(_event, text) => onSearch({ ...search, text })}
        onClear={() => onSearch({ ...search, text: '' })}
      />
      {menu}
      {pill('selected', selected)}
      {(answer?.installed ?? 0) > 0 && pill('installed', answer!.installed)}
    </div>
  );
}
