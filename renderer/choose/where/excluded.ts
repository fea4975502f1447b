/** Known content of the draft that an expression excludes. */
export interface Excluded {
  images: number;
  bytes: number;
}

/**
 * Returns what each expression excludes, by expression: the difference between the plans without it and with it.
 * @param plan returns the size of the draft with these expressions
 * @param candidate an expression that isn't in the text yet; empty: none
 */
export async function excludedBy(
  plan: (expressions: readonly string[]) => Promise<Excluded>,
  blocked: readonly string[],
  candidate: string,
): Promise<Record<string, Excluded>> {
  const now = await plan(blocked);
  const excluded: Record<string, Excluded> = {};
  for (const each of blocked)
    excluded[each] = less(await plan(blocked.filter((other) => other !== each)), now);
  if (candidate !== '' && !blocked.includes(candidate))
    excluded[candidate] = less(now, await plan([...blocked, candidate]));
  return excluded;
}

function less(more: Excluded, fewer: Excluded): Excluded {
  return {
    images: Math.max(0, more.images - fewer.images),
    bytes: Math.max(0, more.bytes - fewer.bytes),
  };
}
