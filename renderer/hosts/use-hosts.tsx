import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { create, type StoreApi, useStore } from 'zustand';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import type { KeptHostSet } from '../../core/contract/topics/hosts.ts';
import { useKeys } from '../app-state/keys.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';
import { createHostsStore, type HostsState } from './hosts-store.ts';

/** Sets that were opened: their undo lives as long as the page, whichever of its screens is shown. */
const opened = new Map<string, StoreApi<HostsState>>();
/** The one that was worked on last. */
const useChosen = create<{ id: string | undefined }>(() => ({ id: undefined }));

const Held = createContext<StoreApi<HostsState> | undefined>(undefined);

/** The set that is worked on. */
export function useHosts(): HostsState {
  return useStore(useHostsStore());
}

function useHostsStore(): StoreApi<HostsState> {
  const store = useContext(Held);
  if (!store) throw new Error('outside HostsProvider');
  return store;
}

/** The keys that take changes of the set back and do them again. */
export function useUndoKeys(): void {
  const { undo, redo, past, future } = useHosts();
  useKeys([
    { key: 'Ctrl+Z', label: 'Undo', run: undo, when: past.length > 0, outsideFields: true },
    { key: 'Ctrl+Y', label: 'Redo', run: redo, when: future.length > 0, outsideFields: true },
  ]);
}

/** Opens a set for all that is below. */
export function HostsProvider({ store, children }: { store: StoreApi<HostsState>; children: ReactNode }) {
  const connected = useLive((live) => live.connected);
  // What could not be kept is tried again when the engine is heard again.
  useEffect(() => {
    if (connected && store.getState().saved.error) void store.getState().keep();
  }, [store, connected]);
  useEffect(() => {
    const leave = () => {
      if (store.getState().saved.pending) void store.getState().keep();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);
  return <Held value={store}>{children}</Held>;
}

/** The set of the page: the chosen one, or the one that was saved last. */
export function useOpenSet(): {
  store: StoreApi<HostsState> | undefined;
  /** No set is there yet. */
  none: boolean;
  error: unknown;
  again: () => void;
} {
  const client = useClient();
  const id = useChosen((chosen) => chosen.id);
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ none?: boolean; error?: unknown }>({});
  const store = id === undefined ? undefined : opened.get(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks anew
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
      // The choice may be the same as before, and is drawn only now that its set is open.
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

/** Begins to work on a set. @returns its state */
function openSet(client: AirlockClient, set: KeptHostSet): StoreApi<HostsState> {
  const store: StoreApi<HostsState> = createHostsStore(set, async (kept) =>
    // A set that was removed stays removed.
    opened.get(set.id) === store ? (await client.request('hosts.save', kept)).savedAt : '',
  );
  opened.set(set.id, store);
  return store;
}

/** Turns to a set: it is read when it was not opened yet. `undefined`: to the one that was saved last. */
export function turnTo(id: string | undefined): void {
  useChosen.setState({ id });
}

/** Forgets a set that was removed. */
export function forgetSet(id: string): void {
  opened.delete(id);
  turnTo(undefined);
}

/** A new set, at once on the screen and kept with its first change. */
export function beginSet(
  client: AirlockClient,
  name: string,
  fields: Partial<KeptHostSet>,
): StoreApi<HostsState> {
  const set: KeptHostSet = {
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
  turnTo(set.id);
  void store.getState().keep();
  return store;
}
