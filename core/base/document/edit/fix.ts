import type { YamlText } from '../yaml-text.ts';
import { editsBetween, type TextEdit } from './text-edits.ts';

/** The edits of a text that fix one of its problems. */
export interface FixingChange {
  /** Verb and object: `Add lvms-operator`. */
  label: string;
  /** @throws AirlockError if the text isn't the one that the change was made for */
  change(document: YamlText): YamlText;
}

/** A change of the text that fixes a problem, for a button. */
export interface Fix {
  label: string;
  /** Edits of the file's text. Computed on first use, because most fixes are never shown. */
  readonly edits: readonly TextEdit[];
}

/** Returns the fix of a text; its edits are computed on first use. */
export function lazyFix(document: YamlText, { label, change }: FixingChange): Fix {
  let edits: readonly TextEdit[] | undefined;
  // Not enumerable, because otherwise, writing the problems of a file as JSON would compute the edits of each.
  return Object.defineProperty({ label } as Fix, 'edits', {
    get() {
      edits ??= editsBetween(document.text, change(document).text);
      return edits;
    },
  });
}
