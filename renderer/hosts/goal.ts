import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PartName } from '../../core/contract/documents/nmstate.ts';

/** The place of the host table that another screen leads to. */
export interface TableGoal {
  /** The host, by position, and the cell of its problem. */
  problem?: { hosts: readonly number[]; part: PartName | undefined };
  /** Opens the layout of all hosts. */
  layout?: boolean;
}

/** Returns the place that the screen was opened for, once: going back to the screen or reloading it doesn't return it again. */
export function useGoal(): TableGoal | undefined {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [goal] = useState(() => (state as { hostTable?: TableGoal } | null)?.hostTable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the entry that opened the screen has the place
  useEffect(() => {
    if (goal) void navigate({ pathname, search }, { replace: true, state: null });
  }, []);
  return goal;
}

/** Returns a function that opens the host table at a place. */
export function useGoToTable(): (goal: TableGoal) => void {
  const navigate = useNavigate();
  return (hostTable) => void navigate('/hosts', { state: { hostTable } });
}
