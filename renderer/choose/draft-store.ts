import { createStore, type StoreApi } from 'zustand';
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
} from '../../core/contract/document.ts';
import type { Draft } from '../../core/contract/drafts.ts';

/** What a draft has beside its text. */
export type DraftFields = Omit<Draft, 'id' | 'text'>;

/** A draft while it is worked on: the text is the truth, forms are views of `doc`. */
export interface DraftState {
  /** With the text as it is now. */
  draft: Draft;
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
  /** Grows with every change of the draft. */
  version: number;
  /** Changes the text through the document. While it does not parse nothing happens; what cannot be written is `refused`. */
  edit(change: (doc: YamlText) => YamlText, options?: EditOptions): void;
  /** The whole text, as someone types it. */
  type(text: string): void;
  /** Changes what the draft has beside its text; not part of undo. */
  change(fields: Partial<DraftFields>): void;
  undo(): void;
  redo(): void;
}

/** Keys that follow each other within this time are one step of undo, ms. */
const SAME_STEP_MS = 700;

export interface EditOptions {
  /** Edits in a row with the same name are one step of undo: keystrokes in one field. */
  merge?: string;
  /** Changed together with the text, and taken back together with it. */
  fields?: Pick<DraftFields, 'from' | 'to'>;
}

/** The state of one draft for as long as its screen is open. */
export function createDraftStore(initial: Draft): StoreApi<DraftState> {
  /** "I am on, I want" belong to the text that was written for them. */
  const questions = new Map<string, Pick<DraftFields, 'from' | 'to'>>();
  let typedAt = 0;
  let run = 0;
  return createStore<DraftState>((set, get) => {
    const put = (text: string, history: DocumentHistory, fields: Partial<DraftFields> = {}) => {
      const { draft, version, readable } = get();
      const doc = readYaml(text);
      questions.set(draft.text, { from: draft.from, to: draft.to });
      set({
        draft: { ...draft, ...fields, text },
        doc,
        readable: doc.faults.length > 0 ? readable : doc,
        marks: changedLines(draft.text, text),
        refused: undefined,
        version: version + 1,
        ...withHistory(history),
      });
    };
    const go = (history: DocumentHistory) => {
      const text = history.text;
      if (text !== get().draft.text) put(text, history, questions.get(text));
    };
    return {
      draft: initial,
      doc: readYaml(initial.text),
      readable: readYaml(initial.text),
      marks: [],
      refused: undefined,
      version: 0,
      ...withHistory(beginHistory(initial.text)),
      edit(change, { merge, fields } = {}) {
        const { doc, draft, history } = get();
        if (doc.faults.length > 0) return;
        let text: string;
        try {
          text = change(doc).text;
        } catch (refused) {
          set({ refused });
          return;
        }
        if (text === draft.text) {
          if (fields) get().change(fields);
          return;
        }
        put(text, pushText(history, text, merge === undefined ? {} : { merge }), fields);
      },
      type(text) {
        if (text === get().draft.text) return;
        const now = Date.now();
        if (now - typedAt > SAME_STEP_MS) run++;
        typedAt = now;
        put(text, pushText(get().history, text, { merge: `typing ${run}` }));
      },
      change(fields) {
        const { draft, version } = get();
        const changed = Object.entries(fields).some(
          ([name, value]) => JSON.stringify(draft[name as keyof DraftFields]) !== JSON.stringify(value),
        );
        if (changed) set({ draft: { ...draft, ...fields }, version: version + 1 });
      },
      undo: () => go(undo(get().history)),
      redo: () => go(redo(get().history)),
    };
  });
}

function withHistory(history: DocumentHistory): Pick<DraftState, 'history' | 'canUndo' | 'canRedo'> {
  return { history, canUndo: canUndo(history), canRedo: canRedo(history) };
}
