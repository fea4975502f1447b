import { createStore, type StoreApi } from 'zustand';
import { documentOf } from '../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../core/contract/topics/hosts.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** A set of hosts while it is worked on. */
export interface HostsState {
  set: KeptHostSet;
  past: readonly KeptHostSet[];
  future: readonly KeptHostSet[];
  /** What the last change did, for the live region. */
  said: string;
  /** Of `set`, or of the one before it while the new one is looked at. */
  verdict: Verdict | undefined;
  /** The verdict is about the set as it is now. */
  checked: boolean;
  saved: { at: string | undefined; pending: boolean; error: unknown };
  /** @param merge changes in a row with the same name are one step of undo: keys in one field */
  change(said: string, edit: (set: KeptHostSet) => KeptHostSet, merge?: string): void;
  undo(): void;
  redo(): void;
  /** Keeps it now. */
  keep(): Promise<void>;
}

/** Steps that can be taken back. */
const MOST_STEPS = 200;
/** Wait after the last change before the set is kept, and before it is looked at, ms. */
const SAVE_AFTER_MS = 500;
const LOOK_AFTER_MS = 120;
/** How long documents are read at a time, so that keys are heard in between, ms. */
const SLICE_MS = 12;

/**
 * The state of a set. Every change is kept and checked a moment later; the documents of many hosts are read in slices.
 * @param save keeps the set; @returns when
 */
export function createHostsStore(
  initial: KeptHostSet,
  save: (set: KeptHostSet) => Promise<string>,
): StoreApi<HostsState> {
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  let merged: string | undefined;
  let saves = 0;
  const store = createStore<HostsState>((set, get) => {
    const put = (next: KeptHostSet, rest: Partial<HostsState>) => {
      set({ set: next, checked: false, saved: { ...get().saved, pending: true }, ...rest });
      clearTimeout(saveTimer);
      saveTimer = setTimeout(() => void get().keep(), SAVE_AFTER_MS);
      look(LOOK_AFTER_MS);
    };
    return {
      set: initial,
      past: [],
      future: [],
      said: '',
      verdict: undefined,
      checked: false,
      saved: { at: undefined, pending: false, error: undefined },
      change(said, edit, merge) {
        const { set: before, past } = get();
        const after = edit(before);
        if (after === before) return;
        const same = merge !== undefined && merge === merged;
        merged = merge;
        put(after, { said, future: [], past: same ? past : [...past, before].slice(-MOST_STEPS) });
      },
      undo() {
        const { set: now, past, future } = get();
        const before = past.at(-1);
        if (!before) return;
        merged = undefined;
        put(before, { past: past.slice(0, -1), future: [now, ...future], said: 'Taken back' });
      },
      redo() {
        const { set: now, past, future } = get();
        const [next, ...rest] = future;
        if (!next) return;
        merged = undefined;
        put(next, { past: [...past, now], future: rest, said: 'Done again' });
      },
      async keep() {
        clearTimeout(saveTimer);
        const kept = get().set;
        const round = ++saves;
        try {
          const at = await save(kept);
          // An older save that ends after a newer one says nothing about the set.
          if (round === saves) set({ saved: { at, pending: get().set !== kept, error: undefined } });
        } catch (error) {
          if (round === saves) set({ saved: { ...get().saved, pending: true, error } });
        }
      },
    };
  });

  /** Reads the documents in slices, then checks them all. A change begins anew. */
  function look(after: number): void {
    clearTimeout(lookTimer);
    lookTimer = setTimeout(function slice(from: number = 0) {
      const { set } = store.getState();
      const until = performance.now() + SLICE_MS;
      let next = from;
      while (next < set.hosts.length && performance.now() < until) documentOf(set.layout, set.hosts[next++]!);
      if (next < set.hosts.length) {
        lookTimer = setTimeout(() => slice(next));
        return;
      }
      const verdict = verdictOf(set);
      if (store.getState().set === set) store.setState({ verdict, checked: true });
    }, after);
  }
  look(0);
  return store;
}
