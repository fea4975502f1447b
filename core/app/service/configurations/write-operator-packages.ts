import { insertItem, removeValue, setValue } from '../../../base/document/edit/edit.ts';
import { keyFor } from '../../../base/document/field-path.ts';
import { type Path, readYaml, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { CarriedCatalog, CarriedPackage } from '../../../contract/topics/operator-upgrades.ts';
import { writtenPackage } from '../../../upgrade/answers/image-set-of.ts';
import { type Bounds, mergedRange } from './merged-range.ts';

/** A configuration with packages in it, and what it has no longer. */
export interface WrittenPackages {
  text: string;
  /** What the file selected before and does not select now, in words. */
  notes: string[];
}

/**
 * A configuration with these packages: channels that it has are widened to what is carried, others are put behind them,
 * and all else stays as it is written. What a catalog has in full has all of it already.
 * @param file names the text in errors
 * @throws AirlockError `config-invalid` for a text that is no mapping; `usage` for a catalog that is carried with the heads
 * of all its packages: naming some would leave the others out
 */
export function withOperatorPackages(
  text: string,
  catalogs: readonly CarriedCatalog[],
  { file }: { file: string },
): WrittenPackages {
  const document = readYaml(text);
  const [fault] = document.faults;
  if (fault || !isMap(valueAt(document, []))) {
    const why = fault ? fault.message.split('\n')[0]! : 'there is no mapping in it';
    throw new AirlockError('config-invalid', `${file} is not a configuration that can be changed: ${why}`, {
      side: 'local',
      remedy: 'Correct it first, or choose another file.',
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
  throw new AirlockError('usage', `${file} has the heads of all packages of ${catalog}`, {
    side: 'local',
    remedy: 'With packages it would have these alone. Choose another file, or name there all that is wanted.',
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
  // Versions and full exclude each other; the whole channels have the versions.
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
  // A range without channels is one of all channels.
  if (bounds)
    return withBounds(document, place, bounds, carried.channels.reduce<Bounds>(mergedRange, bounds));
  notes.push(
    `${carried.name} was carried with the head of every channel; now it is carried with ${carried.channels.map(({ name }) => name).join(', ')} alone`,
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

/** The range of a package as that of each of its channels, which means the same. */
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

/** Undefined where there is none. */
function boundsOf(entry: unknown): Bounds | undefined {
  const text = (name: string) => {
    const value = fieldOf(entry, name);
    return value === undefined || value === null || value === '' ? undefined : String(value);
  };
  const [minVersion, maxVersion] = [text('minVersion'), text('maxVersion')];
  return minVersion || maxVersion ? { minVersion, maxVersion } : undefined;
}

/** The path of a field as it is written there: the loader does not mind the case. */
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
