import { compare, valid } from 'semver';
import type { FixingChange } from '../../../base/document/edit/fix.ts';
import { pathText } from '../../../base/document/field-path.ts';
import type { Path, YamlText } from '../../../base/document/yaml-text.ts';
import { addPackage } from '../../../image-set/form/operators.ts';
import { putField, removeField } from '../../../image-set/form/place-field.ts';
import { fieldAt, positionsAt } from '../../../image-set/form/spelling.ts';
import { type CatalogView, imageSetView } from '../../../image-set/form/view.ts';
import { t } from '../messages.ts';

/** Returns a change that merges the second entry of a package, at `…packages[i].name`, into the first. */
export function joinedPackages(path: Path): FixingChange | undefined {
  const position = path.at(-2);
  if (typeof position !== 'number') return undefined;
  const list = path.slice(0, -2);
  return {
    label: t('mergeFix'),
    change(doc) {
      const catalog = catalogAt(doc, path);
      const second = catalog?.packages[position];
      if (!catalog || !second) return doc;
      const first = catalog.packages.findIndex(({ name }) => name === second.name);
      const range = joinedRange(catalog.packages[first]!, second);
      // Without versions, only the heads would be selected.
      if (range.isComplete) return doc;
      let after = removeField(doc, [...list, position]);
      for (const field of ['minVersion', 'maxVersion'] as const)
        after = putField(after, [...list, first, field], range[field]);
      return withChannels(after, doc, catalog, second);
    },
  };
}

function withChannels(
  after: YamlText,
  before: YamlText,
  catalog: CatalogView,
  second: CatalogView['packages'][number],
): YamlText {
  const place = imageSetView(before).catalogs.findIndex(
    ({ path }) => pathText(path) === pathText(catalog.path),
  );
  const first = catalog.packages.find(({ name }) => name === second.name);
  // Without channels, all of them are selected.
  if (first?.channels.length === 0) return after;
  if (first && second.channels.length === 0) return removeField(after, [...first.path, 'channels']);
  const channels = second.channels.map(({ name, minVersion, maxVersion }) => ({
    name,
    minVersion,
    maxVersion,
  }));
  return addPackage(after, place < 0 ? catalog.catalog : place, second.name, channels);
}

interface Range {
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
}

/** Returns the range of both. `isComplete`: it needs no bounds, but contains more than the newest version. */
function joinedRange(a: Range & { full?: boolean }, b: Range & { full?: boolean }) {
  const isNewest = ({ minVersion, maxVersion, full }: typeof a) => !minVersion && !maxVersion && !full;
  // The newest version alone has no lower bound to join.
  const [low, other] = isNewest(a) ? [b, b] : isNewest(b) ? [a, a] : [a, b];
  const minVersion = wider(low.minVersion, other.minVersion, true);
  const maxVersion = wider(a.maxVersion, b.maxVersion, false);
  return { minVersion, maxVersion, isComplete: !minVersion && !maxVersion && !(isNewest(a) && isNewest(b)) };
}

/** Returns the wider of two bounds, or none if one is missing. */
function wider(a: string | undefined, b: string | undefined, lowest: boolean): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (!valid(a) || !valid(b)) return valid(a) ? a : b;
  return compare(a, b) < 0 === lowest ? a : b;
}

/** Returns a change that merges the second entry of a catalog, at `…operators[i].catalog`, into the first. */
export function joinedCatalogs(path: Path): FixingChange | undefined {
  const position = path.at(-2);
  if (typeof position !== 'number') return undefined;
  return {
    label: t('mergeFix'),
    change(doc) {
      const { catalogs } = imageSetView(doc);
      const second = catalogs[position];
      const first = catalogs.findIndex(({ catalog }) => catalog === second?.catalog);
      if (!second || first < 0) return doc;
      const saved = catalogs[first]!;
      // An entry without packages selects all of them, which no list can express.
      if (saved.full !== second.full || (saved.packages.length === 0) !== (second.packages.length === 0))
        return doc;
      let after = removeField(doc, path.slice(0, -1));
      const list = ['mirror', 'operators', first, 'packages'];
      for (const each of second.packages) {
        const next = positionsAt(after, list).length;
        const appended = putField(after, [...list, next], fieldAt(doc, each.path));
        const exists = saved.packages.some(({ name }) => name === each.name);
        after = exists ? joinedPackages([...list, next, 'name'])!.change(appended) : appended;
        if (exists && after === appended) return doc;
      }
      return after;
    },
  };
}

/** Returns a change that merges the second entry of a release channel, at `…channels[i].name`, into the first. */
export function joinedChannels(path: Path): FixingChange | undefined {
  const position = path.at(-2);
  if (typeof position !== 'number') return undefined;
  const list = path.slice(0, -2);
  return {
    label: t('mergeFix'),
    change(doc) {
      const { releases } = imageSetView(doc);
      const second = releases[position];
      const first = releases.findIndex(({ name }) => name === second?.name);
      const saved = releases[first];
      if (!second || !saved) return doc;
      const range = joinedRange(saved, second);
      let after = removeField(doc, path.slice(0, -1));
      for (const field of ['minVersion', 'maxVersion'] as const)
        after = putField(after, [...list, first, field], range[field]);
      return range.isComplete ? putField(after, [...list, first, 'full'], true) : after;
    },
  };
}

function catalogAt(doc: YamlText, path: Path): CatalogView | undefined {
  const position = path[path.indexOf('operators') + 1];
  return typeof position === 'number' ? imageSetView(doc).catalogs[position] : undefined;
}
