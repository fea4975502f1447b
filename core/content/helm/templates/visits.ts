/** Nodes of maps and lists that one call may visit, because maps may contain one another many times. */
const MOST_NODES = 20_000;
let left = MOST_NODES;

/** Runs a call with the rest of a chart's budget. */
export function visiting<T>(budget: { nodes: number }, call: () => T): T {
  const most = Math.min(MOST_NODES, budget.nodes);
  left = most;
  const result = call();
  budget.nodes -= most - left;
  return result;
}

/** Counts the visit of nodes. Returns false if the call may visit no more. */
export function mayVisit(nodes = 1): boolean {
  left -= nodes;
  return left >= 0;
}
