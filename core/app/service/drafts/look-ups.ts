import { setValue } from '../../../base/document/edit/edit.ts';
import { readYaml } from '../../../base/document/yaml-text.ts';
import type { ContractLookUp, Draft } from '../../../contract/topics/drafts.ts';
import { emptyImageSet } from '../../../image-set/form/empty-image-set.ts';
import { imageSetView } from '../../../image-set/form/view.ts';
import type { LivePlanner, LookUpOptions } from '../../../mirror/live-plan/known/planner-answers.ts';

const CATALOG = 'catalog ';

/** What looking at a catalog costs, whether the draft names it already or is about to. */
export async function catalogLookUp(
  draft: Draft,
  catalog: string,
  planner: LivePlanner,
  signal: AbortSignal,
): Promise<ContractLookUp | undefined> {
  const requested = names(draft.text, catalog) ? draft : onlyCatalogs(draft, [catalog]);
  const { lookUps } = await planner.plan(requested, { signal });
  return lookUps.find(({ id }) => id === CATALOG + catalog);
}

/**
 * Fetches what was clicked, catalogs that the draft does not name yet included.
 * @returns bytes
 */
export async function fetchLookUps(
  draft: Draft,
  ids: readonly string[],
  planner: LivePlanner,
  options: LookUpOptions,
): Promise<{ fetched: number }> {
  const others = ids.filter((id) => id.startsWith(CATALOG) && !names(draft.text, id.slice(CATALOG.length)));
  const own = ids.filter((id) => !others.includes(id));
  let fetched = 0;
  if (others.length > 0) {
    const catalogs = others.map((id) => id.slice(CATALOG.length));
    ({ fetched } = await planner.lookUp(others, onlyCatalogs(draft, catalogs), options));
  }
  if (own.length > 0) fetched += (await planner.lookUp(own, draft, options)).fetched;
  return { fetched };
}

function names(text: string, catalog: string): boolean {
  return imageSetView(readYaml(text)).catalogs.some((each) => each.catalog === catalog);
}

/** A draft with the same settings that names these catalogs and nothing else. */
function onlyCatalogs(draft: Draft, catalogs: readonly string[]): Draft {
  const list = catalogs.map((catalog) => ({ catalog }));
  return { ...draft, text: setValue(readYaml(emptyImageSet()), ['mirror', 'operators'], list).text };
}
