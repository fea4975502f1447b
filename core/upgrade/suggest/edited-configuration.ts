import { setValue } from '../../base/document/edit/edit.ts';
import { writtenPath } from '../../base/document/field-path.ts';
import { type Path, readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { imageSetOf, parseImageSet } from '../../image-set/config/load-image-set.ts';
import { writtenChannel, writtenPackage } from '../answers/image-set-of.ts';
import { catalogBase } from './known-catalogs.ts';
import { t } from './messages.ts';
import type { RequestedCatalog, SuggestChange, Wanted } from './suggestion.ts';
import { type Fields, fieldOf, fieldsOf, withFields } from './written-fields.ts';

/** Facts that decide whether an entry may be removed. */
export interface EditFacts {
  /** The upgrade path in words, for reasons: `4.16.20 → 4.18.9`. */
  path: string;
  /** Packages that the cluster runs. They are never removed. */
  installed: ReadonlySet<string>;
}

/**
 * Returns an existing configuration with the wanted entries. Existing entries are changed in place, with their comments
 * and other fields, and unneeded ones are removed. Images and charts stay, because nothing shows who needs them.
 * @throws AirlockError `config-invalid` if it doesn't load, `document-uneditable` if its form doesn't allow the change
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
    changes.push({ type: 'unchanged', entry: t('operatorsEntry'), why: t('operatorsUnknown') });
  if (additionalImages.length > 0 || helm)
    changes.push({
      type: 'unchanged',
      entry: additionalImages.length > 0 ? t('additionalImagesEntry') : t('chartsEntry'),
      why: t('needUnknown'),
    });
  return { text: doc.text, changes };
}

function withReleases(
  doc: YamlText,
  channels: readonly ReleaseChannel[],
  { path: route }: EditFacts,
  changes: SuggestChange[],
): YamlText {
  const platform = writtenPath(doc, ['mirror', 'platform']);
  const release = fieldOf(fieldsOf(valueAt(doc, platform)), 'release');
  if (release !== undefined) {
    const entry = t('releaseEntry', { release: String(release) });
    changes.push({ type: 'unchanged', entry, why: t('selectedByPayload') });
    return doc;
  }
  const path = writtenPath(doc, [...platform, 'channels']);
  const before = listAt(doc, path);
  const saved = before.flatMap((each): Fields[] => {
    const name = String(fieldOf(each, 'name'));
    const entry = t('channelEntry', { channel: name });
    if (fieldOf(each, 'type') === 'okd') return [each];
    const now = channels.find((channel) => channel.name === name);
    if (!now) {
      changes.push({ type: 'removed', entry, why: t('channelUnused', { path: route }) });
      return [];
    }
    const after = withFields(each, {
      minVersion: now.minVersion,
      maxVersion: now.maxVersion,
      shortestPath: now.shortestPath || undefined,
      full: undefined,
    });
    if (!same(each, after)) changes.push({ type: 'changed', entry, why: t('onPath', { path: route }) });
    return [after];
  });
  const added = channels
    .filter(({ name }) => !before.some((each) => fieldOf(each, 'name') === name))
    .map((channel) => {
      const entry = t('channelEntry', { channel: channel.name });
      changes.push({ type: 'added', entry, why: t('onPath', { path: route }) });
      return writtenChannel(channel);
    });
  return setValue(doc, path, [...saved, ...added]);
}

function withOperators(
  given: YamlText,
  wanted: readonly RequestedCatalog[],
  facts: EditFacts,
  changes: SuggestChange[],
): YamlText {
  let doc = given;
  const path = writtenPath(doc, ['mirror', 'operators']);
  const catalogOf = (each: Fields) => String(fieldOf(each, 'catalog') ?? '');
  // A catalog for another OpenShift becomes the wanted one, with its comments and fields.
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
      type: 'changed',
      entry: t('catalogEntry', { catalog: before }),
      why: t('catalogOfPath', { catalog, path: facts.path }),
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
        changes.push({ type: 'added', entry: t('operatorEntry', { package: entry.name, catalog }), why });
      return { catalog, packages: packages.map(({ entry }) => writtenPackage(entry)) };
    });
  return setValue(doc, path, [...after, ...added]);
}

/** Returns the entry of a catalog, or none if none of its packages are needed. */
function withPackages(
  given: Fields,
  catalog: string,
  wanted: RequestedCatalog['packages'],
  { installed }: EditFacts,
  changes: SuggestChange[],
): Fields[] {
  const listed = fieldOf(given, 'packages');
  const before = Array.isArray(listed) ? listed.map(fieldsOf) : [];
  if (before.length === 0 && wanted.length > 0) {
    changes.push({ type: 'unchanged', entry: t('catalogEntry', { catalog }), why: t('catalogComplete') });
    return [given];
  }
  const saved = before.flatMap((each): Fields[] => {
    const name = String(fieldOf(each, 'name'));
    const entry = t('operatorEntry', { package: name, catalog });
    const now = wanted.find((other) => other.entry.name === name);
    if (now) {
      const { defaultChannel, minVersion, maxVersion, channels } = now.entry;
      const after = withFields(each, { defaultChannel, minVersion, maxVersion, channels });
      if (!same(each, after)) changes.push({ type: 'changed', entry, why: now.why });
      return [after];
    }
    if (installed.has(name) && wanted.length === 0) {
      changes.push({ type: 'unchanged', entry, why: t('onlyKnownCatalog') });
      return [each];
    }
    changes.push({
      type: 'removed',
      entry,
      why: installed.has(name) ? t('updatesElsewhere') : t('notRequired'),
    });
    return [];
  });
  const added = wanted
    .filter(({ entry }) => !before.some((each) => fieldOf(each, 'name') === entry.name))
    .map(({ entry, why }) => {
      changes.push({ type: 'added', entry: t('operatorEntry', { package: entry.name, catalog }), why });
      return writtenPackage(entry);
    });
  const packages = [...saved, ...added];
  if (packages.length > 0) return [withFields(given, { packages })];
  changes.push({ type: 'removed', entry: t('catalogEntry', { catalog }), why: t('catalogUnused') });
  return [];
}

function listAt(doc: YamlText, path: Path): Fields[] {
  const list = valueAt(doc, path);
  return Array.isArray(list) ? list.map(fieldsOf) : [];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
