import { isAlias, isCollection, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { insertionEdits, linesGone, type Place, removalEdits, valueEdits } from './entry-edits.ts';
import { extentOf } from './extent.ts';
import { indentationNear } from './indentation.ts';
import { mergeSteps } from './merge-steps.ts';
import { isPlainMap, sameValue } from './node-value.ts';
import { nested, reshaped, without, writable } from './reshape.ts';
import { quotesOf, scalarText } from './scalar-text.ts';
import type { TextEdit } from './text-edits.ts';
import { editable, editedTo, obstacle, pathText, type Spot, trailTo, uneditable } from './trail.ts';
import { flowText, keyText, listLines, mapLines } from './value-text.ts';
import {
  beginsLine,
  type Collection,
  columnOf,
  endOf,
  entriesOf,
  eolNear,
  type FieldPair,
  isEmptyNode,
  lastOf,
  lineContentEnd,
  startOf,
} from './written.ts';
import { type Path, placeAt, valueAt, valuesOf, type YamlText } from './yaml-text.ts';

/**
 * Changes of a text that touch only what they mean: comments, order, indentation, quoting and unknown fields stay byte
 * for byte. Each result was read again and says what it shall say; what cannot be done so is refused.
 *
 * All throw AirlockError `document-unreadable` for a text with faults, with the place, and `document-uneditable` with the
 * reason: repeated by an alias, a single value in the way, a list's position that is not there.
 */
export interface EditOptions {
  /** Which of several documents (`---`), from 0. */
  document?: number;
}

/**
 * Writes a value. Mappings and lists that are missing on the way are made, indented as the text does nearby. A list or
 * mapping over another one changes only the entries that differ: elements are told apart by `name` or the like.
 * @param value undefined removes; entries of it that are undefined are left out
 * @param options.order names as they customarily follow each other: a new entry of a mapping comes before the first one
 * that is later in it, else last
 * @param options.comment put above an entry that is new, a line each; one that is there keeps what is said of it
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
        return setValue(text, at, each, { document, ...(order && { order }) });
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

function settingEdits(
  doc: YamlText,
  place: Place,
  path: Path,
  trail: readonly [Spot, ...Spot[]],
  value: unknown,
  document: number,
  order: readonly string[] = [],
): TextEdit[] {
  const last = trail.at(-1)!;
  const [step, ...deeper] = path.slice(trail.length - 1);
  if (step === undefined) return replacementEdits(place, last, value);
  const within = path.slice(0, trail.length - 1);
  const inner = nested(deeper, value);
  const { node } = last;
  if (isSeq(node) ? step !== node.items.length : !isMap(node) && typeof step === 'number' && step !== 0)
    throw uneditable(doc, path, document, `${pathText(within) || 'the list'} has no position ${step}`);
  if (deeper.some((each) => typeof each === 'number' && each !== 0))
    throw uneditable(doc, path, document, 'a new list begins at position 0');
  if (isSeq(node)) return additionEdits(place, last, node.items.length, step, inner);
  if (isMap(node)) return additionEdits(place, last, positionOf(String(step), node, order), step, inner);
  const why = obstacle(node, valueAt(doc, within, document) ?? null);
  if (why) throw uneditable(doc, path, document, why);
  return replacementEdits(place, last, nested([step], inner));
}

/** Before which entry a new one is put. */
function positionOf(name: string, map: YAMLMap, order: readonly string[]): number {
  const rank = (each: string) => order.findIndex((known) => known.toLowerCase() === each.toLowerCase());
  const own = rank(name);
  const later = (map.items as FieldPair[]).findIndex(
    ({ key }) => isScalar(key) && own >= 0 && rank(String(key.value)) > own,
  );
  return later < 0 ? map.items.length : later;
}

/** A further entry. Empty brackets become lines, unless they are in brackets themselves or hold a comment. */
function additionEdits(
  place: Place,
  spot: Spot,
  index: number,
  step: string | number,
  value: unknown,
): TextEdit[] {
  const collection = spot.node as Collection;
  const entry = isSeq(collection) ? { value } : { name: String(step), value };
  if (collection.items.length > 0) return insertionEdits(place, collection, index, entry);
  const inside = place.text.slice(startOf(collection), endOf(collection));
  if (spot.owner?.collection.flow || inside.includes('#'))
    return insertionEdits(place, collection, index, entry);
  return replacementEdits(place, spot, isSeq(collection) ? [value] : nested([String(step)], value));
}

function replacementEdits(place: Place, { node, owner }: Spot, value: unknown): TextEdit[] {
  if (owner) return valueEdits(place, owner.entry, value, owner.collection);
  const { text, document } = place;
  const indentation = indentationNear(text, document, 0);
  const written = isCollection(node) && node.flow && node.items.length > 0;
  const eol = eolNear(text, 0);
  const lines =
    written || !(isPlainMap(value) || Array.isArray(value)) || Object.keys(value).length === 0
      ? [flowText(value, quotesOf(node))]
      : Array.isArray(value)
        ? listLines(value, 0, indentation)
        : mapLines(value, 0, indentation);
  if (node && !isEmptyNode(node)) return [{ start: startOf(node), end: lastOf(node), text: lines.join(eol) }];
  const at = document?.range[1] ?? text.length;
  const begun = at > 0 && text[at - 1] !== '\n';
  return [{ start: at, end: at, text: `${begun ? eol : ''}${lines.join(eol)}${begun ? '' : eol}` }];
}

/**
 * Takes an entry out, with the comment lines that belong to it (see `Extent`). Mappings and lists that are empty
 * then go, too. Nothing is done where nothing is written.
 * @param options.keepEmptyParents what becomes empty stays as `{}` or `[]`
 */
export function removeValue(
  doc: YamlText,
  path: Path,
  { document = 0, keepEmptyParents = false }: EditOptions & { keepEmptyParents?: boolean } = {},
): YamlText {
  const place = editable(doc, document);
  if (valueAt(doc, path, document) === undefined) return doc;
  const trail = trailTo(place, path);
  if (trail.length <= path.length)
    throw uneditable(doc, path, document, 'it comes from elsewhere, by an alias or <<');
  let length = path.length;
  const alone = () => length > 0 && trail[length]!.owner!.collection.items.length === 1;
  while (!keepEmptyParents && length > 1 && alone()) length--;
  const target = path.slice(0, length);
  const root = valuesOf(doc)[document];
  if (length === 0 || (alone() && !keepEmptyParents && !trail[0].owner && isBlock(trail[0])))
    return editedTo(doc, [allGone(place, trail[0])], { path, document, expected: null });
  const expected = reshaped(root, target.slice(0, -1), (before) => without(before, target.at(-1)!));
  const { collection, index } = trail[length]!.owner!;
  const edits = alone()
    ? replacementEdits(place, trail[length - 1]!, isSeq(collection) ? [] : {})
    : removalEdits(place, collection, index);
  return editedTo(doc, edits, { path, document, expected });
}

function isBlock({ node }: Spot): boolean {
  return isCollection(node) && !node.flow;
}

/** The content of a document; comments at its begin and end stay. */
function allGone({ text }: Place, { node }: Spot): TextEdit {
  const [first, last] =
    isCollection(node) && !node.flow
      ? [entriesOf(node as Collection)[0], entriesOf(node as Collection).at(-1)]
      : [];
  const above = first && extentOf(text, first, { first: true });
  const below = last && extentOf(text, last);
  if (above && below) return linesGone(text, { start: above.start, end: below.end });
  return { start: node ? startOf(node) : 0, end: node ? lastOf(node) : 0, text: '' };
}

/**
 * Puts an element into a list, before the one at `index`; behind the last for a larger number. A list that is missing
 * or empty is made.
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
  if (!Array.isArray(before)) throw uneditable(doc, list, document, 'it is no list');
  const at = Math.min(Math.max(0, Math.trunc(index)), before.length);
  const item = writable(value) ?? null;
  if (at === before.length)
    return setValue(doc, [...list, at], item, { document, ...(comment !== undefined && { comment }) });
  const trail = trailTo(place, list);
  const spot = trail.at(-1)!;
  if (trail.length <= list.length || isAlias(spot.node))
    throw uneditable(doc, list, document, 'it comes from elsewhere, by an alias or <<');
  const expected = reshaped(valuesOf(doc)[document], list, () => before.toSpliced(at, 0, item));
  const path = [...list, at];
  const after = editedTo(doc, additionEdits(place, spot, at, at, item), { path, document, expected });
  return comment === undefined ? after : withComment(after, path, document, comment);
}

/** Moves an element of a list to where `to` is now, with its comments. Blank lines stay where they are. */
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
  if (!Array.isArray(before) || !isSeq(node))
    throw uneditable(doc, list, document, 'it is no list that is written here');
  for (const position of [from, to])
    if (!Object.hasOwn(before, position))
      throw uneditable(doc, list, document, `it has no position ${position}`);
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

/** Gives an entry of a mapping another name; place, value and comments stay. */
export function renameKey(
  doc: YamlText,
  path: Path,
  name: string,
  { document = 0 }: EditOptions = {},
): YamlText {
  const place = editable(doc, document);
  const { owner } = trailTo(place, path)[path.length] ?? {};
  const key = owner?.entry.key;
  if (!key) throw uneditable(doc, path, document, 'there is no such name');
  const parent = path.slice(0, -1);
  const before = String(path.at(-1));
  if (before === name) return doc;
  if (valueAt(doc, [...parent, name], document) !== undefined)
    throw uneditable(doc, path, document, `${name} is there already`);
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
  const said = lines.join(eolNear(text, start) + indent) + eolNear(text, start) + indent;
  return editedTo(doc, [{ start, end: start, text: said }], {
    path,
    document,
    expected: valuesOf(doc)[document],
  });
}
