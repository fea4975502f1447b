import { isAlias, isCollection, isSeq } from 'yaml';
import { t } from '../messages.ts';
import { sameValue } from '../node-value.ts';
import {
  beginsLine,
  columnOf,
  entriesOf,
  eolNear,
  isBlockCollection,
  lastOf,
  lineContentEnd,
  startOf,
} from '../written.ts';
import { type Path, placeAt, valueAt, valuesOf, type YamlText } from '../yaml-text.ts';
import { removalEdits } from './entry-edits.ts';
import { extentOf } from './extent.ts';
import { mergeSteps } from './merge-steps.ts';
import { reshaped, without, writable } from './reshape.ts';
import { quotesOf, scalarText } from './scalar-text.ts';
import { additionEdits, allRemoved, replacementEdits, settingEdits } from './setting-edits.ts';
import { editable, editedTo, trailTo, uneditable } from './trail.ts';
import { keyText } from './value-text.ts';

/**
 * Edits of a text that change only their target. Comments, order, indentation, quoting and unknown fields stay the same
 * byte for byte. Each result is read again and checked. Impossible edits are rejected.
 *
 * All throw AirlockError `document-unreadable` for a text with faults, with the place, and `document-uneditable` with the
 * reason: repeated by an alias, a single value instead of a mapping, a missing position of a list.
 */
export interface EditOptions {
  /** Index of the document (`---`), from 0. */
  document?: number;
}

/**
 * Writes a value. Missing mappings and lists on the path are created, indented like the text nearby. A list or mapping
 * that replaces another one changes only the entries that differ. Elements are distinguished by `name` or similar keys.
 * @param value undefined removes the entry; undefined entries of it are omitted
 * @param options.order customary order of names: a new entry of a mapping is inserted before the first one that is later
 * in it, otherwise last
 * @param options.comment lines above a new entry; an existing entry keeps its comment
 */
export function setValue(
  doc: YamlText,
  path: Path,
  value: unknown,
  { document = 0, comment, order }: EditOptions & { comment?: string; order?: readonly string[] } = {},
): YamlText {
  const wanted = writable(value);
  if (wanted === undefined) return removeValue(doc, path, { document });
  const place = editable(doc, document);
  const before = valueAt(doc, path, document);
  if (before !== undefined && sameValue(before, wanted)) return doc;
  const trail = trailTo(place, path);
  if (trail.length === path.length + 1 && isCollection(trail.at(-1)!.node)) {
    const steps = mergeSteps(before, wanted);
    if (steps)
      return steps.reduce((text, { kind, step, value: each }) => {
        const at = [...path, step];
        if (kind === 'remove') return removeValue(text, at, { document, keepEmptyParents: true });
        if (kind === 'insert') return insertItem(text, path, Number(step), each, { document });
        return setValue(text, at, each, { document, order });
      }, doc);
  }
  const expected = reshaped(valuesOf(doc)[document] ?? null, path, () => wanted);
  const after = editedTo(doc, settingEdits(doc, place, path, trail, wanted, document, order), {
    path,
    document,
    expected,
  });
  return before === undefined && comment !== undefined ? withComment(after, path, document, comment) : after;
}

/**
 * Removes an entry with its comment lines (see `Extent`), and the mappings and lists that are then empty, up to the
 * document itself. A missing entry changes nothing.
 * @param options.keepEmptyParents retains empty parents as `{}` or `[]`
 */
export function removeValue(
  doc: YamlText,
  path: Path,
  { document = 0, keepEmptyParents = false }: EditOptions & { keepEmptyParents?: boolean } = {},
): YamlText {
  const place = editable(doc, document);
  if (valueAt(doc, path, document) === undefined) return doc;
  const trail = trailTo(place, path);
  if (trail.length <= path.length) throw uneditable(doc, path, document, t('fromElsewhere'));
  let length = path.length;
  const alone = () => length > 0 && trail[length]!.owner!.collection.items.length === 1;
  while (!keepEmptyParents && length > 1 && alone()) length--;
  const target = path.slice(0, length);
  const root = valuesOf(doc)[document];
  // An empty document needs `---` to be one of several.
  const vanishes = doc.documents === 1 || place.document?.directives.docStart === true;
  if (length === 0 || (alone() && !keepEmptyParents && isBlockCollection(trail[0].node) && vanishes))
    return editedTo(doc, [allRemoved(place, trail[0])], { path, document, expected: null });
  const expected = reshaped(root, target.slice(0, -1), (before) => without(before, target.at(-1)!));
  const { collection, index } = trail[length]!.owner!;
  const edits = alone()
    ? replacementEdits(place, trail[length - 1]!, isSeq(collection) ? [] : {})
    : removalEdits(place, collection, index);
  return editedTo(doc, edits, { path, document, expected });
}

