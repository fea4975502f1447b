import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { Draft } from '../../core/contract/drafts.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';
import { createDraftStore, type DraftState } from './draft-store.ts';

/** Wait after the last change before the draft is kept, ms. */
const SAVE_AFTER_MS = 500;

/** Whether the draft is kept by the engine. */
export interface Saving {
  /** When it was kept last; undefined: not since the screen was opened. */
  at: Date | undefined;
  /** Changes are not kept yet. */
  pending: boolean;
  error: unknown;
  /** Keeps it now. @returns whether that went well */
  now(): Promise<boolean>;
}

interface Held {
  store: StoreApi<DraftState>;
  saving: Saving;
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

export function useSaving(): Saving {
  return useHeld().saving;
}

/** Opens a draft for all that is below, and keeps it 500 ms after each change. */
export function DraftProvider({ draft, children }: { draft: Draft; children: ReactNode }) {
  const [store] = useState(() => createDraftStore(draft));
  const saving = useKept(store);
  return <HeldDraft value={{ store, saving }}>{children}</HeldDraft>;
}

/** Keeps every change; one that could not be kept is tried again when the engine is heard again. */
function useKept(store: StoreApi<DraftState>): Saving {
  const client = useClient();
  const version = useStore(store, (state) => state.version);
  const engine = useLive((live) => live.engine?.state);
  const connected = useLive((live) => live.connected);
  const [kept, setKept] = useState<{ version: number; at?: Date; error?: unknown }>({ version: 0 });
  const now = useCallback(async () => {
    const { draft, version: saved } = store.getState();
    try {
      await client.request('drafts.save', draft);
      setKept({ version: saved, at: new Date() });
      return true;
    } catch (error) {
      setKept((before) => ({ ...before, error }));
      return false;
    }
  }, [client, store]);
  const pending = version !== kept.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change waits anew; an engine that is back is another try
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => void now(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pending, version, now, engine, connected]);
  useEffect(() => {
    let done = false;
    const leave = () => {
      if (!done && store.getState().version !== 0) void now();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      done = true;
    };
  }, [store, now]);
  return { at: kept.at, pending, error: pending ? kept.error : undefined, now };
}
