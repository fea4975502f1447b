import { AirlockError } from '../../errors/airlock-error.ts';
import { sameValue } from '../node-value.ts';
import { type Path, valueAt, valuesOf, type YamlText } from '../yaml-text.ts';
import { setValue } from './edit.ts';
import { reshaped, writable } from './reshape.ts';
import { settingEdits } from './setting-edits.ts';
import type { TextEdit } from './text-edits.ts';
import { editable, editedTo, trailTo } from './trail.ts';

/** A value with its path. */
export interface Setting {
  path: Path;
  value: unknown;
}

/**
 * Writes several values into the first document, with the same result as calling {@link setValue} for each. If no edits
 * touch each other, the text is parsed again only once.
 * @throws AirlockError `document-unreadable`, `document-uneditable`
 */
export function setValues(doc: YamlText, settings: readonly Setting[]): YamlText {
  try {
    return setAtOnce(doc, settings);
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code !== 'document-uneditable') throw error;
    return settings.reduce((text, { path, value }) => setValue(text, path, value), doc);
  }
}

function setAtOnce(doc: YamlText, settings: readonly Setting[]): YamlText {
  const place = editable(doc, 0);
  const edits: TextEdit[] = [];
  let expected: unknown = valuesOf(doc)[0] ?? null;
  for (const { path, value } of settings) {
    const wanted = writable(value);
    if (sameValue(valueAt(doc, path), wanted)) continue;
    edits.push(...settingEdits(doc, place, path, trailTo(place, path), wanted, 0));
    expected = reshaped(expected, path, () => wanted);
  }
  return edits.length === 0 ? doc : editedTo(doc, edits, { path: [], document: 0, expected });
}
