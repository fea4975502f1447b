import type { YamlText } from '../yaml-text.ts';
import { editsBetween, type TextEdit } from './text-edits.ts';

/** How a text changes when a problem of it is fixed. */
export interface FixingChange {
  /** Verb and object: `Add lvms-operator`. */
  label: string;
  /** @throws AirlockError when the text is not the one that the change was made for */
  change(document: YamlText): YamlText;
}

/** A change of the text that fixes a problem, offered as a button. */
export interface Fix {
  label: string;
  /** Edits of the file's text. Computed on first use: most fixes are never looked at. */
  readonly edits: readonly TextEdit[];
}

/** Returns the fix of a text; its edits are computed on first use. */
export function lazyFix(document: YamlText, { label, change }: FixingChange): Fix {
  let edits: readonly TextEdit[] | undefined;
  // Not enumerable: writing the problems of a file as JSON would edit it once for each.
  return Object.defineProperty({ label } as Fix, 'edits', {
    get() {
      edits ??= editsBetween(document.text, change(document).text);
      return edits;
    },
  });
}
