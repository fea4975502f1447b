import { setValue } from '../../base/document/edit/edit.ts';
import { writtenPath } from '../../base/document/field-path.ts';
import { type Path, readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { imageSetOf, parseImageSet } from '../../image-set/config/load-image-set.ts';
import { writtenChannel, writtenPackage } from '../answers/image-set-of.ts';
import { catalogBase } from './known-catalogs.ts';
import type { SuggestChange, Wanted, WantedCatalog } from './suggestion.ts';
import { type Fields, fieldOf, fieldsOf, withFields } from './written-fields.ts';

/** What decides whether something may go. */
export interface EditFacts {
  /** The way in words, for reasons: `4.16.20 to 4.18.9`. */
  way: string;
  /** Packages that the cluster runs: they are never taken out. */
  installed: ReadonlySet<string>;
}

/**
 * An existing configuration with what is wanted in it: entries that are there are changed in place, with their comments and
 * other fields, and what nothing needs is taken out. Images and charts stay: nothing tells who needs them.
 * @throws AirlockError `config-invalid` when it does not load, `document-uneditable` where its form does not allow it
 */
export function editedConfiguration(
  { text, file }: { text: string; file: string },
  wanted: Wanted,
  facts: EditFacts,
): { text: string; changes: SuggestChange[] } {
  const { operators, additionalImages, helm } = imageSetOf(
    parseImageSet(text, file, 'ImageSetConfiguration'),
  );
  const changes: SuggestChange[] = [];
  let doc = withReleases(readYaml(text), wanted.channels, facts, changes);
  if (facts.installed.size > 0) doc = withOperators(doc, wanted.operators, facts, changes);
  else if (operators.length > 0)
    changes.push({ what: 'kept', entry: 'operators', why: 'no operator is told to be installed' });
  if (additionalImages.length > 0 || helm)
    changes.push({
      what: 'kept',
      entry: additionalImages.length > 0 ? 'additional images' : 'charts',
      why: 'what is installed does not tell whether they are needed',
    });
  return { text: doc.text, changes };
}

function withReleases(
  doc: YamlText,
  channels: readonly ReleaseChannel[],
  { way: route }: EditFacts,
  changes: SuggestChange[],
): YamlText {
  const platform = writtenPath(doc, ['mirror', 'platform']);
  const release = fieldOf(fieldsOf(valueAt(doc, platform)), 'release');
  if (release !== undefined) {
    changes.push({ what: 'kept', entry: `release ${String(release)}`, why: 'it is named by its payload' });
    return doc;
  }
  const path = writtenPath(doc, [...platform, 'channels']);
  const before = listAt(doc, path);
  const saved = before.flatMap((each): Fields[] => {
    const name = String(fieldOf(each, 'name'));
    const entry = `release channel ${name}`;
    if (fieldOf(each, 'type') === 'okd') return [each];
    const now = channels.find((channel) => channel.name === name);
    if (!now) {
      changes.push({ what: 'removed', entry, why: `no version of the way from ${route} is taken from it` });
      return [];
    }
    const after = withFields(each, {
      minVersion: now.minVersion,
      maxVersion: now.maxVersion,
      shortestPath: now.shortestPath || undefined,
      full: undefined,
    });
    if (!same(each, after)) changes.push({ what: 'changed', entry, why: `the way from ${route}` });
    return [after];
  });
  const added = channels
    .filter(({ name }) => !before.some((each) => fieldOf(each, 'name') === name))
    .map((channel) => {
      changes.push({ what: 'added', entry: `release channel ${channel.name}`, why: `the way from ${route}` });
      return writtenChannel(channel);
    });
  return setValue(doc, path, [...saved, ...added]);
}

function withOperators(
  given: YamlText,
  wanted: readonly WantedCatalog[],
  facts: EditFacts,
  changes: SuggestChange[],
): YamlText {
  let doc = given;
  const path = writtenPath(doc, ['mirror', 'operators']);
  const catalogOf = (each: Fields) => String(fieldOf(each, 'catalog') ?? '');
  // A catalog for another OpenShift becomes the one that is wanted, with all that is said of it.
  for (const { catalog } of wanted) {
    const all = listAt(doc, path);
    if (all.some((each) => catalogOf(each) === catalog)) continue;
    const at = all.findLastIndex(
      (each) =>
        catalogBase(catalogOf(each)) === catalogBase(catalog) &&
        !wanted.some((other) => other.catalog === catalogOf(each)),
    );
    if (at < 0) continue;
    const before = catalogOf(all[at]!);
    doc = setValue(doc, writtenPath(doc, [...path, at, 'catalog']), catalog);
    changes.push({
      what: 'changed',
      entry: `catalog ${before}`,
      why: `${catalog} is for the way from ${facts.way}`,
    });
  }
  const after = listAt(doc, path).flatMap((each): Fields[] => {
    const catalog = catalogOf(each);
    const packages = wanted.find((other) => other.catalog === catalog)?.packages ?? [];
    return withPackages(each, catalog, packages, facts, changes);
  });
  const added = wanted
    .filter(({ catalog }) => !after.some((each) => catalogOf(each) === catalog))
    .map(({ catalog, packages }): Fields => {
      for (const { entry, why } of packages)
        changes.push({ what: 'added', entry: `operator ${entry.name} of ${catalog}`, why });
      return { catalog, packages: packages.map(({ entry }) => writtenPackage(entry)) };
    });
  return setValue(doc, path, [...after, ...added]);
}

/** The entry of a catalog; none when nothing of it is needed. */
function withPackages(
  given: Fields,
  catalog: string,
  wanted: WantedCatalog['packages'],
  { installed }: EditFacts,
  changes: SuggestChange[],
): Fields[] {
  const listed = fieldOf(given, 'packages');
  const before = Array.isArray(listed) ? listed.map(fieldsOf) : [];
  if (before.length === 0 && wanted.length > 0) {
    changes.push({ what: 'kept', entry: `catalog ${catalog}`, why: 'it is taken with all its operators' });
    return [given];
  }
  const saved = before.flatMap((each): Fields[] => {
    const name = String(fieldOf(each, 'name'));
    const entry = `operator ${name} of ${catalog}`;
    const now = wanted.find((other) => other.entry.name === name);
    if (now) {
      const { defaultChannel, minVersion, maxVersion, channels } = now.entry;
      const after = withFields(each, { defaultChannel, minVersion, maxVersion, channels });
      if (!same(each, after)) changes.push({ what: 'changed', entry, why: now.why });
      return [after];
    }
    if (installed.has(name) && wanted.length === 0) {
      changes.push({ what: 'kept', entry, why: 'it is installed, and no other catalog is known to have it' });
      return [each];
    }
    changes.push({
      what: 'removed',
      entry,
      why: installed.has(name)
        ? 'its updates come from another catalog'
        : 'it is not installed, and nothing that is installed requires it',
    });
    return [];
  });
  const added = wanted
    .filter(({ entry }) => !before.some((each) => fieldOf(each, 'name') === entry.name))
    .map(({ entry, why }) => {
      changes.push({ what: 'added', entry: `operator ${entry.name} of ${catalog}`, why });
      return writtenPackage(entry);
    });
  const packages = [...saved, ...added];
  if (packages.length > 0) return [withFields(given, { packages })];
  changes.push({ what: 'removed', entry: `catalog ${catalog}`, why: 'nothing of it is needed' });
  return [];
}

function listAt(doc: YamlText, path: Path): Fields[] {
  const list = valueAt(doc, path);
  return Array.isArray(list) ? list.map(fieldsOf) : [];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
