import { isSeq } from 'yaml';
import { AirlockError } from '../../errors/airlock-error.ts';
import { type Path, valueAt, valuesOf, type YamlText } from '../yaml-text.ts';
import { removeValue } from './edit.ts';
import { removalEdits } from './entry-edits.ts';
import { reshaped } from './reshape.ts';
import { editable, editedTo, trailTo } from './trail.ts';

/**
 * Removes several elements of a list of the first document in one edit, as {@link removeValue} does for each. A text of a
 * thousand elements is read once instead of a thousand times.
 * @param positions of the list before the edit
 * @throws AirlockError as `removeValue`
 */
export function removeItems(doc: YamlText, list: Path, positions: ReadonlySet<number>): YamlText {
  const before = valueAt(doc, list);
  if (!Array.isArray(before)) return doc;
  const rest = before.filter((_, position) => !positions.has(position));
  if (rest.length === 0) return removeValue(doc, list);
  const removed = [...positions].filter((position) => position < before.length).sort((a, b) => b - a);
  const place = editable(doc, 0);
  const { node } = trailTo(place, list)[list.length] ?? {};
  try {
    if (isSeq(node) && !node.flow) {
      const edits = removed.flatMap((position) => removalEdits(place, node, position));
      const expected = reshaped(valuesOf(doc)[0], list, () => rest);
      return editedTo(doc, edits, { path: list, document: 0, expected });
    }
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code !== 'document-uneditable') throw error;
    // Edits that overlap, for example around a comment, are made one after the other.
  }
  return removed.reduce(
    (text, position) => removeValue(text, [...list, position], { keepEmptyParents: true }),
    doc,
  );
}
