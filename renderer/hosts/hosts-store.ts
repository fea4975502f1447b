import { createStore, type StoreApi } from 'zustand';
import { documentOf } from '../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { t } from './messages.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** A set of hosts while it is edited. */
export interface HostsState {
  set: SavedHostSet;
  past: readonly SavedHostSet[];
  future: readonly SavedHostSet[];
  /** What the last change did, for the live region. */
  status: string;
  /** Number of changes that were announced. */
  announced: number;
  /** Of `set`, or of the set before it while the new one is checked. */
  verdict: Verdict | undefined;
  /** The verdict is about the set as it is now. */
  checked: boolean;
  saved: { at: string | undefined; pending: boolean; error: unknown };
  /**
   * @param status what it does, for the live region
   * @param merge consecutive changes with the same name are one undo step: keys in one field
   */
  change(status: string, edit: (set: SavedHostSet) => SavedHostSet, merge?: string): void;
  undo(): void;
  redo(): void;
  /** Saves the set now. */
  save(): Promise<void>;
}

/** Undo steps. */
const MOST_STEPS = 200;
/** Delay between the last change and saving the set, and checking it, ms. */
const SAVE_AFTER_MS = 500;
const CHECK_AFTER_MS = 120;
/** How long documents are read at a time, so that keys are handled in between, ms. */
const SLICE_MS = 12;

/**
 * Creates the state of a set. Every change is saved and checked a moment later; the documents of many hosts are read in
 * slices.
 * @param save stores the set; @returns the time
 */
export function createHostsStore(
  initial: SavedHostSet,
  save: (set: SavedHostSet) => Promise<string>,
): StoreApi<HostsState> {
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let merged: string | undefined;
  let saves = 0;
  const store = createStore<HostsState>((set, get) => {
    const put = (next: SavedHostSet, rest: Partial<HostsState>) => {
      const announced = get().announced + 1;
      set({ set: next, announced, checked: false, saved: { ...get().saved, pending: true }, ...rest });
      clearTimeout(saveTimer);
      saveTimer = setTimeout(() => void get().save(), SAVE_AFTER_MS);
      check(CHECK_AFTER_MS);
    };
    return {
      set: initial,
      past: [],
      future: [],
      status: '',
      announced: 0,
      verdict: undefined,
      checked: false,
      saved: { at: undefined, pending: false, error: undefined },
      change(status, edit, merge) {
        const { set: before, past } = get();
        const after = edit(before);
        if (after === before) return;
        const same = merge !== undefined && merge === merged;
        merged = merge;
        const steps = same ? past : [...past, before].slice(-MOST_STEPS);
        put(after, { status, future: [], past: steps, announced: get().announced + (same ? 0 : 1) });
      },
      undo() {
        const { set: now, past, future } = get();
        const before = past.at(-1);
        if (!before) return;
        merged = undefined;
        put(before, { past: past.slice(0, -1), future: [now, ...future], status: t('undone') });
      },
      redo() {
        const { set: now, past, future } = get();
        const [next, ...rest] = future;
        if (!next) return;
        merged = undefined;
        put(next, { past: [...past, now], future: rest, status: t('redone') });
      },
      async save() {
        clearTimeout(saveTimer);
        const current = get().set;
        const round = ++saves;
        try {
          const at = await save(current);
          // The result of a save that was overtaken by a newer one doesn't matter.
          if (round === saves) set({ saved: { at, pending: get().set !== current, error: undefined } });
        } catch (error) {
          if (round === saves) set({ saved: { ...get().saved, pending: true, error } });
        }
      },
    };
  });

  /** Reads the documents in slices, then checks all of them. A change starts over. */
  function check(after: number): void {
    clearTimeout(checkTimer);
    checkTimer = setTimeout(function slice(from: number = 0) {
      const { set } = store.getState();
      const until = performance.now() + SLICE_MS;
      let next = from;
      while (next < set.hosts.length && performance.now() < until) documentOf(set.layout, set.hosts[next++]!);
      if (next < set.hosts.length) {
        checkTimer = setTimeout(() => slice(next));
        return;
      }
      const verdict = verdictOf(set);
      if (store.getState().set === set) store.setState({ verdict, checked: true });
    }, after);
  }
  check(0);
  return store;
}
