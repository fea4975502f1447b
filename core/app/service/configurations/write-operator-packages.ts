import { insertItem, removeValue, setValue } from '../../../base/document/edit/edit.ts';
import { keyFor } from '../../../base/document/field-path.ts';
import { type Path, readYaml, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { CarriedCatalog, CarriedPackage } from '../../../contract/topics/operator-upgrades.ts';
import { writtenPackage } from '../../../upgrade/answers/image-set-of.ts';
import { type Bounds, mergedRange } from './merged-range.ts';
import { t } from './messages.ts';

/** A configuration with added packages, and the content that it no longer selects. */
export interface WrittenPackages {
  text: string;
  /** Sentences about content that the file selected before and no longer selects. */
  notes: string[];
}

/**
 * Returns a configuration with the given packages. Existing channels are widened to the given versions, missing ones are
 * appended, and the rest of the text is unchanged. A catalog that is mirrored in full already contains them.
 * @param file names the text in errors
 * @throws AirlockError `config-invalid` for a text that isn't a mapping; `usage` for a catalog that is mirrored with the
 * channel heads of all packages: listing some packages would remove the others
 */
export function withOperatorPackages(
  text: string,
  catalogs: readonly CarriedCatalog[],
  { file }: { file: string },
): WrittenPackages {
  const document = readYaml(text);
  const [fault] = document.faults;
  if (fault || !isMap(valueAt(document, []))) {
    const reason = fault ? fault.message.split('\n')[0]! : t('notMapping');
    throw new AirlockError('config-invalid', t('notEditable', { file, reason }), {
      side: 'local',
      remedy: t('notEditableRemedy'),
      at: { file, line: fault?.line, column: fault?.column },
    });
  }
  const notes: string[] = [];
  const changed = catalogs.reduce((before, each) => withCatalog(before, each, file, notes), document);
  return { text: changed.text, notes };
}

function withCatalog(
  document: YamlText,
  { catalog, packages }: CarriedCatalog,
  file: string,
  notes: string[],
): YamlText {
  const operators = fieldAt(document, fieldAt(document, [], 'mirror'), 'operators');
  const entries = listAt(document, operators);
  const at = entries.findIndex((entry) => fieldOf(entry, 'catalog') === catalog);
  if (at < 0) return appended(document, operators, { catalog, packages: packages.map(writtenPackage) });
  const place = [...operators, at];
  const list = fieldAt(document, place, 'packages');
  const isFull = fieldOf(entries[at], 'full') === true;
  if (listAt(document, list).length > 0)
    return packages.reduce((before, each) => withPackage(before, list, each, isFull, notes), document);
  if (isFull) return document;
  throw new AirlockError('usage', t('catalogWithoutPackages', { file, catalog }), {
    side: 'local',
    remedy: t('catalogWithoutPackagesRemedy'),
    at: { file },
  });
}

function withPackage(
  document: YamlText,
  list: Path,
  carried: CarriedPackage,
  isFull: boolean,
  notes: string[],
): YamlText {
  // Versions and full exclude each other, and the complete channels contain the versions.
  const wanted = isFull ? { ...carried, channels: carried.channels.map(({ name }) => ({ name })) } : carried;
  const known = listAt(document, list);
  const at = known.findIndex((entry) => fieldOf(entry, 'name') === carried.name);
  if (at < 0) return appended(document, list, writtenPackage(wanted));
  const place = [...list, at];
  const channels = fieldAt(document, place, 'channels');
  const bounds = boundsOf(known[at]);
  if (listAt(document, channels).length > 0) {
    const moved = bounds ? rangeToChannels(document, place, channels, bounds) : document;
    return wanted.channels.reduce((before, each) => withChannel(before, channels, each, isFull), moved);
  }
  if (isFull) return document;
  // A range without channels applies to all channels.
  if (bounds)
    return withBounds(document, place, bounds, carried.channels.reduce<Bounds>(mergedRange, bounds));
  notes.push(
    t('channelsNarrowed', {
      package: carried.name,
      channels: carried.channels.map(({ name }) => name).join(', '),
    }),
  );
  const withChannels = setValue(document, channels, carried.channels);
  const own = fieldAt(withChannels, place, 'defaultChannel');
  const names = carried.channels.map(({ name }) => name);
  if (names.includes(String(valueAt(withChannels, own)))) return withChannels;
  if (carried.defaultChannel) return setValue(withChannels, own, carried.defaultChannel);
  return valueAt(withChannels, own) === undefined ? withChannels : removeValue(withChannels, own);
}

function withChannel(
  document: YamlText,
  list: Path,
  carried: CarriedPackage['channels'][number],
  isFull: boolean,
): YamlText {
  const known = listAt(document, list);
  const at = known.findIndex((entry) => fieldOf(entry, 'name') === carried.name);
  if (at < 0) return appended(document, list, carried);
  if (isFull) return document;
  const before = boundsOf(known[at]) ?? {};
  return withBounds(document, [...list, at], before, mergedRange(before, carried));
}

/** Writes the range of a package as the range of each of its channels, which has the same meaning. */
function rangeToChannels(document: YamlText, place: Path, channels: Path, bounds: Bounds): YamlText {
  const moved = listAt(document, channels).reduce<YamlText>(
    (before, _entry, at) => withBounds(before, [...channels, at], {}, bounds),
    document,
  );
  return withBounds(moved, place, bounds, {});
}

function withBounds(document: YamlText, place: Path, before: Bounds, after: Bounds): YamlText {
  let changed = document;
  for (const name of ['minVersion', 'maxVersion'] as const) {
    if (after[name] === before[name]) continue;
    const field = fieldAt(changed, place, name);
    changed = after[name] === undefined ? removeValue(changed, field) : setValue(changed, field, after[name]);
  }
  return changed;
}

function appended(document: YamlText, list: Path, item: object): YamlText {
  const length = listAt(document, list).length;
  return length > 0 ? insertItem(document, list, length, item) : setValue(document, list, [item]);
}

/** Returns undefined if there is none. */
function boundsOf(entry: unknown): Bounds | undefined {
  const text = (name: string) => {
    const value = fieldOf(entry, name);
    return value === undefined || value === null || value === '' ? undefined : String(value);
  };
  const [minVersion, maxVersion] = [text('minVersion'), text('maxVersion')];
  return minVersion || maxVersion ? { minVersion, maxVersion } : undefined;
}

/** Returns the path of a field as it is written in the document. The loader ignores case. */
function fieldAt(document: YamlText, place: Path, name: string): Path {
  return [...place, keyOf(valueAt(document, place), name) ?? name];
}

function fieldOf(map: unknown, name: string): unknown {
  const key = keyOf(map, name);
  return key === undefined || !isMap(map) ? undefined : map[key];
}

function keyOf(map: unknown, name: string): string | undefined {
  return isMap(map) ? keyFor(map, name) : undefined;
}

function listAt(document: YamlText, place: Path): unknown[] {
  const value = valueAt(document, place);
  return Array.isArray(value) ? value : [];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
