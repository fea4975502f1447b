import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';
import { attemptName, smallLookUps } from './small-look-ups.ts';
import { useDraft } from './use-draft.tsx';

/** Delay between a change and the request for a plan, ms. */
const PLAN_DELAY_MS = 150;

export interface LiveDraftPlan {
  /** The last answer, also while a newer one is requested. */
  plan: DraftPlan | undefined;
  /** The text of the plan. Offsets of its fixes are in this text. */
  text: string | undefined;
  /** Whether the plan is for the current draft. */
  current: boolean;
  error: unknown;
  again(): void;
  lookUp: LookingUp;
}

/** Data that is being loaded, by a click or automatically. */
type LookingUp = ReturnType<typeof useLookingUp>;

const PlanOfDraft = createContext<LiveDraftPlan | undefined>(undefined);

/** Returns the plan of the draft. It is requested 150 ms after each change and downloads nothing. */
export function useDraftPlan(): LiveDraftPlan {
  const plan = useContext(PlanOfDraft);
  if (!plan) throw new Error('outside DraftPlanProvider');
  return plan;
}

export function DraftPlanProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const { draft, doc } = useDraft();
  const engine = useLive((live) => live.engine?.state);
  const [answer, setAnswer] = useState<{ of: string; text: string; plan: DraftPlan }>();
  const [failed, setFailed] = useState<{ of: string; error: unknown }>();
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const wanted = planInput(draft);
  const readable = doc.faults.length === 0;
  const latest = useRef(draft);
  latest.current = draft;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is the key of the draft; a new engine and `again` repeat the request
  useEffect(() => {
    if (!readable) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const asking = latest.current;
      const { rate } = asking.options;
      try {
        const input = { draft: asking, bytesPerSecond: rate };
        const plan = await client.request('drafts.plan', input, { signal: stop.signal });
        if (stop.signal.aborted) return;
        setAnswer({ of: wanted, text: asking.text, plan });
        setFailed(undefined);
      } catch (error) {
        if (!stop.signal.aborted) setFailed({ of: wanted, error });
      }
    }, PLAN_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, wanted, readable, round, engine]);

  const lookUp = useLookingUp(again);
  useSmallLookUps(answer?.of === wanted ? answer.plan : undefined, draft.text, draft.metered, lookUp);
  return (
    <PlanOfDraft
      value={{
        plan: answer?.plan,
        text: answer?.text,
        current: answer?.of === wanted && draft.text === answer.text,
        error: failed?.of === wanted ? failed.error : undefined,
        again,
        lookUp,
      }}
    >
      {children}
    </PlanOfDraft>
  );
}

/** Returns a key with the fields of a draft that its plan depends on. */
function planInput({
  id,
  text,
  workspace,
  enclave,
  destination,
  goal,
  from,
  to,
  inventory,
  options,
}: Draft): string {
  return JSON.stringify([id, text, workspace, enclave, destination, goal, from, to, inventory, options]);
}

function useLookingUp(onDone: () => void) {
  const client = useClient();
  const { draft } = useDraft();
  const latest = useRef(draft);
  latest.current = draft;
  const [asking, setAsking] = useState<{ ticket: string; ids: readonly string[]; automatic: boolean }>();
  const [error, setError] = useState<unknown>();
  const controller = useRef<AbortController>(undefined);
  const work = useLive((live) => (asking ? live.jobs.request[asking.ticket] : undefined));
  useEffect(() => () => controller.current?.abort(), []);
  const ask = useCallback(
    async (ids: readonly string[], { of, onReplaced }: { of?: Draft; onReplaced?: () => void } = {}) => {
      if (ids.length === 0) return true;
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      const ticket = crypto.randomUUID();
      setAsking({ ticket, ids, automatic: onReplaced !== undefined });
      setError(undefined);
      try {
        const input = { draft: of ?? latest.current, ids: [...ids], ticket };
        await client.request('drafts.lookUp', input, { signal: own.signal });
        return true;
      } catch (failure) {
        if (!own.signal.aborted) setError(failure);
        return false;
      } finally {
        if (controller.current === own) setAsking(undefined);
        else onReplaced?.();
        onDone();
      }
    },
    [client, onDone],
  );
  const cancel = useCallback(() => {
    controller.current?.abort();
    setAsking(undefined);
  }, []);
  return {
    /** IDs of look-ups that are under way. */
    ids: asking?.ids ?? NONE,
    /** Whether a click started the current look-ups. */
    clicked: asking?.automatic === false,
    work,
    error,
    /**
     * Loads these, then requests the plan again.
     * @param options.of another draft whose plan has these look-ups: one with a catalog that isn't in the text
     * @param options.onReplaced for look-ups without a click: called when a later look-up replaces them
     * @returns whether all were loaded
     */
    ask,
    cancel,
  };
}

const NONE: readonly string[] = [];

/**
 * Loads small data without a click, once each, unless the connection is metered.
 * @param text of the plan: another one has other manifests
 */
function useSmallLookUps(
  plan: DraftPlan | undefined,
  text: string,
  metered: boolean,
  lookUp: LookingUp,
): void {
  const tried = useRef(new Set<string>());
  const wanted = smallLookUps(plan?.lookUps ?? [], text, tried.current);
  const busy = lookUp.ids.length > 0;
  useEffect(() => {
    if (metered || busy || wanted.length === 0) return;
    const names = wanted.map((each) => attemptName(each, text));
    for (const name of names) tried.current.add(name);
    const onReplaced = () => {
      for (const name of names) tried.current.delete(name);
    };
    void lookUp.ask(
      wanted.map(({ id }) => id),
      { onReplaced },
    );
  });
}
