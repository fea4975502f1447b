import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRefused, READER } from '../engine/session.fixture.ts';
import { liveRunOf } from '../run/live/live-run.fixture.ts';
import { deleteResult } from './delete.fixture.ts';
import { DeletionRun } from './deletion-run.tsx';

const RUN = { root: '/w', sequence: 9 };
const deletion = (more: Partial<LiveRun> = {}) =>
  liveRunOf({
    run: RUN,
    workflow: 'delete',
    images: { total: 12, copied: 4, present: 1, failed: 1 },
    progress: undefined,
    ...more,
  });

function runScreen(live: Partial<LiveRun> = {}, answers: Answers = {}) {
  const done: string[] = [];
  const opened = openScreen(
    <DeletionRun
      run={RUN}
      enclave="fleet"
      eyebrow={['fleet']}
      onRun={({ sequence }) => done.push(`run ${sequence}`)}
      onAgain={() => done.push('again')}
    />,
    { 'runs.live': deletion(live), ...answers },
  );
  return { ...opened, done };
}

const ended = (result: Partial<DeleteResult>, live: Partial<LiveRun> = {}, answers: Answers = {}) =>
  runScreen(
    { status: 'complete', ...live },
    {
      'deletes.result': {
        result: deleteResult(result),
        asked: { listFile: '/w/l.yaml', destination: 'registry.lab:5000/ocp', destinationTlsVerify: false },
      },
      ...answers,
    },
  );

describe('while it works', () => {
  test.each([
    ['copy', 'Deleting, one manifest after another.'],
    ['verify', 'Deleted. What stays is being verified.'],
    ['probe', 'Comparing the registry with the list.'],
  ])('in the phase %s the heading is "%s"', async (phase, words) => {
    runScreen({ phases: [{ phase: phase as 'copy', startedAt: '2026-01-01T00:00:00Z' }] });
    await expectHeading(words);
  });

  test('shows how many images are done and how many failed', async () => {
    runScreen();
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('1 failed')).toBeTruthy();
  });

  test('Pause asks the engine to pause, and is off while it pauses', async () => {
    const { user, asked, report } = runScreen();
    await user.click(await buttonThatIs('on', 'Pause'));
    expect(asked('runs.pause')).toEqual([{ run: RUN }]);
    report({ type: 'job', job: { ...deletion({ status: 'pausing' }), kind: 'run' } as never });
    await buttonThatIs('off', 'Pause');
    await expectHeading('What was begun is ended, then it pauses.');
  });

  test('asks for no result and shows why Pause was rejected', async () => {
    const { user, asked } = runScreen(
      {},
      { 'runs.pause': failing('it ended', { remedy: 'Look at its record.' }) },
    );
    await user.click(await buttonThatIs('on', 'Pause'));
    expect(await screen.findByText('Look at its record.')).toBeTruthy();
    expect(asked('deletes.result')).toEqual([]);
  });

  test('gives the reason in a read-only session', async () => {
    runScreen({}, READER);
    await expectRefused('Pause');
  });
});

describe('when it has ended', () => {
  test('shows what was deleted, what was verified, and how to free the space', async () => {
    const { user, done } = ended({});
    await expectHeading('12 images deleted. Up to 3.0 GiB are free after garbage collection.');
    expect(document.body.textContent).toContain('8 images that stay can be pulled: 9 manifests and 40 blobs');
    expect(screen.getByRole('heading', { name: 'Free 3.0 GiB' })).toBeTruthy();
    expect(screen.getByText('registry garbage-collect').tagName).toBe('CODE');
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete more' }));
    expect(done).toEqual(['again']);
  });

  test('Push them again starts a push to the same registry and shows it', async () => {
    const { user, asked, address } = ended({}, {}, { 'runs.start': { run: { root: '/w', sequence: 10 } } });
    await user.click(await buttonThatIs('on', 'Push them again'));
    expect(asked('runs.start')).toEqual([
      {
        settings: {
          workflow: 'diskToMirror',
          directory: '/w',
          destination: 'registry.lab:5000/ocp',
          destinationTlsVerify: false,
        },
      },
    ]);
    await expect.poll(address).toBe('/run/10?root=%2Fw');
  });

  test('a push that was rejected shows why', async () => {
    const { user } = ended(
      {},
      {},
      { 'runs.start': failing('a run holds the lock', { remedy: 'Wait for it.' }) },
    );
    await user.click(await buttonThatIs('on', 'Push them again'));
    expect(await screen.findByText('Wait for it.')).toBeTruthy();
  });

  test('offers no push without a workspace that has the content', async () => {
    ended({ restoreFrom: undefined });
    expect(await screen.findByRole('heading', { name: 'Have them again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Push them again' })).toBeNull();
  });

  test('shows what was kept, failed or is broken', async () => {
    ended({
      images: { total: 12, deleted: 8, absent: 1, kept: 2, failed: 1 },
      verified: { images: 8, manifests: 9, blobs: 40, broken: 3 },
    });
    await screen.findByText('8 images');
    const text = document.body.textContent;
    expect(text).toContain('8 images deleted, 1 gone before');
    expect(text).toContain('2 images kept: something else needs them');
    expect(text).toContain('1 image could not be deleted');
    expect(text).toContain('3 parts of what stays cannot be pulled');
  });

  test('a paused one is resumed as another run', async () => {
    const { user, asked, done } = ended(
      { verified: undefined },
      { status: 'paused' },
      { 'deletes.resume': { run: { root: '/w', sequence: 10 } } },
    );
    expect(await screen.findByText('What stays was not verified yet: the deletion is paused')).toBeTruthy();
    await user.click(await buttonThatIs('on', 'Go on'));
    expect(asked('deletes.resume')).toEqual([{ run: RUN }]);
    await expect.poll(() => done).toEqual(['run 10']);
  });

  test('a partial one offers to try again, and shows why that was rejected', async () => {
    const { user } = ended(
      {},
      { status: 'partial' },
      { 'deletes.resume': failing('the list changed', { remedy: 'Make another list.' }) },
    );
    await user.click(await buttonThatIs('on', 'Try again what failed'));
    expect(await screen.findByText('Make another list.')).toBeTruthy();
  });

  test('is not resumed while a later run continues it; the link leads there', async () => {
    const { report } = ended({}, { status: 'paused' });
    await buttonThatIs('on', 'Go on');
    report({
      type: 'job',
      job: { ...deletion({ run: { root: '/w', sequence: 10 } }), kind: 'run' } as never,
    });
    const link = await screen.findByRole('link', { name: 'Run 10 goes on with it' });
    expect(link.getAttribute('href')).toBe('/enclaves/fleet/delete?workspace=%2Fw&root=%2Fw&run=10');
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
  });

  test('one that failed before it deleted shows its error', async () => {
    runScreen(
      { status: 'failed', error: failing('no login', { remedy: 'Log in.' }).failure },
      { 'deletes.result': {} },
    );
    await expectHeading('The deletion ended before anything went.');
    expect(screen.getByText('Log in.')).toBeTruthy();
  });
});

test('a run that cannot be read shows why, and is read again on request', async () => {
  let reads = 0;
  const { user } = runScreen(
    {},
    {
      'runs.live': () =>
        reads++ === 0 ? failing('no such run', { remedy: 'Check the folder.' }) : deletion(),
    },
  );
  await expectHeading('This deletion cannot be shown.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await buttonThatIs('on', 'Pause');
});
