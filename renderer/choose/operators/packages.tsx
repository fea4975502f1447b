import { type ReactNode, useRef, useState } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { CatalogAge, UnreadCatalog } from './catalog.tsx';
import { PackageDetail } from './detail.tsx';
import { newestCard } from './edits.ts';
import { packageHints, packageProblems } from './hints.ts';
import { InstalledUnselected } from './installed.tsx';
import { PackageList } from './list.tsx';
import { t } from './messages.ts';
import { OtherCatalogs } from './other-catalogs.tsx';
import { type CardSearch, PackageTools } from './package-tools.tsx';
import { PackageRow } from './row.tsx';
import { useCatalogCards } from './use-catalog-cards.ts';
import { useChosenPackages } from './use-chosen-packages.ts';
import { emptyWords } from './words.ts';

/** The packages of one catalog, the details of one of them, and the age of the data. */
export function Packages({
  catalog,
  preferred,
  menu,
  minor,
  search,
  onSearch,
  onShow,
}: {
  catalog: string;
  /** The catalogs of the menu, which the search of the other catalogs lists first. */
  preferred: readonly string[];
  menu: ReactNode;
  minor: string | undefined;
  search: CardSearch;
  onSearch: (search: CardSearch) => void;
  /** Shows another catalog. */
  onShow: (catalog: string) => void;
}) {
  const { draft } = useDraft();
  const { plan, text } = useDraftPlan();
  const [open, setOpen] = useState<CatalogCard>();
  const grid = useRef<HTMLDivElement>(null);
  const chosen = useChosenPackages(catalog);
  const cards = useCatalogCards(catalog, search.text, search.filter);
  const { answer } = cards;
  const rowAt = (index: number) => {
    const card = cards.rowAt(index);
    return card && chosen.asChosen(card);
  };
  const close = () => {
    setOpen(undefined);
    // The list can be focused after this render.
    setTimeout(() => grid.current?.focus());
  };
  const problems = text === draft.text ? (plan?.problems ?? []) : [];
  const actions = { toggle: chosen.toggle, channels: chosen.setChannels, open: setOpen };
  const detail = open && chosen.asChosen(newestCard(cards, open));
  return (
    <div className="al-operators-place">
      {detail && (
        <PackageDetail
          card={detail}
          chosen={chosen.of(detail.package)}
          onToggle={() => chosen.toggle(detail)}
          onChannels={(channels) => chosen.setChannels(detail, channels)}
          onClose={close}
        />
      )}
      {/* The list retains its scroll position below the details. */}
      <div className="al-operators" inert={open !== undefined}>
        <PackageTools
          menu={menu}
          search={search}
          onSearch={onSearch}
          answer={answer}
          selected={chosen.entry?.all ? (answer?.total ?? 0) : (chosen.entry?.packages.length ?? 0)}
          covered={open !== undefined}
        />
        {cards.error !== undefined && (
          <FailureAlert
            error={cards.error}
            title={t('packagesFailedTitle')}
            actions={
              <button type="button" className="al-link" onClick={cards.again}>
                {t('retryButton')}
              </button>
            }
          />
        )}
        {chosen.entry?.all && (
          <p className="al-small">
            <StateMark mark="warning">{t('allText')}</StateMark>
          </p>
        )}
        {(answer?.installed ?? 0) > 0 && (
          <InstalledUnselected catalog={catalog} isSelected={chosen.isSelected} />
        )}
        {answer !== undefined && answer.asOf === undefined ? (
          <UnreadCatalog catalog={catalog} found={answer.lookUp} />
        ) : answer === undefined && cards.error !== undefined ? null : (
          <section
            className="al-card al-operators-card"
            aria-label={t('packagesLabel')}
            aria-busy={answer === undefined}
          >
            <PackageList
              ref={grid}
              catalog={catalog}
              cards={{ ...cards, rowAt }}
              actions={actions}
              row={(card, active) => {
                const written = chosen.of(card.package);
                const added = draft.options.addDependencies === true;
                const own = packageProblems(problems, card.package, written?.path);
                const hints = packageHints(card, own, added, minor);
                return <PackageRow {...{ card, catalog, hints, active, actions }} chosen={written} />;
              }}
              empty={emptyWords(answer !== undefined, search.filter, search.text)}
            />
          </section>
        )}
        {search.filter === 'all' && (
          <OtherCatalogs catalog={catalog} preferred={preferred} search={search.text} onShow={onShow} />
        )}
        {answer?.asOf !== undefined && (
          <CatalogAge catalog={catalog} asOf={answer.asOf} found={answer.lookUp} />
        )}
      </div>
    </div>
  );
}
