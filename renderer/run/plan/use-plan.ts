import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { RequestJob } from '../../../core/contract/topics/job.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { MirrorSettingsInput } from '../../../core/contract/topics/vocabulary.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';

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
  const client = useClient();
  const kept = usePlans((plans) => plans[workflow]);
  const [ticket, setTicket] = useState<string>();
  const [failed, setFailed] = useState<{ error: unknown; madeFor: string }>();
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.jobs.request[ticket] : undefined));
  useEffect(() => () => asking.current?.abort(), []);
  return {
    plan: kept?.summary,
    current: kept?.madeFor === wantedFor,
    planning: ticket !== undefined,
    work,
    error: failed?.error,
    errorCurrent: failed?.madeFor === wantedFor,
    async make(settings, madeFor) {
      const controller = new AbortController();
      const newTicket = crypto.randomUUID();
      asking.current?.abort();
      asking.current = controller;
      setTicket(newTicket);
      setFailed(undefined);
      try {
        const summary = await client.request(
          'plans.make',
          { settings, ticket: newTicket },
          { signal: controller.signal },
        );
        usePlans.setState({ [workflow]: { madeFor, summary } });
        return true;
      } catch (thrown) {
        if (!controller.signal.aborted) setFailed({ error: thrown, madeFor });
        return false;
      } finally {
        if (asking.current === controller) setTicket(undefined);
      }
    },
    cancel: () => asking.current?.abort(),
    forgetError: () => setFailed(undefined),
  };
}
