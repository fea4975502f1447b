/** A window of a long list, with how long the list is. */
export interface Page<Row> {
  matching: number;
  rows: Row[];
}

/** Asks for a window of the list. */
export type FetchPage<Row, Answer extends Page<Row>> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<Answer>;

export interface PageCache<Row, Answer extends Page<Row>> {
  /**
   * What is listed: `key` names the filters, `version` changes when the rows may have. A new version keeps the rows and
   * asks again for those that are seen; a new key keeps the old rows until the first new ones are there.
   */
  list(key: string, version: string | number, fetchPage: FetchPage<Row, Answer>): void;
  /** Rows that are seen now. */
  show(first: number, last: number): void;
  rowAt(index: number): Row | undefined;
  /** The key of the rows that are there. */
  listed(): string | undefined;
  /** The newest answer: totals and whatever else it carries. */
  latest(): Answer | undefined;
  error(): unknown;
  /** The rows belong to a former key. */
  outdated(): boolean;
  close(): void;
}

interface List<Row, Answer extends Page<Row>> {
  key: string;
  pages: Map<number, { rows: Row[]; version: string | number }>;
  latest?: Answer;
}

const PAGE = 100;
/** Pages that are kept; what is far away is asked for again. */
const MOST_PAGES = 60;

/** Rows of a long list, asked for in pages as they are seen; `changed` is called whenever any answer came. */
export function createPageCache<Row, Answer extends Page<Row>>(changed: () => void): PageCache<Row, Answer> {
  let shown: List<Row, Answer> | undefined;
  /** The list of a new key, until it has an answer. */
  let coming: List<Row, Answer> | undefined;
  let version: string | number = 0;
  let fetchPage: FetchPage<Row, Answer> | undefined;
  let seen = { first: 0, last: 0 };
  let failure: unknown;
  const asking = new Map<number, AbortController>();

  const current = () => coming ?? shown;
  const stopAsking = () => {
    for (const controller of asking.values()) controller.abort();
    asking.clear();
  };

  const ask = () => {
    const list = current();
    if (!list || !fetchPage) return;
    const first = list === coming ? 0 : Math.floor(seen.first / PAGE);
    const last = list === coming ? 0 : Math.floor(seen.last / PAGE);
    for (let page = first; page <= last; page++) {
      const known = list.pages.get(page);
      if (asking.has(page) || known?.version === version) continue;
      if (list.latest && page > 0 && page * PAGE >= list.latest.matching) continue;
      void askFor(list, page, fetchPage);
    }
  };

  const askFor = async (list: List<Row, Answer>, page: number, fetch: FetchPage<Row, Answer>) => {
    const controller = new AbortController();
    const askedVersion = version;
    asking.set(page, controller);
    try {
      const answer = await fetch(page * PAGE, PAGE, controller.signal);
      if (controller.signal.aborted) return;
      asking.delete(page);
      failure = undefined;
      list.latest = answer;
      list.pages.delete(page);
      list.pages.set(page, { rows: answer.rows, version: askedVersion });
      for (const old of list.pages.keys()) {
        if (list.pages.size <= MOST_PAGES) break;
        list.pages.delete(old);
      }
      if (list === coming) {
        shown = coming;
        coming = undefined;
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      asking.delete(page);
      failure = error;
      changed();
      return;
    }
    changed();
    ask();
  };

  return {
    list(key, newVersion, newFetch) {
      fetchPage = newFetch;
      if (current()?.key !== key) {
        stopAsking();
        coming = { key, pages: new Map() };
        version = newVersion;
        failure = undefined;
      } else if (version !== newVersion) version = newVersion;
      else return;
      ask();
    },
    show(first, last) {
      seen = { first, last };
      ask();
    },
    rowAt: (index) => shown?.pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    listed: () => shown?.key,
    latest: () => shown?.latest,
    error: () => failure,
    outdated: () => coming !== undefined,
    close: stopAsking,
  };
}
