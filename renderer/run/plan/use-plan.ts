import { useState } from 'react';
import { create } from 'zustand';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { MirrorSettingsInput } from '../../../core/contract/topics/vocabulary.ts';
import { useTicketed } from '../../engine/ticketed.ts';

interface KeptPlan {
  /** What it was made for: the settings, and the text of the configuration. */
  madeFor: string;
  summary: PlanSummary;
}

/** The last plan of each workflow: it outlives the screen, not the window. */
const usePlans = create<Record<string, KeptPlan>>(() => ({}));

/** Plans of one workflow: made with progress, cancelled, kept while one looks at other screens. */
export function usePlan(workflow: string, wantedFor: string) {
  const kept = usePlans((plans) => plans[workflow]);
  const request = useTicketed('plans.make');
  const [askedFor, setAskedFor] = useState<string>();
  return {
    /** The last plan of this workflow. */
    plan: kept?.summary,
    /** It is the plan of exactly what the form says. */
    current: kept?.madeFor === wantedFor,
    planning: request.asking,
    work: request.work,
    error: request.error,
    /** The error is about exactly what the form says. */
    errorCurrent: request.error !== undefined && askedFor === wantedFor,
    /** @returns whether there is a plan now */
    async make(settings: MirrorSettingsInput, madeFor: string) {
      request.forgetError();
      setAskedFor(madeFor);
      const summary = await request.ask({ settings });
      if (summary) usePlans.setState({ [workflow]: { madeFor, summary } });
      return summary !== undefined;
    },
    cancel: request.cancel,
    /** Takes the error away. */
    forgetError: request.forgetError,
  };
}
