import { useState } from 'react';
import { create } from 'zustand';
import type { RequestJob } from '../../../core/contract/topics/job.ts';
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

export interface Planning {
  /** The last plan of this workflow. */
  plan: PlanSummary | undefined;
  /** It is the plan of exactly what the form says. */
  current: boolean;
  planning: boolean;
  work: RequestJob | undefined;
  error: unknown;
  /** The error is about exactly what the form says. */
  errorCurrent: boolean;
  /** @returns whether there is a plan now */
  make(settings: MirrorSettingsInput, madeFor: string): Promise<boolean>;
  cancel(): void;
  /** Takes the error away. */
  forgetError(): void;
}

/** Plans of one workflow: made with progress, cancelled, kept while one looks at other screens. */
export function usePlan(workflow: string, wantedFor: string): Planning {
  const kept = usePlans((plans) => plans[workflow]);
  const request = useTicketed('plans.make');
  const [askedFor, setAskedFor] = useState<string>();
  return {
    plan: kept?.summary,
    current: kept?.madeFor === wantedFor,
    planning: request.asking,
    work: request.work,
    error: request.error,
    errorCurrent: request.error !== undefined && askedFor === wantedFor,
    async make(settings, madeFor) {
      request.forgetError();
      setAskedFor(madeFor);
      const summary = await request.ask({ settings });
      if (summary) usePlans.setState({ [workflow]: { madeFor, summary } });
      return summary !== undefined;
    },
    cancel: request.cancel,
    forgetError: request.forgetError,
  };
}
