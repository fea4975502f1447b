import { isCollection, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { pathText } from '../field-path.ts';
import { t } from '../messages.ts';
import { isPlainMap } from '../node-value.ts';
import {
  type Collection,
  endOf,
  entriesOf,
  eolNear,
  type FieldPair,
  isBlockCollection,
  isEmptyNode,
  lastOf,
  startOf,
} from '../written.ts';
import { type Path, valueAt, type YamlText } from '../yaml-text.ts';
import { insertionEdits, linesRemoved, type Place, valueEdits } from './entry-edits.ts';
import { extentOf } from './extent.ts';
import { indentationNear } from './indentation.ts';
import { nested } from './reshape.ts';
import { quotesOf } from './scalar-text.ts';
import type { TextEdit } from './text-edits.ts';
import { obstacle, type Spot, uneditable } from './trail.ts';
import { flowText, listLines, mapLines } from './value-text.ts';

/**
 * Returns the edits that write a value at a position, with missing parents.
 * @param order customary order of names
 * @throws AirlockError `document-uneditable` if the path can't continue
 */
export function settingEdits(
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
    throw uneditable(
      doc,
      path,
      document,
      pathText(within)
        ? t('fieldHasNoPosition', { field: pathText(within), position: step })
        : t('listHasNoPosition', { position: step }),
    );
  if (deeper.some((each) => typeof each === 'number' && each !== 0))
    throw uneditable(doc, path, document, t('newListPosition'));
  if (isSeq(node)) return additionEdits(place, last, node.items.length, step, inner);
  if (isMap(node)) return additionEdits(place, last, positionOf(String(step), node, order), step, inner);
  const why = obstacle(node, valueAt(doc, within, document) ?? null);
  if (why) throw uneditable(doc, path, document, why);
  return replacementEdits(place, last, nested([step], inner));
}

/** Returns the index of the entry that a new one is inserted before. */
function positionOf(name: string, map: YAMLMap, order: readonly string[]): number {
  const rank = (each: string) => order.findIndex((known) => known.toLowerCase() === each.toLowerCase());
  const own = rank(name);
  const later = (map.items as FieldPair[]).findIndex(
    ({ key }) => isScalar(key) && own >= 0 && rank(String(key.value)) > own,
  );
  return later < 0 ? map.items.length : later;
}

/**
 * Returns the edits that insert an entry before the one at `index`. Empty brackets become lines unless they are in
 * brackets or contain a comment.
 */
export function additionEdits(
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

/** Returns the edits that replace the current value, which may be the root. */
export function replacementEdits(place: Place, { node, owner }: Spot, value: unknown): TextEdit[] {
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
  const started = at > 0 && text[at - 1] !== '\n';
  return [{ start: at, end: at, text: `${started ? eol : ''}${lines.join(eol)}${started ? '' : eol}` }];
}

/** Returns the range of a document's content, without comments at its start and end. */
export function allRemoved({ text }: Place, { node }: Spot): TextEdit {
  const entries = isBlockCollection(node) ? entriesOf(node) : [];
  const [first, last] = [entries[0], entries.at(-1)];
  const above = first && extentOf(text, first, { first: true });
  const below = last && extentOf(text, last);
  if (above && below) return linesRemoved(text, { start: above.start, end: below.end });
  return { start: node ? startOf(node) : 0, end: node ? lastOf(node) : 0, text: '' };
}
