import './choose.css';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useAsk } from '../engine/requests.ts';
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
  // Read once: from then on the screen knows better.
  const read = useAsk('drafts.read', { id }, { staleTime: Number.POSITIVE_INFINITY });
  if (read.error)
    return (
      <Screen eyebrow={['Choose']} sentence="This draft cannot be opened">
        <FailureAlert
          error={read.error}
          title="The draft was not read"
          actions={
            <>
              <button type="button" className="al-link" onClick={() => void read.refetch()}>
                Read it again
              </button>
              <Link to="/choose">See all drafts</Link>
            </>
          }
        />
      </Screen>
    );
  if (!read.data) return <div className="al-screen" aria-busy="true" />;
  const name = stepOf(step);
  if (!name) return <Navigate replace to={stepAddress(id, read.data.step)} />;
  return (
    <DraftProvider draft={read.data}>
      <DraftPlanProvider>
        <Step name={name} />
      </DraftPlanProvider>
    </DraftProvider>
  );
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
