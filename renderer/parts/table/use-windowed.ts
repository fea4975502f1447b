import { useCallback, useEffect, useRef, useState } from 'react';
import { createPageCache, type FetchPage, type Page, type PageCache } from './page-cache.ts';

export interface Windowed<Row, Answer> {
  /** The key of the shown list: the former key until rows of the new one arrive. */
  listed: string | undefined;
  /** Number of rows of the shown list. */
  total: number;
  rowAt: (index: number) => Row | undefined;
  onVisible: (first: number, last: number) => void;
  /** The newest answer, for its other fields. */
  answer: Answer | undefined;
  error: unknown;
  /** The rows belong to the former filters until new ones arrive. */
  outdated: boolean;
}

/**
 * Returns rows for a {@link VirtualTable} of any length, requested in pages as they become visible.
 * @param key identifies the filters: with another key, the old rows are shown until new ones arrive
 * @param version changes when rows may have changed: the visible ones are requested again
 */
export function useWindowed<Row, Answer extends Page<Row>>(
  key: string,
  version: string | number,
  fetchPage: FetchPage<Row, Answer>,
): Windowed<Row, Answer> {
  const [, setAnswers] = useState(0);
  const ref = useRef<PageCache<Row, Answer>>(undefined);
  ref.current ??= createPageCache<Row, Answer>(() => setAnswers((answers) => answers + 1));
  const cache = ref.current;
  const newestFetch = useRef(fetchPage);
  newestFetch.current = fetchPage;
  useEffect(() => {
    const fetch = newestFetch.current;
    cache.list(key, version, (offset, limit, signal) => fetch(offset, limit, signal));
  }, [cache, key, version]);
  useEffect(() => () => cache.close(), [cache]);
  const rowAt = useCallback((index: number) => cache.rowAt(index), [cache]);
  const onVisible = useCallback((first: number, last: number) => cache.show(first, last), [cache]);
  return {
    listed: cache.listed(),
    total: cache.latest()?.matching ?? 0,
    rowAt,
    onVisible,
    answer: cache.latest(),
    error: cache.error(),
    outdated: cache.outdated(),
  };
}
