import { createStore, type StoreApi } from 'zustand';
import type { InstallConfigDraft } from '../../../core/contract/topics/install-config-requests.ts';
import { type DocumentState, documentState } from '../../editor/document-store.ts';

/** The fields of a draft other than its text. */
export type ConfigFields = Omit<InstallConfigDraft, 'id' | 'text'>;

/** The state of an open install configuration. */
export interface ConfigState extends DocumentState {
  id: string;
  fields: ConfigFields;
  /** Changes fields other than the text. Not part of undo. */
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

/** Returns the current draft. */
export function draftOf({ id, text, fields }: ConfigState): InstallConfigDraft {
  return { id, text, ...fields };
}
