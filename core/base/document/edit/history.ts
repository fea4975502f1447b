/**
 * Undo and redo for form edits and typing alike. An immutable value, so that it can be stored in a store and compared
 * by identity.
 */
export interface DocumentHistory {
  readonly text: string;
  /** Earlier texts, oldest first. */
  readonly past: readonly string[];
  /** Undone texts, with the next one to redo last. */
  readonly future: readonly string[];
  /** Name of the last step. A further step with the same name becomes part of it. */
  readonly merge?: string;
}

const MOST_STEPS = 300;
const MOST_CHARACTERS = 16_000_000;

export function beginHistory(text: string): DocumentHistory {
  return { text, past: [], future: [] };
}

/**
 * Adds a text and discards the undone ones. Returns the same history for an unchanged text.
 * @param merge name under which consecutive steps (a run of typing, a slider) are undone together
 */
export function pushText(
  history: DocumentHistory,
  text: string,
  { merge }: { merge?: string } = {},
): DocumentHistory {
  if (text === history.text) return history;
  const joins = merge !== undefined && merge === history.merge && history.past.length > 0;
  const past = joins ? history.past : within([...history.past, history.text]);
  return { text, past, future: [], merge };
}

/** Undoes the last step. Returns the same history if there is none. */
export function undo(history: DocumentHistory): DocumentHistory {
  const { text, past, future } = history;
  const before = past.at(-1);
  return before === undefined
    ? history
    : { text: before, past: past.slice(0, -1), future: [...future, text] };
}

/** Redoes the step that was undone last. Returns the same history if there is none. */
export function redo(history: DocumentHistory): DocumentHistory {
  const { text, past, future } = history;
  const next = future.at(-1);
  return next === undefined ? history : { text: next, past: [...past, text], future: future.slice(0, -1) };
}

export function canUndo({ past }: DocumentHistory): boolean {
  return past.length > 0;
}

export function canRedo({ future }: DocumentHistory): boolean {
  return future.length > 0;
}

/** Returns the latest texts that fit into the memory limit. */
function within(past: readonly string[]): readonly string[] {
  let [first, characters] = [past.length, 0];
  while (first > 0 && past.length - first < MOST_STEPS) {
    characters += past[first - 1]!.length;
    if (characters > MOST_CHARACTERS && first < past.length) break;
    first--;
  }
  return past.slice(first);
}
