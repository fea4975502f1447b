/**
 * Applies `work` to every item, at most `limit` items at once, and yields the results in the order of the items. Stops at the
 * first error. Work in progress then ends only by its own signal.
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
    // Errors are handled in order. Until then, they must not count as unhandled rejections.
    promise.catch(() => {});
    pending.push(promise);
    while (pending.length >= most()) yield await pending.shift()!;
  }
  while (pending.length > 0) yield await pending.shift()!;
}

/**
 * Applies `work` to every item in their order, at most `limit` items at once. Unlike {@link inOrder}, an item that takes long
 * delays no other. Stops at the first error. Work in progress then ends only by its own signal.
 * @param limit is called again whenever work has ended
 */
export async function asWorkEnds<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: () => number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let active = 0;
  let failed: { error: unknown } | undefined;
  let wake = () => {};
  const untilFewer = async (count: () => number) => {
    while (!failed && active >= count())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (failed) throw failed.error;
  };
  for await (const item of items) {
    active++;
    work(item)
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .finally(() => {
        active--;
        wake();
      });
    await untilFewer(limit);
  }
  await untilFewer(() => 1);
}
