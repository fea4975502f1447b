import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';
import { askedOnce, smallLookUps } from './small-look-ups.ts';
import { useDraft } from './use-draft.tsx';

/** Wait after a change before the plan is asked for, ms. */
const ASK_AFTER_MS = 150;

export interface LiveDraftPlan {
  /** The last answer; it stays while a newer one is waited for. */
  plan: DraftPlan | undefined;
  /** The text that it is for: offsets of its fixes count in this one. */
  text: string | undefined;
  /** It is for the draft as it is now. */
  current: boolean;
  error: unknown;
  again(): void;
  lookUp: LookingUp;
}

/** What is being found out over the network, by a click or, where nothing is metered, by itself. */
type LookingUp = ReturnType<typeof useLookingUp>;

const PlanOfDraft = createContext<LiveDraftPlan | undefined>(undefined);

/** The plan of the draft: asked 150 ms after each change, nothing is fetched for it. */
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
  const wanted = asked(draft);
  const readable = doc.faults.length === 0;
  const latest = useRef(draft);
  latest.current = draft;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the draft; a new engine and `again` ask anew
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
    }, ASK_AFTER_MS);
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

/** What of a draft the plan looks at. */
function asked({
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
  const [asking, setAsking] = useState<{ ticket: string; ids: readonly string[]; unasked: boolean }>();
  const [error, setError] = useState<unknown>();
  const controller = useRef<AbortController>(undefined);
  const work = useLive((live) => (asking ? live.jobs.request[asking.ticket] : undefined));
  useEffect(() => () => controller.current?.abort(), []);
  const ask = useCallback(
    async (ids: readonly string[], { of, unasked }: { of?: Draft; unasked?: () => void } = {}) => {
      if (ids.length === 0) return true;
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      const ticket = crypto.randomUUID();
      setAsking({ ticket, ids, unasked: unasked !== undefined });
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
        else unasked?.();
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
    /** Identities of look-ups that are under way. */
    ids: asking?.ids ?? NONE,
    /** What is under way was clicked. */
    clicked: asking?.unasked === false,
    work,
    error,
    /**
     * Fetches these; afterwards the plan is asked for again.
     * @param options.of another draft whose plan has these look-ups: one with a catalog that is only being looked at
     * @param options.unasked whether no click asked for it
     * @returns whether that went well
     */
    ask,
    cancel,
  };
}

const NONE: readonly string[] = [];

/**
 * What costs next to nothing is found out without a click, unless the link is metered; each thing once.
 * @param text that the plan is for: another one has other manifests
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
    const names = wanted.map((each) => askedOnce(each, text));
    for (const name of names) tried.current.add(name);
    const unasked = () => {
      for (const name of names) tried.current.delete(name);
    };
    void lookUp.ask(
      wanted.map(({ id }) => id),
      { unasked },
    );
  });
}
