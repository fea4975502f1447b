import './start/choose.css';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import type { Draft } from '../../core/contract/topics/drafts.ts';
import { OpenDraft } from '../editor/open-draft.tsx';
import { t } from './draft/messages.ts';
import { type StepName, stepAddress, stepOf } from './draft/steps.ts';
import { DraftProvider, useDraft } from './draft/use-draft.tsx';
import { DraftPlanProvider } from './draft/use-draft-plan.tsx';
import { StartPage } from './start/page.tsx';

const SCREENS: Record<StepName, ComponentType> = {
  cluster: lazy(() => import('./releases/step.tsx')),
  operators: lazy(() => import('./operators/step.tsx')),
  where: lazy(() => import('./where/step.tsx')),
  review: lazy(() => import('./review/step.tsx')),
};

/** The wizard, which creates an ImageSetConfiguration in four steps. Without a draft, it shows how to start one. */
export default function ChooseScreen() {
  const { draft, step } = useParams();
  if (draft === undefined) return <StartPage />;
  return (
    <OpenDraft
      key={draft}
      read={(client, signal) => client.request('drafts.read', { id: draft }, { signal })}
      eyebrow={t('nameTitle')}
      sentence={t('openFailedTitle')}
      all="/choose"
    >
      {(read) => <OpenStep draft={read} step={step} />}
    </OpenDraft>
  );
}

function OpenStep({ draft, step }: { draft: Draft; step: string | undefined }) {
  const name = stepOf(step);
  if (!name) return <Navigate replace to={stepAddress(draft.id, draft.step)} />;
  return (
    <DraftProvider draft={draft}>
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
