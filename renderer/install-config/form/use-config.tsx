import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { InstallConfigDraft } from '../../../core/contract/topics/install-config-requests.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { type Keeping, useKeptChanges } from '../../editor/kept-changes.ts';
import { useClient } from '../../engine/provider.tsx';
import { useRefusal } from '../../engine/requests.ts';
import { type Analysis, analyse, hasBareSecret } from './analysis.ts';
import { type ConfigState, createConfigStore, draftOf } from './config-store.ts';

const NONE: readonly ContractProblem[] = [];

/** What the engine says of a draft when it keeps it: what only it knows. */
interface KeptConfig {
  /** As it was kept. */
  draft: InstallConfigDraft;
  /** Names in the text whose secrets are gone. */
  lost: readonly string[];
  ofSecrets: readonly ContractProblem[];
}

interface Held {
  store: StoreApi<ConfigState>;
  keeping: Keeping<KeptConfig>;
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

export function useKeeping(): Keeping<KeptConfig> {
  return useHeld().keeping;
}

/** What is found in the text as it is now; while it cannot be read, in what it was before. */
export function useAnalysis(): Analysis {
  return useHeld().analysis;
}

/** Opens a draft for all that is below, keeps it after each change, and checks it with each change. */
export function ConfigProvider({ draft, children }: { draft: InstallConfigDraft; children: ReactNode }) {
  const [store] = useState(() => createConfigStore(draft));
  const keeping = useKeptConfig(store);
  const { readable, fields } = useStore(store);
  const { openShiftVersion, method, kept } = fields;
  const ofSecrets = keeping.answer?.ofSecrets ?? NONE;
  const analysis = useMemo(
    () => analyse(readable, { openShiftVersion, method, kept, ofSecrets }),
    [readable, openShiftVersion, method, kept, ofSecrets],
  );
  return <HeldConfig value={{ store, keeping, analysis }}>{children}</HeldConfig>;
}

function useKeptConfig(store: StoreApi<ConfigState>): Keeping<KeptConfig> {
  const client = useClient();
  const readOnly = useRefusal('installConfig.save') !== undefined;
  const save = useCallback(async () => {
    const draft = draftOf(store.getState());
    const { text, lost, problems } = await client.request('installConfig.save', draft);
    const after = store.getState();
    // While someone types, their text stays under their hands: the secrets leave it with the focus.
    if (after.text === draft.text && after.doc.faults.length === 0 && !isTyping())
      after.settle(text, hasBareSecret);
    return { draft: { ...draft, text }, lost, ofSecrets: problems };
  }, [client, store]);
  return useKeptChanges(store, save, { atOnce: true, readOnly });
}

function isTyping(): boolean {
  return document.activeElement?.closest('.cm-editor') != null;
}
