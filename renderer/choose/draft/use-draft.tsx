import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { Draft, DraftLine } from '../../../core/contract/topics/drafts.ts';
import { type Keeping, useKeptChanges } from '../../editor/kept-changes.ts';
import { useClient } from '../../engine/provider.tsx';
import { createDraftStore, type DraftState } from './draft-store.ts';

interface Held {
  store: StoreApi<DraftState>;
  saving: Keeping<DraftLine>;
}

const HeldDraft = createContext<Held | undefined>(undefined);

function useHeld(): Held {
  const held = useContext(HeldDraft);
  if (!held) throw new Error('outside DraftProvider');
  return held;
}

/** The draft that is worked on, with everything that changes it. */
export function useDraft(): DraftState {
  return useStore(useHeld().store);
}

export function useSaving(): Keeping<DraftLine> {
  return useHeld().saving;
}

/** Opens a draft for all that is below, and keeps it 500 ms after each change. */
export function DraftProvider({ draft, children }: { draft: Draft; children: ReactNode }) {
  const [store] = useState(() => createDraftStore(draft));
  const client = useClient();
  const save = useCallback(() => client.request('drafts.save', store.getState().draft), [client, store]);
  const saving = useKeptChanges(store, save);
  return <HeldDraft value={{ store, saving }}>{children}</HeldDraft>;
}
