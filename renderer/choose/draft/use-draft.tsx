import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { Draft, DraftLine } from '../../../core/contract/topics/drafts.ts';
import { type Keeping, useSavedChanges } from '../../editor/saved-changes.ts';
import { useClient } from '../../engine/provider.tsx';
import { createDraftStore, type DraftState } from './draft-store.ts';

interface OpenDraft {
  store: StoreApi<DraftState>;
  saving: Keeping<DraftLine>;
}

const OpenDraftContext = createContext<OpenDraft | undefined>(undefined);

function useOpenDraft(): OpenDraft {
  const open = useContext(OpenDraftContext);
  if (!open) throw new Error('outside DraftProvider');
  return open;
}

/** Returns the open draft and the functions that change it. */
export function useDraft(): DraftState {
  return useStore(useOpenDraft().store);
}

export function useSaving(): Keeping<DraftLine> {
  return useOpenDraft().saving;
}

/** Opens a draft for its children, and saves it 500 ms after each change. */
export function DraftProvider({ draft, children }: { draft: Draft; children: ReactNode }) {
  const [store] = useState(() => createDraftStore(draft));
  const client = useClient();
  const save = useCallback(() => client.request('drafts.save', store.getState().draft), [client, store]);
  const saving = useSavedChanges(store, save);
  return <OpenDraftContext value={{ store, saving }}>{children}</OpenDraftContext>;
}
