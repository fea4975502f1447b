import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { useJobs } from '../job/use-jobs.ts';
import { ApplyView } from './apply-view.tsx';
import { clusterJob } from './cluster.fixture.ts';
import { t } from './messages.ts';

function view(job: Partial<ClusterJob> = {}, answers: Answers = {}, rollback = true) {
  const done: string[] = [];
  const opened = openScreen(
    <ApplyView
      job={clusterJob(job)}
      eyebrow={['Apply']}
      onCompare={() => done.push('compare')}
      onClose={() => done.push('close')}
      onRollback={rollback ? (record) => done.push(`roll back ${record}`) : undefined}
    />,
    answers,
  );
  return { ...opened, done };
}

const WAITING: Partial<ClusterJob> = {
  status: 'waiting',
  restartQuestion: {
    nodes: 9,
    pools: ['worker', 'infra'],
    objects: [{ apiVersion: 'v1', kind: 'ImageDigestMirrorSet', name: 'idms' }],
  },
};

describe('a job under way', () => {
  test('shows its progress, and Stop requests the engine to stop it', async () => {
    const { user, requested } = view();
    await expectHeading(t('progressTitle', { done: 1, total: 3 }));
    expect(
      screen.getByRole('progressbar', { name: t('objectsDoneLabel') }).getAttribute('aria-valuenow'),
    ).toBe('33');
    await user.click(await buttonThatIs('on', t('stopApplyButton')));
    expect(requested('jobs.stop')).toEqual([{ kind: 'cluster', id: 'j1' }]);
  });

  test('is not stopped twice', async () => {
    view({ status: 'stopping' });
    await buttonThatIs('off', t('stopApplyButton'));
  });

  test('shows what becomes ready after it was applied', async () => {
    view({ readiness: { for: 'pools', done: 3, total: 9, detail: 'worker: draining w-4' } });
    expect(screen.getByText(t('waitPools', { ready: 3, expected: 9 }))).toBeTruthy();
    expect(screen.getByText('worker: draining w-4')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: t('readyLabel') }).getAttribute('aria-valuenow')).toBe(
      '33',
    );
  });

  test('gives the reason in a read-only session', async () => {
    view({}, READER);
    await expectRejected(t('stopApplyButton'));
  });
});

describe('a job that waits for permission to restart nodes', () => {
  test('names objects, nodes and pools', async () => {
    view(WAITING);
    await expectHeading(t('restartQuestionTitle', { action: 'apply', objects: 1, nodes: 9 }));
    const values = { objects: 'ImageDigestMirrorSet idms', count: 1, nodes: 9, pools: 'worker, infra' };
    expect(screen.getByText(t('restartRequiredText', values))).toBeTruthy();
  });

  test.each([
    [t('restartButton'), true],
    [t('noRestartButton'), false],
  ])('%s sends the answer', async (name, restart) => {
    const { user, requested } = view(WAITING);
    expect(requested('jobs.answer')).toEqual([]);
    await user.click(await buttonThatIs('on', name));
    expect(requested('jobs.answer')).toEqual([{ kind: 'cluster', id: 'j1', restart }]);
    await buttonThatIs('off', t('restartButton'));
    await buttonThatIs('off', t('noRestartButton'));
  });

  test('can be stopped, and shows its progress', async () => {
    const { user, requested } = view(WAITING);
    expect(screen.getByText(t('progressTitle', { done: 1, total: 3 }))).toBeTruthy();
    await user.click(await buttonThatIs('on', t('stopApplyButton')));
    expect(requested('jobs.stop')).toEqual([{ kind: 'cluster', id: 'j1' }]);
  });

  test('shows why an answer was rejected and can be answered again', async () => {
    const { user } = view(WAITING, {
      'jobs.answer': failing('the job has ended', { remedy: 'Compare again.' }),
    });
    await user.click(await buttonThatIs('on', t('noRestartButton')));
    expect(await screen.findByText('Compare again.')).toBeTruthy();
    await buttonThatIs('on', t('noRestartButton'));
  });

  test('shows no rejected answer when it has continued', async () => {
    const job = clusterJob(WAITING);
    function Latest() {
      const [latest = job] = useJobs('cluster');
      const actions = { onCompare: () => {}, onRollback: undefined, onClose: () => {} };
      return <ApplyView job={latest} eyebrow={[]} {...actions} />;
    }
    const { user, report } = openScreen(<Latest />, { 'jobs.answer': failing('not waiting') });
    await user.click(await buttonThatIs('on', t('restartButton')));
    await screen.findByText(t('answerFailedTitle'));
    report({ type: 'job', job: { ...job, status: 'running', restartQuestion: undefined } });
    await expect.poll(() => screen.queryByText(t('answerFailedTitle'))).toBeNull();
    await buttonThatIs('on', t('stopApplyButton'));
  });
});

describe('a job that has ended', () => {
  const objects: ClusterJob['objects'] = [
    { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', result: 'configured' },
    {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', name: 'b', result: 'failed' },
      ...{ message: 'forbidden', remedy: 'Ask for the role.' },
    },
  ];

  test('lists the result of each object with its reason', () => {
    view({ status: 'done', ok: false, objects });
    expect(screen.getByText(t('resultChanged'))).toBeTruthy();
    expect(screen.getByText('forbidden. Ask for the role.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('stopApplyButton') })).toBeNull();
  });

  test('compares again, and rolls back what it saved', async () => {
    const { user, done } = view({ status: 'done', ok: true, saved: '/w/records/1' });
    await user.click(await buttonThatIs('on', t('compareAgainButton')));
    await user.click(await buttonThatIs('on', t('rollBackButton')));
    expect(done).toEqual(['compare', 'roll back /w/records/1']);
  });

  test.each([
    ['nothing was saved', {}, true],
    ['it was a rollback or a dry run', { saved: '/w/records/1' }, false],
  ])('offers no rollback when %s', (_when, more, rollback) => {
    view({ status: 'done', ok: true, ...more }, {}, rollback);
    expect(screen.queryByRole('button', { name: t('rollBackButton') })).toBeNull();
  });

  test('a dry run reports that nothing was stored', () => {
    view({ status: 'done', ok: true, dryRun: true, objects });
    expect(screen.getByText(t('dryRunNote'))).toBeTruthy();
    expect(screen.getByText(t('wouldBeChanged'))).toBeTruthy();
  });

  test('a failure shows its message and remedy', async () => {
    view({ status: 'failed', error: failing('connection lost', { remedy: 'Check the network.' }).failure });
    expect(screen.getByRole('heading', { name: new RegExp(t('notContinuedTitle')) })).toBeTruthy();
    expect(screen.getByText('Check the network.')).toBeTruthy();
  });

  test('problems have the remedy of the app in place of an option of the command', () => {
    const problem = { code: 'cluster-upstream', level: 'info' as const, message: 'm', remedy: '--upstream' };
    view({ status: 'done', ok: true, problems: [problem] });
    expect(screen.getByText(t('upstreamRemedy'))).toBeTruthy();
    expect(screen.queryByText('--upstream')).toBeNull();
  });
});
