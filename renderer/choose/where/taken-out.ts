/** What an expression leaves out of all that is known of the draft. */
export interface TakenOut {
  images: number;
  bytes: number;
}

/**
 * What each expression takes out, by expression: the plan without it less the plan with it.
 * @param plan what the draft comes to with these expressions
 * @param candidate typed and not among them yet; empty: none
 */
export async function takenOut(
  plan: (expressions: readonly string[]) => Promise<TakenOut>,
  blocked: readonly string[],
  candidate: string,
): Promise<Record<string, TakenOut>> {
  const now = await plan(blocked);
  const taken: Record<string, TakenOut> = {};
  for (const each of blocked) taken[each] = less(await plan(blocked.filter((other) => other !== each)), now);
  if (candidate !== '' && !blocked.includes(candidate))
    taken[candidate] = less(now, await plan([...blocked, candidate]));
  return taken;
}

function less(more: TakenOut, fewer: TakenOut): TakenOut {
  return {
    images: Math.max(0, more.images - fewer.images),
    bytes: Math.max(0, more.bytes - fewer.bytes),
  };
}
