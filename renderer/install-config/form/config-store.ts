import { createStore, type StoreApi } from 'zustand';
import type { InstallConfigDraft } from '../../../core/contract/topics/install-config-requests.ts';
import { type DocumentState, documentState } from '../../editor/document-store.ts';

/** What a draft has beside its text. */
export type ConfigFields = Omit<InstallConfigDraft, 'id' | 'text'>;

/** An install configuration while it is worked on. */
export interface ConfigState extends DocumentState {
  id: string;
  fields: ConfigFields;
  /** Changes what the draft has beside its text; not part of undo. */
  change(fields: Partial<ConfigFields>): void;
}

export function createConfigStore({ id, text, ...fields }: InstallConfigDraft): StoreApi<ConfigState> {
  return createStore<ConfigState>((set, get) => ({
    ...documentState(text, set, get),
    id,
    fields,
    change: (changed) => set({ fields: { ...get().fields, ...changed }, version: get().version + 1 }),
  }));
}

/** The draft as it is now. */
export function draftOf({ id, text, fields }: ConfigState): InstallConfigDraft {
  return { id, text, ...fields };
}
