import { useCallback, useEffect, useRef, useState } from 'react';
import { createPageCache, type FetchPage, type Page, type PageCache } from './page-cache.ts';

export interface Windowed<Row, Answer> {
  /** The key of the list that is shown: the former one until the first rows of another are there. */
  listed: string | undefined;
  /** Rows of the list that is shown. */
  total: number;
  rowAt: (index: number) => Row | undefined;
  onVisible: (first: number, last: number) => void;
  /** The newest answer, for what it carries beside rows. */
  answer: Answer | undefined;
  error: unknown;
  /** The rows belong to the former filters; new ones are on their way. */
  outdated: boolean;
}

/**
 * Rows for a {@link VirtualTable} of any length, asked for in pages as they are seen.
 * @param key names the filters: with another key the old rows stay until new ones are there
 * @param version changes when the rows may have changed: those that are seen are asked for again
 */
export function useWindowed<Row, Answer extends Page<Row>>(
  key: string,
  version: string | number,
  fetchPage: FetchPage<Row, Answer>,
): Windowed<Row, Answer> {
  const [, setAnswers] = useState(0);
  const held = useRef<PageCache<Row, Answer>>(undefined);
  held.current ??= createPageCache<Row, Answer>(() => setAnswers((answers) => answers + 1));
  const cache = held.current;
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
