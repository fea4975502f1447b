import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import type { InstallConfigDraft } from '../../../core/contract/topics/install-config-requests.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { type Keeping, useSavedChanges } from '../../editor/saved-changes.ts';
import { useClient } from '../../engine/provider.tsx';
import { useRejection } from '../../engine/requests.ts';
import { type Analysis, analyze, hasBareSecret } from './analysis.ts';
import { type ConfigState, createConfigStore, draftOf } from './config-store.ts';

const NONE: readonly ContractProblem[] = [];

/** The engine's answer to a saved draft. */
interface SavedConfig {
  /** The draft as it was saved. */
  draft: InstallConfigDraft;
  /** Placeholders in the text whose secrets are lost. */
  lost: readonly string[];
  ofSecrets: readonly ContractProblem[];
}

interface OpenConfig {
  store: StoreApi<ConfigState>;
  keeping: Keeping<SavedConfig>;
  analysis: Analysis;
}

const OpenConfigContext = createContext<OpenConfig | undefined>(undefined);

function useOpenConfig(): OpenConfig {
  const open = useContext(OpenConfigContext);
  if (!open) throw new Error('outside ConfigProvider');
  return open;
}

/** Returns the open configuration with its changes. */
export function useConfig(): ConfigState {
  return useStore(useOpenConfig().store);
}

export function useKeeping(): Keeping<SavedConfig> {
  return useOpenConfig().keeping;
}

/** Returns the analysis of the text, or of the last text that could be parsed. */
export function useAnalysis(): Analysis {
  return useOpenConfig().analysis;
}

/** Provides a draft to its children. Saves and checks it after each change. */
export function ConfigProvider({ draft, children }: { draft: InstallConfigDraft; children: ReactNode }) {
  const [store] = useState(() => createConfigStore(draft));
  const keeping = useSavedConfig(store);
  const { readable, fields } = useStore(store);
  const { openShiftVersion, method, acceptedWarnings } = fields;
  const ofSecrets = keeping.answer?.ofSecrets ?? NONE;
  const analysis = useMemo(
    () => analyze(readable, { openShiftVersion, method, acceptedWarnings, ofSecrets }),
    [readable, openShiftVersion, method, acceptedWarnings, ofSecrets],
  );
  return <OpenConfigContext value={{ store, keeping, analysis }}>{children}</OpenConfigContext>;
}

function useSavedConfig(store: StoreApi<ConfigState>): Keeping<SavedConfig> {
  const client = useClient();
  const readOnly = useRejection('installConfig.save') !== undefined;
  const save = useCallback(async () => {
    const draft = draftOf(store.getState());
    const { text, lost, problems } = await client.request('installConfig.save', draft);
    const after = store.getState();
    // A text isn't replaced while somebody types in it. Its secrets move to the engine when the focus leaves it.
    if (after.text === draft.text && after.doc.faults.length === 0 && !isTyping())
      after.settle(text, hasBareSecret);
    return { draft: { ...draft, text }, lost, ofSecrets: problems };
  }, [client, store]);
  return useSavedChanges(store, save, { atOnce: true, readOnly });
}

function isTyping(): boolean {
  return document.activeElement?.closest('.cm-editor') != null;
}
