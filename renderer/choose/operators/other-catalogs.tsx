import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FoundPackage } from '../../../core/contract/topics/drafts.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { Card } from '../../parts/screen.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { canChoose } from './hints.ts';
import { t } from './messages.ts';
import { PackageIcon } from './row.tsx';
import { useChosenPackages } from './use-chosen-packages.ts';
import { shortCatalog } from './words.ts';

/** Shorter texts match most packages. */
const SHORTEST = 2;
const SETTLED_MS = 150;
/** Matches that are listed. */
const LISTED = 20;

/** The matches of a search in all loaded catalogs but the one that is shown. Selecting one selects it in its catalog. */
export function OtherCatalogs({
  catalog,
  preferred,
  search,
  onShow,
}: {
  catalog: string;
  preferred: readonly string[];
  search: string;
  onShow: (catalog: string) => void;
}) {
  const text = useSettled(search.trim(), SETTLED_MS);
  const { data } = useAsk(
    'drafts.findPackages',
    { search: text || '-', preferred: preferred.slice(0, 50), except: catalog, limit: LISTED },
    { enabled: text.length >= SHORTEST, keep: true },
  );
  if (search.trim().length < SHORTEST || !data || data.packages.length === 0) return null;
  const { matching, catalogs } = data;
  const shown = data.packages.length;
  return (
    <div className="al-operators-others">
      <Card
        title={t('othersTitle')}
        note={
          matching > shown
            ? t('othersShownNote', { shown, matching, catalogs })
            : t('othersNote', { matching, catalogs })
        }
        flush
      >
        {[...Map.groupBy(data.packages, (found) => found.catalog)].map(([reference, packages]) => (
          <CatalogMatches key={reference} catalog={reference} packages={packages} onShow={onShow} />
        ))}
      </Card>
    </div>
  );
}

/** The matches in one catalog. */
function CatalogMatches({
  catalog,
  packages,
  onShow,
}: {
  catalog: string;
  packages: readonly FoundPackage[];
  onShow: (catalog: string) => void;
}) {
  const client = useClient();
  const { draft } = useDraft();
  const latest = useRef(draft);
  latest.current = draft;
  const chosen = useChosenPackages(catalog);
  const names = packages.map((found) => found.package);
  // The draft isn't part of the key, because icons and channels don't depend on it.
  const { data } = useQuery({
    queryKey: ['found cards', draft.id, draft.to, catalog, ...names],
    queryFn: ({ signal }) =>
      client.request('drafts.packages', { draft: latest.current, catalog, packages: names }, { signal }),
  });
  const short = shortCatalog(catalog);
  return (
    <ul className="al-operators-found" aria-label={short}>
      {packages.map((found) => {
        const loaded = data?.cards.find((card) => card.package === found.package);
        const card = loaded && chosen.asChosen(loaded);
        return (
          <li key={found.package} className="al-operators-match">
            <Checkbox
              id={`al-operators-${catalog}-${found.package}`}
              aria-label={t('selectInLabel', { name: found.displayName ?? found.package, catalog: short })}
              isChecked={chosen.isSelected(found.package)}
              isDisabled={!card || !canChoose(card)}
              onChange={() => card && chosen.toggle(card)}
            />
            <PackageIcon card={card ?? found} />
            <span className="al-operators-match-name">
              <span>
                <span className="al-strong">{found.displayName ?? found.package}</span>{' '}
                {found.displayName !== undefined && found.displayName !== found.package && (
                  <span className="al-mono al-sub">{found.package}</span>
                )}
              </span>
              {found.description !== undefined && (
                <span className="al-sub al-cut" title={found.description}>
                  {found.description}
                </span>
              )}
            </span>
            <button type="button" className="al-link" title={catalog} onClick={() => onShow(catalog)}>
              {t('showInButton', { catalog: short })}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
