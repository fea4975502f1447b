import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { create, type StoreApi, useStore } from 'zustand';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { useKeys } from '../app-state/keys.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';
import { createHostsStore, type HostsState } from './hosts-store.ts';
import { t } from './messages.ts';

/** Open sets. Their undo steps exist as long as the page. */
const opened = new Map<string, StoreApi<HostsState>>();
/** The set that was edited last. */
const useChosen = create<{ id: string | undefined }>(() => ({ id: undefined }));

const OpenSet = createContext<StoreApi<HostsState> | undefined>(undefined);

/** Returns the state of the open set. */
export function useHosts(): HostsState {
  return useStore(useHostsStore());
}

function useHostsStore(): StoreApi<HostsState> {
  const store = useContext(OpenSet);
  if (!store) throw new Error('outside HostsProvider');
  return store;
}

/** Registers the keys that undo and redo changes of the set. */
export function useUndoKeys(): void {
  const { undo, redo, past, future } = useHosts();
  useKeys([
    { key: 'Ctrl+Z', label: t('undoLabel'), run: undo, when: past.length > 0, outsideFields: true },
    { key: 'Ctrl+Y', label: t('redoLabel'), run: redo, when: future.length > 0, outsideFields: true },
  ]);
}

/** Provides an open set to its children. */
export function HostsProvider({ store, children }: { store: StoreApi<HostsState>; children: ReactNode }) {
  const connected = useLive((live) => live.connected);
  // A failed save is retried once the engine is connected again.
  useEffect(() => {
    if (connected && store.getState().saved.error) void store.getState().save();
  }, [store, connected]);
  useEffect(() => {
    const leave = () => {
      if (store.getState().saved.pending) void store.getState().save();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);
  return <OpenSet value={store}>{children}</OpenSet>;
}

/** Returns the set of the page: the chosen one, or the one that was saved last. */
export function useOpenSet(): {
  store: StoreApi<HostsState> | undefined;
  /** No set exists yet. */
  none: boolean;
  error: unknown;
  again: () => void;
} {
  const client = useClient();
  const id = useChosen((chosen) => chosen.id);
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ none?: boolean; error?: unknown }>({});
  const store = id === undefined ? undefined : opened.get(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` starts a new request
  useEffect(() => {
    if (store) return;
    const stop = new AbortController();
    const { signal } = stop;
    const open = async () => {
      const wanted = id ?? (await client.request('hosts.list', {}, { signal })).sets[0]?.id;
      if (wanted === undefined) return setRead({ none: true });
      if (!opened.has(wanted))
        openSet(client, await client.request('hosts.read', { id: wanted }, { signal }));
      useChosen.setState({ id: wanted });
      // The choice may be the same as before, but only now its set is open.
      setRead({});
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setRead({ error });
    });
    return () => stop.abort();
  }, [client, store, id, round]);
  const again = () => {
    setRead({});
    useChosen.setState({ id: undefined });
    setRound(round + 1);
  };
  return { store, none: read.none ?? false, error: store ? undefined : read.error, again };
}

/** Opens a set. @returns its state */
function openSet(client: AirlockClient, set: SavedHostSet): StoreApi<HostsState> {
  const store: StoreApi<HostsState> = createHostsStore(set, async (changed) =>
    // A removed set isn't saved again.
    opened.get(set.id) === store ? (await client.request('hosts.save', changed)).savedAt : '',
  );
  opened.set(set.id, store);
  return store;
}

/** Switches to a set and reads it if it isn't open. `undefined`: to the set that was saved last. */
export function switchTo(id: string | undefined): void {
  useChosen.setState({ id });
}

/** Closes a set that was removed. */
export function forgetSet(id: string): void {
  opened.delete(id);
  switchTo(undefined);
}

/** Creates a set, shows and saves it. */
export function createSet(
  client: AirlockClient,
  name: string,
  fields: Partial<SavedHostSet>,
): StoreApi<HostsState> {
  const set: SavedHostSet = {
    id: crypto.randomUUID(),
    name,
    source: '',
    layout: { preset: 'bond-vlan', answers: {} },
    cluster: '',
    openShiftVersion: '',
    hosts: [],
    ...fields,
  };
  const store = openSet(client, set);
  switchTo(set.id);
  void store.getState().save();
  return store;
}
