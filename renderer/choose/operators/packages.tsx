import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useKeys } from '../../app-state/keys.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { count } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { CatalogAge, UnreadCatalog } from './catalog.tsx';
import { PackageDetail } from './detail.tsx';
import { chosenIn, selectPackages, takeOut, writeChannels } from './edits.ts';
import { canChoose, packageHints, packageProblems } from './hints.ts';
import { InstalledLeftOut } from './installed.tsx';
import { PackageList } from './list.tsx';
import { PackageRow } from './row.tsx';
import { type CardFilter, useCatalogCards } from './use-catalog-cards.ts';
import type { ChosenChannel } from './words.ts';

/** The packages of one catalog, the details of one of them, and how old all that is. */
export function Packages({
  catalog,
  menu,
  minor,
}: {
  catalog: string;
  menu: ReactNode;
  minor: string | undefined;
}) {
  const { draft, doc, edit } = useDraft();
  const { plan, text } = useDraftPlan();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<CardFilter>('all');
  const [open, setOpen] = useState<CatalogCard>();
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const cards = useCatalogCards(catalog, search, filter);
  const { answer } = cards;
  const inText = useMemo(() => chosenIn(doc, catalog), [doc, catalog]);
  useKeys([
    { key: '/', label: 'Search the packages', run: () => field.current?.focus(), when: open === undefined },
  ]);

  /** What the text says now counts, not what it said when the card was asked for. */
  const asChosen = (card: CatalogCard): CatalogCard => ({
    ...card,
    selected:
      inText !== undefined && (inText.all || inText.packages.some(({ name }) => name === card.package)),
  });
  const packageOf = (name: string) => inText?.packages.find((each) => each.name === name);
  const cardAt = (index: number) => {
    const card = cards.rowAt(index);
    return card && asChosen(card);
  };
  const toggle = (card: CatalogCard) => {
    if (!canChoose(card)) return;
    edit((now) =>
      packageOf(card.package)
        ? takeOut(now, catalog, card.package)
        : selectPackages(now, catalog, [card], draft.inventory),
    );
  };
  const setChannels = (card: CatalogCard, channels: readonly ChosenChannel[]) =>
    edit((now) => writeChannels(now, catalog, card, channels));
  const close = () => {
    setOpen(undefined);
    // The list is there again after this render.
    setTimeout(() => grid.current?.focus());
  };
  const problems = text === draft.text ? (plan?.problems ?? []) : [];

  const detail = open && asChosen(newest(cards, open));
  const unread = answer !== undefined && answer.asOf === undefined;
  return (
    <div className="al-operators-place">
      {detail && (
        <PackageDetail
          card={detail}
          chosen={packageOf(detail.package)}
          onToggle={() => toggle(detail)}
          onChannels={(channels) => setChannels(detail, channels)}
          onClose={close}
        />
      )}
      {/* Below the details it stays where it was scrolled to. */}
      <div className="al-operators" inert={open !== undefined}>
        <div className="al-operators-tools">
          <SearchInput
            className="al-operators-search"
            aria-label="Search the packages"
            placeholder={answer && !unread ? `Search ${count(answer.total)}` : 'Search'}
            value={search}
            ref={field}
            isDisabled={unread}
            onChange={(_event, value) => setSearch(value)}
            onClear={() => setSearch('')}
          />
          {menu}
          <FilterPill
            label="Selected"
            number={inText?.all ? (answer?.total ?? 0) : (inText?.packages.length ?? 0)}
            on={filter === 'selected'}
            onToggle={() => setFilter(filter === 'selected' ? 'all' : 'selected')}
          />
          {(answer?.installed ?? 0) > 0 && (
            <FilterPill
              label="Installed"
              number={answer!.installed}
              on={filter === 'installed'}
              onToggle={() => setFilter(filter === 'installed' ? 'all' : 'installed')}
            />
          )}
        </div>
        {cards.error !== undefined && (
          <FailureAlert
            error={cards.error}
            title="The packages were not read"
            actions={
              <button type="button" className="al-link" onClick={cards.again}>
                Try again
              </button>
            }
          />
        )}
        {inText?.all && (
          <p className="al-small">
            <StateMark mark="warning">
              The configuration names no package of this catalog: all are carried, each channel's head. Select
              packages to carry only those.
            </StateMark>
          </p>
        )}
        {(answer?.installed ?? 0) > 0 && (
          <InstalledLeftOut
            catalog={catalog}
            isSelected={(name) => inText !== undefined && (inText.all || packageOf(name) !== undefined)}
          />
        )}
        {unread ? (
          <UnreadCatalog catalog={catalog} found={answer.lookUp} />
        ) : answer === undefined && cards.error !== undefined ? null : (
          <section
            className="al-card al-operators-card"
            aria-label="Packages"
            aria-busy={answer === undefined}
          >
            <PackageList
              ref={grid}
              label={`Packages of ${catalog}`}
              listed={cards.listed}
              total={cards.total}
              cardAt={cardAt}
              onVisible={cards.onVisible}
              onToggle={toggle}
              onOpen={setOpen}
              row={(card, active) => (
                <PackageRow
                  card={card}
                  catalog={catalog}
                  chosen={packageOf(card.package)}
                  hints={packageHints(
                    card,
                    packageProblems(problems, card.package, packageOf(card.package)?.path),
                    draft.options.addDependencies === true,
                    minor,
                  )}
                  active={active}
                  actions={{ toggle, channels: setChannels, open: setOpen }}
                />
              )}
              empty={emptyWords(answer !== undefined, filter, search)}
            />
          </section>
        )}
        {answer?.asOf !== undefined && (
          <CatalogAge catalog={catalog} asOf={answer.asOf} found={answer.lookUp} />
        )}
      </div>
    </div>
  );
}

/** The card as it was asked for last: what it adds may have changed since the row was opened. */
function newest(
  { total, rowAt }: { total: number; rowAt: (index: number) => CatalogCard | undefined },
  opened: CatalogCard,
): CatalogCard {
  for (let index = 0; index < total; index++) {
    const card = rowAt(index);
    if (card?.package === opened.package) return card;
  }
  return opened;
}

function emptyWords(read: boolean, filter: CardFilter, search: string): string {
  if (!read) return 'Reading the packages.';
  if (search.trim() !== '') return 'No package matches.';
  if (filter === 'selected') return 'No operator of this catalog is selected.';
  if (filter === 'installed') return 'No operator of this catalog is installed.';
  return 'The catalog has no package.';
}

function FilterPill({
  label,
  number,
  on,
  onToggle,
}: {
  label: string;
  number: number;
  on: boolean;
  onToggle: () => void;
}) {
  return (
    <button type="button" className="al-operators-pill" aria-pressed={on} onClick={onToggle}>
      {label} <span className="al-num">{count(number)}</span>
    </button>
  );
}
