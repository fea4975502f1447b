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

/** A YAML text while it is worked on: the text is the truth, forms are views of it. */
export interface DocumentState {
  text: string;
  doc: YamlText;
  /** As it could be read last: what forms show while the text is being mended. */
  readable: YamlText;
  /** Lines that the last change added or changed. */
  marks: readonly { line: number; kind: 'added' | 'changed' }[];
  history: DocumentHistory;
  canUndo: boolean;
  canRedo: boolean;
  /** Why the last edit of the form was not written; gone with the next change. */
  refused: unknown;
  /** Grows with every change. */
  version: number;
  /**
   * Changes the text through the document. While it does not parse nothing happens; what cannot be written is `refused`.
   * @param options.merge edits in a row with the same name are one step of undo
   */
  edit(change: (doc: YamlText) => YamlText, options?: { merge?: string }): void;
  /** The whole text, as someone types it. */
  type(text: string): void;
  /** Puts another text in the place of this one, which nobody shall come back to: no step of undo. */
  settle(text: string, forget: (text: string) => boolean): void;
  undo(): void;
  redo(): void;
}

/** Keys that follow each other within this time are one step of undo, ms. */
const SAME_STEP_MS = 700;

/** The part of a store that holds a text with its history. */
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
      refused: undefined,
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
    refused: undefined,
    version: 0,
    ...withHistory(beginHistory(text)),
    edit(change, options = {}) {
      const state = get();
      if (state.doc.faults.length > 0) return;
      try {
        const { text: after } = change(state.doc);
        if (after !== state.text) put(pushText(state.history, after, options));
      } catch (refused) {
        set({ refused });
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
      const kept = (texts: readonly string[]) => texts.filter((each) => !forget(each));
      put({ text: settled, past: kept(history.past), future: kept(history.future) }, version);
      set({ marks });
    },
    undo: () => go(undo(get().history)),
    redo: () => go(redo(get().history)),
  };
}

function withHistory(history: DocumentHistory): Pick<DocumentState, 'history' | 'canUndo' | 'canRedo'> {
  return { history, canUndo: canUndo(history), canRedo: canRedo(history) };
}
