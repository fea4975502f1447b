import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { InstallConfigDraft } from '../../core/contract/install-config-requests.ts';
import type { ContractProblem } from '../../core/contract/vocabulary.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';
import { type Analysis, analyse, hasBareSecret } from './analysis.ts';
import { type ConfigState, createConfigStore, draftOf } from './config-store.ts';

/** Wait after the last change before the draft is kept, ms. */
const SAVE_AFTER_MS = 500;
const NONE: readonly ContractProblem[] = [];

/** Whether the draft is kept by the engine, and what only the engine knows of it. */
export interface Keeping {
  at: Date | undefined;
  pending: boolean;
  error: unknown;
  /** Names in the text whose secrets are gone. */
  lost: readonly string[];
  ofSecrets: readonly ContractProblem[];
  /** Keeps it now. @returns the draft as it was kept; undefined when it was not */
  now(): Promise<InstallConfigDraft | undefined>;
}

interface Held {
  store: StoreApi<ConfigState>;
  keeping: Keeping;
  analysis: Analysis;
}

const HeldConfig = createContext<Held | undefined>(undefined);

function useHeld(): Held {
  const held = useContext(HeldConfig);
  if (!held) throw new Error('outside ConfigProvider');
  return held;
}

/** The configuration that is worked on, with everything that changes it. */
export function useConfig(): ConfigState {
  return useStore(useHeld().store);
}

export function useKeeping(): Keeping {
  return useHeld().keeping;
}

/** What is found in the text as it is now; while it cannot be read, in what it was before. */
export function useAnalysis(): Analysis {
  return useHeld().analysis;
}

/** Opens a draft for all that is below, keeps it after each change, and checks it with each change. */
export function ConfigProvider({ draft, children }: { draft: InstallConfigDraft; children: ReactNode }) {
  const [store] = useState(() => createConfigStore(draft));
  const keeping = useKept(store);
  const { readable, fields } = useStore(store);
  const { openShiftVersion, method, kept } = fields;
  const { ofSecrets } = keeping;
  const analysis = useMemo(
    () => analyse(readable, { openShiftVersion, method, kept, ofSecrets }),
    [readable, openShiftVersion, method, kept, ofSecrets],
  );
  return <HeldConfig value={{ store, keeping, analysis }}>{children}</HeldConfig>;
}

interface Kept {
  version: number;
  at?: Date;
  error?: unknown;
  lost: readonly string[];
  ofSecrets: readonly ContractProblem[];
}

/** Keeps every change; one that could not be kept is tried again when the engine is heard again. */
function useKept(store: StoreApi<ConfigState>): Keeping {
  const client = useClient();
  const version = useStore(store, (state) => state.version);
  const engine = useLive((live) => live.engine?.state);
  const connected = useLive((live) => live.connected);
  const [kept, setKept] = useState<Kept>({ version: -1, lost: [], ofSecrets: NONE });
  const now = useCallback(async () => {
    const state = store.getState();
    const draft = draftOf(state);
    try {
      const { text, lost, problems } = await client.request('installConfig.save', draft);
      const after = store.getState();
      // While someone types, their text stays under their hands: the secrets leave it with the focus.
      if (after.text === draft.text && after.doc.faults.length === 0 && !isTyping())
        after.settle(text, hasBareSecret);
      setKept({ version: state.version, at: new Date(), lost, ofSecrets: problems });
      return { ...draft, text };
    } catch (error) {
      setKept((before) => ({ ...before, error }));
      return undefined;
    }
  }, [client, store]);
  const pending = version !== kept.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change waits anew; an engine that is back is another try
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => void now(), kept.version < 0 ? 0 : SAVE_AFTER_MS);
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
  const { at, lost, ofSecrets } = kept;
  return { at, pending, error: pending ? kept.error : undefined, lost, ofSecrets, now };
}

function isTyping(): boolean {
  return document.activeElement?.closest('.cm-editor') != null;
}
