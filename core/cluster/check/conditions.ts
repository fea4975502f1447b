import type { Condition } from './cluster-facts.ts';

/** The conditions of a status, without what only machines read. */
export function conditionsOf(status: unknown): Condition[] {
  const { conditions = [] } = (status ?? {}) as { conditions?: Condition[] };
  return conditions.map(({ type, status, reason, message }) => ({
    ...{ type, status },
    reason: reason || undefined,
    message: message || undefined,
  }));
}

/** The condition of a type. */
export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((one) => one.type === type);
}
