import {
  beginHistory,
  canRedo,
  canUndo,
  changedLines,
  type DocumentHistory,
  pushText,
  readYaml,
  redo,
  undo,
  type YamlText,
} from '../../core/contract/documents/document.ts';

/** A YAML text in an editor. The text is authoritative, and forms are views of it. */
export interface DocumentState {
  text: string;
  doc: YamlText;
  /** The last version without syntax errors, which forms show until the text is valid again. */
  readable: YamlText;
  /** Lines that the last change added or modified. */
  marks: readonly { line: number; kind: 'added' | 'changed' }[];
  history: DocumentHistory;
  canUndo: boolean;
  canRedo: boolean;
  /** Why the last edit of the form failed. The next change clears it. */
  editError: unknown;
  /** Increases with every change. */
  version: number;
  /**
   * Changes the text through the document. Does nothing while the text has syntax errors. Sets `editError` on failure.
   * @param options.merge consecutive edits with the same name are undone together
   */
  edit(change: (doc: YamlText) => YamlText, options?: { merge?: string }): void;
  /** Replaces the complete text, as typed. */
  type(text: string): void;
  /** Replaces the text without an undo step, and removes the texts that `forget` selects from the history. */
  settle(text: string, forget: (text: string) => boolean): void;
  undo(): void;
  redo(): void;
}

/** Keystrokes within this time are undone together, ms. */
const SAME_STEP_MS = 700;

/** Returns the part of a store for a text with its history. */
export function documentState(
  text: string,
  set: (part: Partial<DocumentState>) => void,
  get: () => DocumentState,
): DocumentState {
  let typedAt = 0;
  let run = 0;
  const put = (history: DocumentHistory, version = get().version + 1) => {
    const { text: before, readable } = get();
    const doc = readYaml(history.text);
    set({
      text: history.text,
      doc,
      readable: doc.faults.length > 0 ? readable : doc,
      marks: changedLines(before, history.text),
      editError: undefined,
      version,
      ...withHistory(history),
    });
  };
  const go = (history: DocumentHistory) => {
    if (history !== get().history) put(history);
  };
  const doc = readYaml(text);
  return {
    text,
    doc,
    readable: doc,
    marks: [],
    editError: undefined,
    version: 0,
    ...withHistory(beginHistory(text)),
    edit(change, options = {}) {
      const state = get();
      if (state.doc.faults.length > 0) return;
      try {
        const { text: after } = change(state.doc);
        if (after !== state.text) put(pushText(state.history, after, options));
      } catch (editError) {
        set({ editError });
      }
    },
    type(typed) {
      if (typed === get().text) return;
      const now = Date.now();
      if (now - typedAt > SAME_STEP_MS) run++;
      typedAt = now;
      put(pushText(get().history, typed, { merge: `typing ${run}` }));
    },
    settle(settled, forget) {
      const { history, text: before, version, marks } = get();
      if (settled === before) return;
      const remaining = (texts: readonly string[]) => texts.filter((each) => !forget(each));
      put({ text: settled, past: remaining(history.past), future: remaining(history.future) }, version);
      set({ marks });
    },
    undo: () => go(undo(get().history)),
    redo: () => go(redo(get().history)),
  };
}

function withHistory(history: DocumentHistory): Pick<DocumentState, 'history' | 'canUndo' | 'canRedo'> {
  return { history, canUndo: canUndo(history), canRedo: canRedo(history) };
}