/**
 * Inserts an element into a list before the one at `index`, or after the last one for a larger number. A missing or empty
 * list is created.
 */
export function insertItem(
  doc: YamlText,
  list: Path,
  index: number,
  value: unknown,
  { document = 0, comment }: EditOptions & { comment?: string } = {},
): YamlText {
  const place = editable(doc, document);
  const before = valueAt(doc, list, document) ?? [];
  if (!Array.isArray(before)) throw uneditable(doc, list, document, t('notAList'));
  const at = Math.min(Math.max(0, Math.trunc(index)), before.length);
  const item = writable(value) ?? null;
  if (at === before.length) return setValue(doc, [...list, at], item, { document, comment });
  const trail = trailTo(place, list);
  const spot = trail.at(-1)!;
  if (trail.length <= list.length || isAlias(spot.node))
    throw uneditable(doc, list, document, t('fromElsewhere'));
  const expected = reshaped(valuesOf(doc)[document], list, () => before.toSpliced(at, 0, item));
  const path = [...list, at];
  const after = editedTo(doc, additionEdits(place, spot, at, at, item), { path, document, expected });
  return comment === undefined ? after : withComment(after, path, document, comment);
}

/** Moves an element of a list to the position `to`, with its comments. Blank lines aren't moved. */
export function moveItem(
  doc: YamlText,
  list: Path,
  from: number,
  to: number,
  { document = 0 }: EditOptions = {},
): YamlText {
  const place = editable(doc, document);
  const before = valueAt(doc, list, document);
  const { node } = trailTo(place, list)[list.length] ?? {};
  if (!Array.isArray(before) || !isSeq(node)) throw uneditable(doc, list, document, t('notAWrittenList'));
  for (const position of [from, to])
    if (!Object.hasOwn(before, position))
      throw uneditable(doc, list, document, t('noPosition', { position }));
  const moved = <T>(items: readonly T[]): T[] => items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);
  const { text } = place;
  const entries = entriesOf(node);
  const extents = entries.map((entry, index) =>
    node.flow
      ? undefined
      : extentOf(text, entry, { first: place.document?.contents === node && index === 0 }),
  );
  const inLines = extents.every((extent) => extent !== undefined);
  const slots = entries.map(({ start, end }, index) => {
    const extent = inLines ? extents[index] : undefined;
    if (!extent) return { start, end: node.flow ? end : lineContentEnd(text, end) };
    return {
      start: extent.start,
      end: extent.start + text.slice(extent.start, extent.end).replace(/\r?\n$/, '').length,
    };
  });
  const texts = moved(slots.map(({ start, end }) => text.slice(start, end)));
  const edits = slots.map(({ start, end }, index) => ({ start, end, text: texts[index]! }));
  const expected = reshaped(valuesOf(doc)[document], list, () => moved(before));
  return editedTo(doc, edits, { path: list, document, expected });
}

/** Renames a key of a mapping. Its position, value and comments are unchanged. */
export function renameKey(
  doc: YamlText,
  path: Path,
  name: string,
  { document = 0 }: EditOptions = {},
): YamlText {
  const place = editable(doc, document);
  const { owner } = trailTo(place, path)[path.length] ?? {};
  const key = owner?.entry.key;
  if (!key) throw uneditable(doc, path, document, t('noKey'));
  const parent = path.slice(0, -1);
  const before = String(path.at(-1));
  if (before === name) return doc;
  if (valueAt(doc, [...parent, name], document) !== undefined)
    throw uneditable(doc, path, document, t('keyExists', { key: name }));
  const quotes = quotesOf(key);
  const written = quotes === 'plain' ? keyText(name) : scalarText(name, quotes);
  const expected = reshaped(valuesOf(doc)[document], parent, (map) =>
    Object.fromEntries(
      Object.entries(map as Record<string, unknown>).map(([each, value]) => [
        each === before ? name : each,
        value,
      ]),
    ),
  );
  return editedTo(doc, [{ start: startOf(key), end: lastOf(key), text: written }], {
    path,
    document,
    expected,
  });
}

function withComment(doc: YamlText, path: Path, document: number, comment: string): YamlText {
  const { text } = doc;
  const start = placeAt(doc, path, { document, of: 'entry' })?.start;
  if (start === undefined || !beginsLine(text, start)) return doc;
  const indent = ' '.repeat(columnOf(text, start));
  const lines = comment.split(/\r?\n/).map((line) => `# ${line}`.trimEnd());
  const reported = lines.join(eolNear(text, start) + indent) + eolNear(text, start) + indent;
  return editedTo(doc, [{ start, end: start, text: reported }], {
    path,
    document,
    expected: valuesOf(doc)[document],
  });
}
