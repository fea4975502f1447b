import { useCallback, useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { useLive } from '../engine/live.ts';

/** Delay between the last change and saving, ms. */
const SAVE_AFTER_MS = 500;

/** The state of saving changes in the engine. */
export interface Keeping<Answer> {
  /** Time of the last save. Undefined if nothing was saved since the screen opened. */
  at: Date | undefined;
  /** Whether there are unsaved changes. */
  pending: boolean;
  error: unknown;
  /** Why the last save failed, even without unsaved changes. */
  failure: unknown;
  /** The engine's answer to the last save. */
  answer: Answer | undefined;
  /** Saves now. Returns the engine's answer, or undefined if saving failed. */
  now(): Promise<Answer | undefined>;
}

/**
 * Saves changes 500 ms after the last one and when the page is closed. Retries a failed save when the engine is
 * available again.
 * @param save saves the current state of the store. Pass the same function on every render
 * @param options.atOnce saves before any change, to get the engine's answer
 * @param options.readOnly saves nothing, because this session is read-only
 */
export function useSavedChanges<State extends { version: number }, Answer>(
  store: StoreApi<State>,
  save: () => Promise<Answer>,
  { atOnce = false, readOnly = false }: { atOnce?: boolean; readOnly?: boolean } = {},
): Keeping<Answer> {
  const version = useStore(store, (state) => state.version);
  const engine = useLive((live) => live.engine?.state);
  const connected = useLive((live) => live.connected);
  const [latest, setLatest] = useState<{ version: number; at?: Date; error?: unknown; answer?: Answer }>({
    version: atOnce ? -1 : 0,
  });
  const now = useCallback(async () => {
    const { version: saved } = store.getState();
    try {
      const answer = await save();
      setLatest({ version: saved, at: new Date(), answer });
      return answer;
    } catch (error) {
      setLatest((before) => ({ ...before, error }));
      return undefined;
    }
  }, [store, save]);
  const pending = !readOnly && version !== latest.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay; a reconnected engine is retried
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => void now(), latest.version < 0 ? 0 : SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pending, version, now, engine, connected]);
  useEffect(() => {
    let unmounted = false;
    const saveOnLeave = () => {
      if (!unmounted && store.getState().version !== 0) void now();
    };
    window.addEventListener('pagehide', saveOnLeave);
    return () => {
      window.removeEventListener('pagehide', saveOnLeave);
      saveOnLeave();
      unmounted = true;
    };
  }, [store, now]);
  return {
    at: latest.at,
    pending,
    error: pending ? latest.error : undefined,
    failure: latest.error,
    answer: latest.answer,
    now,
  };
}
