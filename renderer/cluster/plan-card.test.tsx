import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { clusterJob } from './cluster.fixture.ts';
import { t } from './messages.ts';
import { PlanCard } from './plan-card.tsx';

const CHANGE = { path: 'spec.dns', removed: ['192.0.2.53'], added: ['192.0.2.54'] };
const STEPS: ClusterJob['steps'] = [
  { title: '1. worker-0', state: 'done' },
  { title: '2. worker-1', state: 'skipped', leftOut: 'optional' },
];
const OBJECT: ClusterJob['objects'][number] = {
  ...{ apiVersion: 'v1', kind: 'Policy', name: 'br-ex' },
  ...{ result: 'configured', changes: [CHANGE] },
};
const previewed = clusterJob({
  ...{ id: 'dry', dryRun: true, status: 'done', ok: true, steps: STEPS, objects: [OBJECT] },
});
const applied = clusterJob({
  ...{ id: 'real', status: 'done', ok: true, saved: '/state/apply', objects: [OBJECT] },
  steps: STEPS,
});

/** A plan whose identity a button changes. */
function Plan() {
  const [plan, setPlan] = useState('one');
  const [overwrite, setOverwrite] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setPlan('two')}>
        Edit
      </button>
      <PlanCard
        request="clusters.applyDay2"
        identity={plan}
        input={(how) => ({ ...how, objects: `/${plan}`, change: {} })}
        overwrite={{ value: overwrite, change: setOverwrite }}
      />
    </>
  );
}

const open = (answers: Answers = {}) =>
  openScreen(<Plan />, {
    'clusters.contexts': {
      files: ['/kube'],
      contexts: [{ name: 'lab', cluster: 'lab', server: 'https://lab', user: 'u', current: true }],
    },
    'clusters.records': { records: [] },
    'jobs.list': { jobs: [previewed, applied] },
    'clusters.applyDay2': ({ dryRun }) => (dryRun ? previewed : applied),
    ...answers,
  });

test('applies only what was previewed, and offers its rollback', async () => {
  const { user, requested } = open({ 'clusters.rollback': clusterJob({ id: 'back', action: 'rollback' }) });
  expect(screen.queryByRole('button', { name: t('applyPlanButton', { steps: 1 }) })).toBeNull();
  await user.click(await buttonThatIs('on', t('previewPlanButton')));
  const steps = within(await screen.findByRole('table', { name: t('stepsLabel') }));
  expect(steps.getByText(t('stepWouldBeDone'))).toBeDefined();
  expect(steps.getByText('optional')).toBeDefined();
  expect(screen.getByText('+ 192.0.2.54')).toBeDefined();

  await user.click(screen.getByRole('checkbox', { name: new RegExp(`^${t('planOverwriteLabel')}`) }));
  await buttonThatIs('off', t('applyPlanButton', { steps: 1 }));
  expect(screen.getByText(t('staleText'))).toBeDefined();
  await user.click(await buttonThatIs('on', t('previewPlanButton')));
  await user.click(await buttonThatIs('on', t('applyPlanButton', { steps: 1 })));
  expect(requested('clusters.applyDay2').map(({ dryRun, objects }) => [dryRun, objects])).toEqual([
    [true, '/one'],
    [true, '/one'],
    [false, '/one'],
  ]);
  await user.click(await buttonThatIs('on', t('rollBackButton')));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('rollBackButton') }));
  expect(requested('clusters.rollback')).toMatchObject([{ record: '/state/apply', dryRun: false }]);
});

test('another plan needs another preview', async () => {
  const { user } = open();
  await user.click(await buttonThatIs('on', t('previewPlanButton')));
  await buttonThatIs('on', t('applyPlanButton', { steps: 1 }));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await buttonThatIs('off', t('applyPlanButton', { steps: 1 }));
});

test('waits for another operation on a cluster, and can be stopped', async () => {
  const running = clusterJob({ id: 'dry', steps: STEPS });
  const { user, requested } = open({
    'jobs.list': { jobs: [clusterJob({ id: 'other' })] },
    'clusters.applyDay2': running,
  });
  await screen.findByText(t('otherJobText'), { exact: false });
  await buttonThatIs('off', t('previewPlanButton'));
  expect(requested('clusters.applyDay2')).toEqual([]);
  expect(user).toBeDefined();
});

test('is off in a read-only session', async () => {
  open(READER);
  await expectRejected(t('previewPlanButton'));
});
