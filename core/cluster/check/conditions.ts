import type { Condition } from './cluster-facts.ts';

/** Returns the conditions of a status, without fields that only programs read. */
export function conditionsOf(status: unknown): Condition[] {
  const { conditions = [] } = (status ?? {}) as { conditions?: Condition[] };
  return conditions.map(({ type, status, reason, message }) => ({
    ...{ type, status },
    reason: reason || undefined,
    message: message || undefined,
  }));
}

/** Returns the condition of a type. */
export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((one) => one.type === type);
}
