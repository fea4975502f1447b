import { useCallback, useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { useLive } from '../engine/live.ts';

/** Wait after the last change before it is kept, ms. */
const SAVE_AFTER_MS = 500;

/** Whether what is written is kept by the engine. */
export interface Keeping<Answer> {
  /** When it was kept last; undefined: not since the screen was opened. */
  at: Date | undefined;
  /** Changes are not kept yet. */
  pending: boolean;
  error: unknown;
  /** Why the last attempt failed, even when no change waits for it. */
  failure: unknown;
  /** Of the last time that it was kept. */
  answer: Answer | undefined;
  /** Keeps it now. @returns the engine's answer; undefined when it was not kept */
  now(): Promise<Answer | undefined>;
}

/**
 * Keeps every change 500 ms after the last one, and when the page is left; what could not be kept is tried again when
 * the engine is heard again.
 * @param save keeps what the store holds when it is called; the same function from one drawing to the next
 * @param options.atOnce what was opened is kept before any change, for what the engine answers
 * @param options.readOnly nothing is kept: this session may not
 */
export function useKeptChanges<State extends { version: number }, Answer>(
  store: StoreApi<State>,
  save: () => Promise<Answer>,
  { atOnce = false, readOnly = false }: { atOnce?: boolean; readOnly?: boolean } = {},
): Keeping<Answer> {
  const version = useStore(store, (state) => state.version);
  const engine = useLive((live) => live.engine?.state);
  const connected = useLive((live) => live.connected);
  const [kept, setKept] = useState<{ version: number; at?: Date; error?: unknown; answer?: Answer }>({
    version: atOnce ? -1 : 0,
  });
  const now = useCallback(async () => {
    const { version: saved } = store.getState();
    try {
      const answer = await save();
      setKept({ version: saved, at: new Date(), answer });
      return answer;
    } catch (error) {
      setKept((before) => ({ ...before, error }));
      return undefined;
    }
  }, [store, save]);
  const pending = !readOnly && version !== kept.version;
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
  return {
    at: kept.at,
    pending,
    error: pending ? kept.error : undefined,
    failure: kept.error,
    answer: kept.answer,
    now,
  };
}
