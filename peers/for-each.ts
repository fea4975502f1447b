/** Calls a function for each item, a few at a time. */
export async function forEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atOnce = 2,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
