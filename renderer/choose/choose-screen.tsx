import './choose.css';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import type { Draft } from '../../core/contract/drafts.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import { StartPage } from './start-page.tsx';
import { type StepName, stepAddress, stepOf } from './steps.ts';
import { DraftProvider, useDraft } from './use-draft.tsx';
import { DraftPlanProvider } from './use-draft-plan.tsx';

const SCREENS: Record<StepName, ComponentType> = {
  cluster: lazy(() => import('./cluster-step.tsx')),
  operators: lazy(() => import('./operators-step.tsx')),
  where: lazy(() => import('./where-step.tsx')),
  review: lazy(() => import('./review-step.tsx')),
};

/** The wizard: what a cluster needs, and what it costs, in four steps; without a draft, how one begins. */
export default function ChooseScreen() {
  const { draft, step } = useParams();
  if (draft === undefined) return <StartPage />;
  return <OpenDraft key={draft} id={draft} step={step} />;
}

function OpenDraft({ id, step }: { id: string; step: string | undefined }) {
  const read = useReadOnce(id);
  if (read.error !== undefined)
    return (
      <Screen eyebrow={['Choose']} sentence="This draft cannot be opened">
        <FailureAlert
          error={read.error}
          title="The draft was not read"
          actions={
            <>
              <button type="button" className="al-link" onClick={read.again}>
                Read it again
              </button>
              <Link to="/choose">See all drafts</Link>
            </>
          }
        />
      </Screen>
    );
  if (!read.draft) return <div className="al-screen" aria-busy="true" />;
  const name = stepOf(step);
  if (!name) return <Navigate replace to={stepAddress(id, read.draft.step)} />;
  return (
    <DraftProvider draft={read.draft}>
      <DraftPlanProvider>
        <Step name={name} />
      </DraftPlanProvider>
    </DraftProvider>
  );
}

/** The draft as it is kept when the screen opens, never an earlier answer: from then on the screen knows better. */
function useReadOnce(id: string): { draft?: Draft; error?: unknown; again: () => void } {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [read, setRead] = useState<{ draft?: Draft; error?: unknown }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks anew
  useEffect(() => {
    const stop = new AbortController();
    client.request('drafts.read', { id }, { signal: stop.signal }).then(
      (draft) => setRead({ draft }),
      (error: unknown) => {
        if (!stop.signal.aborted) setRead({ error });
      },
    );
    return () => stop.abort();
  }, [client, id, round]);
  return { ...read, again: () => setRound(round + 1) };
}

function Step({ name }: { name: StepName }) {
  const { change } = useDraft();
  useEffect(() => change({ step: name }), [change, name]);
  const Shown = SCREENS[name];
  return (
    <Suspense fallback={<div className="al-screen" aria-busy="true" />}>
      <Shown />
    </Suspense>
  );
}
