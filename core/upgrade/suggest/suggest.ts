import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { editedConfiguration } from './edited-configuration.ts';
import { newConfiguration } from './new-configuration.ts';
import { requestedOperators } from './requested-operators.ts';
import { requestedReleases } from './requested-releases.ts';
import type { OpenCatalog, Suggestion, SuggestQuestion } from './suggestion.ts';

/**
 * Returns the smallest configuration with which a cluster can be upgraded to a version of OpenShift: the releases of the
 * path, and the installed operators with their updates, as OLM will make them. Unneeded entries of an existing
 * configuration are removed and reported.
 * @param open opens a catalog, locally or over the network
 * @throws AirlockError `upgrade-path`, `usage`, `config-invalid`, `document-uneditable`, `disk`, `interrupted`
 */
export async function suggestConfiguration(
  question: SuggestQuestion,
  open: OpenCatalog,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Suggestion> {
  const { inventory, existing, architecture, inUse = [] } = question;
  const named = [...(existing ? catalogsNamed(existing.text, existing.file) : []), ...inUse];
  const releases = await requestedReleases(question);
  const operators = await requestedOperators(question, releases.path, named, open, signal);
  const wanted = { channels: releases.channels, operators: operators.catalogs };
  const about = {
    reasons: [...releases.reasons, ...operators.reasons],
    releases: releases.versions,
    problems: [...releases.problems, ...operators.problems],
  };
  if (!existing) return { ...about, text: newConfiguration(wanted, architecture), changes: [] };
  const [first, last] = [releases.versions[0]!, releases.versions.at(-1)!];
  const edited = editedConfiguration(existing, wanted, {
    path: first === last ? first : `${first} → ${last}`,
    installed: new Set(inventory.operators.map((each) => each.package)),
  });
  return { ...about, ...edited };
}

function catalogsNamed(text: string, file: string): string[] {
  const { configuration } = parseImageSet(text, file, 'ImageSetConfiguration');
  return (configuration?.operators ?? []).map(({ catalog }) => catalog);
}
