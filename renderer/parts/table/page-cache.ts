/** Rows of a long list, with its length. */
export interface Page<Row> {
  matching: number;
  rows: Row[];
}

/** Requests rows of the list. */
export type FetchPage<Row, Answer extends Page<Row>> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<Answer>;

export interface PageCache<Row, Answer extends Page<Row>> {
  /**
   * Sets the list: `key` identifies the filters, `version` changes when rows may have changed. A new version requests
   * the visible rows again. Old rows are returned until new ones arrive.
   */
  list(key: string, version: string | number, fetchPage: FetchPage<Row, Answer>): void;
  /** Sets the visible rows. */
  show(first: number, last: number): void;
  rowAt(index: number): Row | undefined;
  /** Returns the key of the current rows. */
  listed(): string | undefined;
  /** Returns the newest answer, with its totals. */
  latest(): Answer | undefined;
  error(): unknown;
  /** Returns whether the rows belong to a former key. */
  outdated(): boolean;
  close(): void;
}

interface List<Row, Answer extends Page<Row>> {
  key: string;
  pages: Map<number, { rows: Row[]; version: string | number }>;
  latest?: Answer;
}

const PAGE = 100;
/** Pages in memory; others are requested again. */
const MOST_PAGES = 60;

/** Returns a cache that requests the rows of a long list in pages as they become visible. `changed` is called after each answer. */
export function createPageCache<Row, Answer extends Page<Row>>(changed: () => void): PageCache<Row, Answer> {
  let shown: List<Row, Answer> | undefined;
  /** The list of a new key, until its first answer. */
  let next: List<Row, Answer> | undefined;
  let version: string | number = 0;
  let fetchPage: FetchPage<Row, Answer> | undefined;
  let visible = { first: 0, last: 0 };
  let failure: unknown;
  const pending = new Map<number, AbortController>();

  const current = () => next ?? shown;
  const cancelRequests = () => {
    for (const controller of pending.values()) controller.abort();
    pending.clear();
  };

  const requestVisible = () => {
    const list = current();
    if (!list || !fetchPage) return;
    const first = list === next ? 0 : Math.floor(visible.first / PAGE);
    const last = list === next ? 0 : Math.floor(visible.last / PAGE);
    for (let page = first; page <= last; page++) {
      const known = list.pages.get(page);
      if (pending.has(page) || known?.version === version) continue;
      if (list.latest && page > 0 && page * PAGE >= list.latest.matching) continue;
      void requestPage(list, page, fetchPage);
    }
  };

  const requestPage = async (list: List<Row, Answer>, page: number, fetch: FetchPage<Row, Answer>) => {
    const controller = new AbortController();
    const requestedVersion = version;
    pending.set(page, controller);
    try {
      const answer = await fetch(page * PAGE, PAGE, controller.signal);
      if (controller.signal.aborted) return;
      pending.delete(page);
      failure = undefined;
      list.latest = answer;
      list.pages.delete(page);
      list.pages.set(page, { rows: answer.rows, version: requestedVersion });
      for (const old of list.pages.keys()) {
        if (list.pages.size <= MOST_PAGES) break;
        list.pages.delete(old);
      }
      if (list === next) {
        shown = next;
        next = undefined;
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      pending.delete(page);
      failure = error;
      changed();
      return;
    }
    changed();
    requestVisible();
  };

  return {
    list(key, newVersion, newFetch) {
      fetchPage = newFetch;
      if (current()?.key !== key) {
        cancelRequests();
        next = { key, pages: new Map() };
        version = newVersion;
        failure = undefined;
      } else if (version !== newVersion) version = newVersion;
      else return;
      requestVisible();
    },
    show(first, last) {
      visible = { first, last };
      requestVisible();
    },
    rowAt: (index) => shown?.pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    listed: () => shown?.key,
    latest: () => shown?.latest,
    error: () => failure,
    outdated: () => next !== undefined,
    close: cancelRequests,
  };
}
