/**
 * Undo and redo over edits of a form and typing alike: an immutable value, so that it can be stored in a
 * store and compared by identity.
 */
export interface DocumentHistory {
  readonly text: string;
  /** Earlier texts, the oldest first. */
  readonly past: readonly string[];
  /** Texts that were undone, the next one last. */
  readonly future: readonly string[];
  /** What the last step belongs to; a further one of the same name becomes part of it. */
  readonly merge?: string;
}

const MOST_STEPS = 300;
const MOST_CHARACTERS = 16_000_000;

export function beginHistory(text: string): DocumentHistory {
  return { text, past: [], future: [] };
}

/**
 * A further text. What was undone is gone then. The same text again changes nothing.
 * @param merge steps that follow each other under one name (a run of typing, a slider) are undone at once
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

/** The text before the last step; the same history where there is none. */
export function undo(history: DocumentHistory): DocumentHistory {
  const { text, past, future } = history;
  const before = past.at(-1);
  return before === undefined
    ? history
    : { text: before, past: past.slice(0, -1), future: [...future, text] };
}

/** The step that was undone last, done again; the same history where there is none. */
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

/** The latest texts that memory has room for. */
function within(past: readonly string[]): readonly string[] {
  let [first, characters] = [past.length, 0];
  while (first > 0 && past.length - first < MOST_STEPS) {
    characters += past[first - 1]!.length;
    if (characters > MOST_CHARACTERS && first < past.length) break;
    first--;
  }
  return past.slice(first);
}
