/**
 * Applies `work` to every item, at most `limit` at once, and yields the results in the order of the items. Later items
 * overlap with earlier ones but never overtake them. The first error ends it; work under way is left to its signal.
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  for await (const item of items) {
    const promise = work(item);
    // A failure is seen when its turn comes; until then it must not count as unhandled.
    promise.catch(() => {});
    pending.push(promise);
    if (pending.length >= limit) yield await pending.shift()!;
  }
  while (pending.length > 0) yield await pending.shift()!;
}
