import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import { wellKnownCatalog } from '../../../content/inventory/inventory.ts';
import { describedPackages } from '../../../content/operator/described-packages.ts';
import { type PackageCard, packageCard } from '../../../content/operator/package-card.ts';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import type { CatalogCard, Draft } from '../../../contract/topics/drafts.ts';
import type { LivePlanner } from '../../../mirror/live-plan/known/planner-answers.ts';
import { catalogLookUp } from './look-ups.ts';
import { selectedPackages } from './selection.ts';

type Query = RequestParsed<'drafts.packages'>;
type Answer = RequestOutput<'drafts.packages'>;

/** Cards of several catalogs. Each can contain an icon of up to 90 KB. */
const MOST_CARDS = 3000;

/** Creates and caches cards. A card depends only on the digest of the catalog and the target version. */
export function createPackageCards() {
  const cards = new Map<string, Promise<PackageCard>>();
  const cardOf = (digest: string, index: CatalogIndex, name: string, target: string | undefined) => {
    const key = `${digest} ${name} ${target ?? ''}`;
    const known = cards.get(key);
    if (known) return known;
    const card = packageCard(index, name, target === undefined ? {} : { target });
    card.catch(() => cards.delete(key));
    cards.set(key, card);
    for (const oldest of cards.keys()) if (cards.size > MOST_CARDS) cards.delete(oldest);
    return card;
  };

  /** Handles `drafts.packages`. @throws AirlockError as the planner */
  return async (
    { draft, catalog, search, only, packages, offset, limit }: Query,
    planner: LivePlanner,
    signal: AbortSignal,
  ): Promise<Answer> => {
    const known = await planner.catalog(catalog, { signal });
    const lookUp = await catalogLookUp(draft, catalog, planner, signal);
    const about = lookUp ? { lookUp } : {};
    if (!known) return { ...about, total: 0, matching: 0, selected: 0, installed: 0, cards: [] };
    const { index, digest, asOf } = known;
    const selection = selectedPackages(draft.text, catalog);
    const isSelected = (name: string) => selection === 'all' || selection.has(name);
    const installed = installedFrom(draft, catalog);
    const all = await describedPackages(index);
    const named = packages && new Set(packages);
    const found = all
      .filter(({ name }) => named?.has(name) ?? true)
      .filter(({ name }) => only !== 'selected' || isSelected(name))
      .filter(({ name }) => only !== 'installed' || installed.has(name))
      .flatMap((each) => {
        const rank = rankOf(each, search);
        return rank === undefined ? [] : [{ ...each, rank }];
      })
      .sort((a, b) => a.rank - b.rank);
    const shown = found.slice(offset, offset + limit).map(({ name }) => name);
    const sizes = await planner.sizes(draft, catalog, shown, { signal });
    const shownCards: CatalogCard[] = [];
    for (const name of shown) {
      signal.throwIfAborted();
      const { needs, ...card } = await cardOf(digest, index, name, draft.to);
      const size = sizes.get(name);
      const version = installed.get(name);
      shownCards.push({
        ...card,
        selected: isSelected(name),
        installed: version,
        needs: needs.map(({ packages, reason }) => {
          const chosen = packages.find(isSelected);
          const offered = chosen ?? packages[0];
          return { package: offered || undefined, reason, selected: chosen !== undefined };
        }),
        adds: size?.unknown ? undefined : size?.adds,
        estimated: size?.estimated ?? false,
      });
    }
    const count = (is: (name: string) => boolean) => all.filter(({ name }) => is(name)).length;
    return {
      ...about,
      asOf,
      digest,
      total: all.length,
      matching: found.length,
      selected: count(isSelected),
      installed: count((name) => installed.has(name)),
      cards: shownCards,
    };
  };
}

/** Returns the rank of a package, or undefined if it doesn't match. A match in the name ranks above one in the description. */
export function rankOf(
  each: { name: string; displayName?: string; provider?: string; summary?: string },
  search: string | undefined,
): number | undefined {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 0;
  const name = `${each.name} ${each.displayName ?? ''}`.toLowerCase();
  const all = `${name} ${each.provider ?? ''} ${each.summary ?? ''}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return undefined;
  if (words.length === 1 && each.name.startsWith(words[0]!)) return 0;
  return words.every((word) => name.includes(word)) ? 1 : 2;
}

/** Returns the versions on the cluster of packages that may come from this catalog. */
function installedFrom({ inventory }: Draft, catalog: string): Map<string, string> {
  const own = wellKnownCatalog(catalog);
  const from = (inventory?.operators ?? []).filter((operator) => {
    const kind = operator.catalog && wellKnownCatalog(operator.catalog);
    return !kind || !own || kind === own;
  });
  return new Map(from.map(({ package: name, version, bundle }) => [name, version ?? bundle ?? '']));
}
