/**
 * Applies `work` to every item, at most `limit` at once, and yields the results in the order of the items. Later items
 * overlap with earlier ones but never overtake them. The first error ends it; work under way is left to its signal.
 * @param limit a function is called again whenever the oldest work has ended
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number | (() => number),
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  const most = typeof limit === 'number' ? () => limit : limit;
  for await (const item of items) {
    const promise = work(item);
    // A failure is seen when its turn comes; until then it must not count as unhandled.
    promise.catch(() => {});
    pending.push(promise);
    while (pending.length >= most()) yield await pending.shift()!;
  }
  while (pending.length > 0) yield await pending.shift()!;
}
