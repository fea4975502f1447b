import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRefused, READER } from '../engine/session.fixture.ts';
import { ApplyView } from './apply-view.tsx';
import { clusterJob } from './cluster.fixture.ts';

function view(job: Partial<ClusterJob> = {}, answers: Answers = {}, rollback = true) {
  const done: string[] = [];
  const opened = openScreen(
    <ApplyView
      job={clusterJob(job)}
      eyebrow={['Apply']}
      onCompare={() => done.push('compare')}
      onRollback={rollback ? (record) => done.push(`roll back ${record}`) : undefined}
    />,
    answers,
  );
  return { ...opened, done };
}

const WAITING: Partial<ClusterJob> = {
  status: 'waiting',
  asking: {
    nodes: 9,
    pools: ['worker', 'infra'],
    objects: [{ apiVersion: 'v1', kind: 'ImageDigestMirrorSet', name: 'idms' }],
  },
};

describe('a job under way', () => {
  test('shows how far it is, and Stop asks the engine to stop it', async () => {
    const { user, asked } = view();
    await expectHeading('1 of 3 objects done.');
    expect(screen.getByRole('progressbar', { name: 'Objects done' }).getAttribute('aria-valuenow')).toBe(
      '33',
    );
    await user.click(await buttonThatIs('on', 'Stop'));
    expect(asked('jobs.stop')).toEqual([{ kind: 'cluster', id: 'j1' }]);
  });

  test('is not stopped twice', async () => {
    view({ status: 'stopping' });
    await buttonThatIs('off', 'Stop');
  });

  test('shows what becomes ready after it was applied', async () => {
    view({ readiness: { for: 'pools', done: 3, total: 9, detail: 'worker: draining w-4' } });
    expect(screen.getByText('Nodes: 3 of 9 ready')).toBeTruthy();
    expect(screen.getByText('worker: draining w-4')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Ready' }).getAttribute('aria-valuenow')).toBe('33');
  });

  test('gives the reason in a read-only session', async () => {
    view({}, READER);
    await expectRefused('Stop');
  });
});

describe('a job that asks whether nodes may restart', () => {
  test('names objects, nodes and pools', async () => {
    view(WAITING);
    await expectHeading('9 nodes would be drained and restarted. Go on?');
    expect(document.body.textContent).toContain('ImageDigestMirrorSet idms changes what nodes pull from.');
    expect(document.body.textContent).toContain('Up to 9 nodes of worker, infra would be drained');
  });

  test.each([
    ['Restart nodes and continue', true],
    ['Leave them', false],
  ])('%s sends the answer', async (name, restart) => {
    const { user, asked } = view(WAITING);
    expect(asked('jobs.answer')).toEqual([]);
    await user.click(await buttonThatIs('on', name));
    expect(asked('jobs.answer')).toEqual([{ kind: 'cluster', id: 'j1', restart }]);
    await buttonThatIs('off', 'Restart nodes and continue');
    await buttonThatIs('off', 'Leave them');
  });

  test('shows why an answer was rejected and can be answered again', async () => {
    const { user } = view(WAITING, { 'jobs.answer': failing('it is over', { remedy: 'Compare again.' }) });
    await user.click(await buttonThatIs('on', 'Leave them'));
    expect(await screen.findByText('Compare again.')).toBeTruthy();
    await buttonThatIs('on', 'Leave them');
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
    expect(screen.getByText('Changed')).toBeTruthy();
    expect(screen.getByText('forbidden. Ask for the role.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  test('compares again, and rolls back what it saved', async () => {
    const { user, done } = view({ status: 'done', ok: true, saved: '/w/records/1' });
    await user.click(await buttonThatIs('on', 'Compare again'));
    await user.click(await buttonThatIs('on', 'Roll back'));
    expect(done).toEqual(['compare', 'roll back /w/records/1']);
  });

  test.each([
    ['nothing was saved', {}, true],
    ['it was a rollback or a dry run', { saved: '/w/records/1' }, false],
  ])('offers no rollback when %s', (_when, more, rollback) => {
    view({ status: 'done', ok: true, ...more }, {}, rollback);
    expect(screen.queryByRole('button', { name: 'Roll back' })).toBeNull();
  });

  test('a dry run says that nothing was stored', () => {
    view({ status: 'done', ok: true, dryRun: true, objects });
    expect(screen.getByText('dry run, nothing stored')).toBeTruthy();
    expect(screen.getByText('Would be changed')).toBeTruthy();
  });

  test('a failure shows its message and remedy', async () => {
    view({ status: 'failed', error: failing('connection lost', { remedy: 'Check the network.' }).failure });
    expect(screen.getByRole('heading', { name: /The cluster was not changed any further/ })).toBeTruthy();
    expect(screen.getByText('Check the network.')).toBeTruthy();
  });

  test('problems have the remedy of the app in place of an option of the command', () => {
    const problem = { code: 'cluster-upstream', level: 'info' as const, message: 'm', remedy: '--upstream' };
    view({ status: 'done', ok: true, problems: [problem] });
    expect(screen.getByText(/Compare again and choose ClusterVersion/)).toBeTruthy();
    expect(screen.queryByText('--upstream')).toBeNull();
  });
});
