import type { LivePlanner } from '../../../mirror/live-plan/known/planner-answers.ts';
import { optionalPath } from '../state/absolute-path.ts';
import type { ServiceState } from '../state/state.ts';

/** The planners of this engine, one for each workspace. A planner caches what it has read. */
export interface Planners {
  /** @param workspace absolute path, or undefined for drafts without a workspace */
  of(workspace: string | undefined): Promise<LivePlanner>;
  close(): Promise<void>;
}

/** A planner uses about ten MB, and few people work on more workspaces at once. */
const MOST = 4;

export function createPlanners(state: Pick<ServiceState, 'hostFor' | 'practice'>): Planners {
  const planners = new Map<string, Promise<LivePlanner>>();
  const close = async (planner: Promise<LivePlanner>): Promise<void> => {
    await (await planner.catch(() => undefined))?.close();
  };
  return {
    async of(given) {
      const workspace = optionalPath(given, 'draft.workspace');
      const world = workspace === undefined ? undefined : state.practice.environmentFor(workspace);
      // A restarted practice world has other addresses.
      const key = JSON.stringify([workspace, world]);
      const known = planners.get(key) ?? open(state, workspace, world !== undefined);
      planners.delete(key);
      planners.set(key, known);
      known.catch(() => planners.delete(key));
      const [[oldest, unused] = []] = planners;
      if (planners.size > MOST && oldest !== undefined && unused) {
        planners.delete(oldest);
        await close(unused);
      }
      return known;
    },
    async close() {
      await Promise.all([...planners.values()].map(close));
      planners.clear();
    },
  };
}

async function open(
  { hostFor }: Pick<ServiceState, 'hostFor'>,
  workspace: string | undefined,
  isPractice: boolean,
): Promise<LivePlanner> {
  const { createLivePlanner } = await import('../../../mirror/live-plan/live-planner.ts');
  return createLivePlanner({ host: hostFor(workspace), workspace, isPractice });
}
