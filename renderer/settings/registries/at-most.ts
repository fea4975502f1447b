/** Works on all items in order, at most `width` at once. After the signal it starts no more. */
export async function atMost<Item>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) {
      if (signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}
