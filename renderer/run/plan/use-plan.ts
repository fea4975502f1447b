import { useState } from 'react';
import { create } from 'zustand';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { MirrorSettingsInput } from '../../../core/contract/topics/vocabulary.ts';
import { useTicketed } from '../../engine/ticketed.ts';

interface StoredPlan {
  /** Identifies the settings and the text of the configuration. */
  plannedFor: string;
  summary: PlanSummary;
}

/** The last plan of each workflow. It outlives the screen, but not the window. */
const usePlans = create<Record<string, StoredPlan>>(() => ({}));

/** Creates and cancels plans of one workflow, and stores the last one while other screens are open. */
export function usePlan(workflow: string, currentFor: string) {
  const stored = usePlans((plans) => plans[workflow]);
  const request = useTicketed('plans.make');
  const [requestedFor, setRequestedFor] = useState<string>();
  return {
    /** The last plan of this workflow. */
    plan: stored?.summary,
    /** Whether it is the plan of exactly the current form. */
    current: stored?.plannedFor === currentFor,
    planning: request.asking,
    work: request.work,
    error: request.error,
    /** Whether the error concerns exactly the current form. */
    errorCurrent: request.error !== undefined && requestedFor === currentFor,
    /** @returns whether the plan was created */
    async make(settings: MirrorSettingsInput, plannedFor: string) {
      request.forgetError();
      setRequestedFor(plannedFor);
      const summary = await request.ask({ settings });
      if (summary) usePlans.setState({ [workflow]: { plannedFor, summary } });
      return summary !== undefined;
    },
    cancel: request.cancel,
    /** Removes the plan of the current form, because its run was started. */
    forgetStarted() {
      if (stored?.plannedFor === currentFor)
        usePlans.setState(({ [workflow]: _, ...others }) => others, true);
    },
    /** Clears the error. */
    forgetError: request.forgetError,
  };
}
