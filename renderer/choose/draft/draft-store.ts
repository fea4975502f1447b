import { createStore, type StoreApi } from 'zustand';
import type { YamlText } from '../../../core/contract/documents/document.ts';
import type { Draft } from '../../../core/contract/topics/drafts.ts';
import { type DocumentState, documentState } from '../../editor/document-store.ts';

/** The fields of a draft without its text. */
export type DraftFields = Omit<Draft, 'id' | 'text'>;

/** The state of an open draft. */
export interface DraftState extends Omit<DocumentState, 'edit'> {
  /** The draft with its current text. */
  draft: Draft;
  /** Changes the text through the document. Ignored while the text doesn't parse. `rejected` has the error of the last one. */
  edit(change: (doc: YamlText) => YamlText, options?: EditOptions): void;
  /** Changes fields of the draft. Undo doesn't cover them. */
  change(fields: Partial<DraftFields>): void;
}

type Question = Pick<DraftFields, 'from' | 'to'>;

export interface EditOptions {
  /** Consecutive edits with the same name are one undo step, such as keystrokes in one field. */
  merge?: string;
  /** Fields that change with the text. Undo restores both. */
  fields?: Question;
}

/** Returns the store of a draft, for as long as its screen is open. */
export function createDraftStore(initial: Draft): StoreApi<DraftState> {
  /** The versions of a draft belong to the text that was written for them. */
  const questions = new Map<string, Question>();
  /** Fields that change with the next text. */
  let along: Partial<Question> = {};
  return createStore<DraftState>((set, get) => {
    const put = (part: Partial<DocumentState>) => {
      const { draft } = get();
      const { edit: _none, ...state } = part;
      if (part.text === undefined || part.text === draft.text) return set(state);
      questions.set(draft.text, { from: draft.from, to: draft.to });
      set({ ...state, draft: { ...draft, ...along, text: part.text } });
    };
    const text = documentState(initial.text, put, get);
    const together = (fields: Partial<Question>, work: () => void) => {
      along = fields;
      work();
      along = {};
    };
    return {
      ...text,
      draft: initial,
      edit(change, { merge, fields } = {}) {
        const { doc, version } = get();
        together(fields ?? {}, () => text.edit(change, merge === undefined ? {} : { merge }));
        const { editError } = get();
        if (fields && get().version === version && doc.faults.length === 0 && editError === undefined)
          get().change(fields);
      },
      change(fields) {
        const { draft, version } = get();
        const changed = Object.entries(fields).some(
          ([name, value]) => JSON.stringify(draft[name as keyof DraftFields]) !== JSON.stringify(value),
        );
        if (changed) set({ draft: { ...draft, ...fields }, version: version + 1 });
      },
      undo: () => together(questions.get(get().history.past.at(-1) ?? '') ?? {}, text.undo),
      redo: () => together(questions.get(get().history.future.at(-1) ?? '') ?? {}, text.redo),
    };
  });
}
