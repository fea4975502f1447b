import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { liveRunOf } from '../run/live/live-run.fixture.ts';
import { deleteResult } from './delete.fixture.ts';
import { DeletionRun } from './deletion-run.tsx';
import { t } from './messages.ts';

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
        requested: {
          listFile: '/w/l.yaml',
          destination: 'registry.lab:5000/ocp',
          destinationTlsVerify: false,
        },
      },
      ...answers,
    },
  );

describe('while it runs', () => {
  test.each([
    ['copy', t('deletingTitle')],
    ['verify', t('verifyingTitle')],
    ['probe', t('comparingTitle')],
  ])('in the phase %s the heading is "%s"', async (phase, words) => {
    runScreen({ phases: [{ phase: phase as 'copy', startedAt: '2026-01-01T00:00:00Z' }] });
    await expectHeading(words);
  });

  test('shows how many images are done and how many failed', async () => {
    runScreen();
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText(t('failedNote', { failed: '1' }))).toBeTruthy();
  });

  test('Pause pauses the run, and is off while it pauses', async () => {
    const { user, requested, report } = runScreen();
    await user.click(await buttonThatIs('on', t('pauseButton')));
    expect(requested('runs.pause')).toEqual([{ run: RUN }]);
    report({ type: 'job', job: { ...deletion({ status: 'pausing' }), kind: 'run' } as never });
    await buttonThatIs('off', t('pauseButton'));
    await expectHeading(t('pausingTitle'));
  });

  test('requests no result and shows why Pause was rejected', async () => {
    const { user, requested } = runScreen(
      {},
      { 'runs.pause': failing('it ended', { remedy: 'Look at its record.' }) },
    );
    await user.click(await buttonThatIs('on', t('pauseButton')));
    expect(await screen.findByText('Look at its record.')).toBeTruthy();
    expect(requested('deletes.result')).toEqual([]);
  });

  test('gives the reason in a read-only session', async () => {
    runScreen({}, READER);
    await expectRejected(t('pauseButton'));
  });
});

describe('when it has ended', () => {
  test('shows what was deleted, what was verified, and how to free the space', async () => {
    const { user, done } = ended({});
    await expectHeading(`${t('doneText', { deleted: 12 })} ${t('freedText', { size: '3.0 GiB' })}`);
    expect(document.body.textContent).toContain(
      '8 remaining tags, including tags of signatures, can be pulled. 9 manifests and 40 blobs were checked.',
    );
    expect(screen.getByRole('heading', { name: t('freeSizeTitle', { size: '3.0 GiB' }) })).toBeTruthy();
    expect(screen.getByText('registry garbage-collect').tagName).toBe('CODE');
    expect(screen.queryByRole('button', { name: t('resumeButton') })).toBeNull();
    const again = screen.getByRole('button', { name: t('moreButton') });
    expect([...document.querySelectorAll('.pf-m-primary')]).toEqual([again]);
    await user.click(again);
    expect(done).toEqual(['again']);
  });

  test('deleted images can be pushed again to the same registry', async () => {
    const { user, requested, address } = ended(
      {},
      {},
      { 'runs.start': { run: { root: '/w', sequence: 10 } } },
    );
    await user.click(await buttonThatIs('on', t('pushButton')));
    expect(requested('runs.start')).toEqual([
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

  test('a push that was rejected shows the reason', async () => {
    const { user } = ended(
      {},
      {},
      { 'runs.start': failing('a run has the lock', { remedy: 'Wait for it.' }) },
    );
    await user.click(await buttonThatIs('on', t('pushButton')));
    expect(await screen.findByText('Wait for it.')).toBeTruthy();
  });

  test('offers no push without a workspace that has the content', async () => {
    ended({ restoreFrom: undefined });
    expect(await screen.findByRole('heading', { name: t('restoreTitle') })).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('pushButton') })).toBeNull();
  });

  test('shows retained, failed and broken images', async () => {
    ended({
      images: { total: 12, deleted: 8, absent: 1, retained: 2, failed: 1 },
      verified: { images: 8, manifests: 9, blobs: 40, broken: 3 },
    });
    await screen.findByText('8 images');
    const text = document.body.textContent;
    expect(text).toContain('8 images deleted, 1 already absent from the registry');
    expect(text).toContain('2 images retained because a tag has moved or the image is still needed');
    expect(text).toContain("1 image couldn't be deleted");
    expect(text).toContain("3 manifests and blobs in the remaining images can't be pulled");
  });

  test('a paused one is resumed as another run', async () => {
    const { user, requested, done } = ended(
      { verified: undefined },
      { status: 'paused' },
      { 'deletes.resume': { run: { root: '/w', sequence: 10 } } },
    );
    expect(await screen.findByText(t('notVerifiedPausedResult'))).toBeTruthy();
    const resume = await buttonThatIs('on', t('resumeButton'));
    expect([...document.querySelectorAll('.pf-m-primary')]).toEqual([resume]);
    await user.click(resume);
    expect(requested('deletes.resume')).toEqual([{ run: RUN }]);
    await expect.poll(() => done).toEqual(['run 10']);
  });

  test('a partial one can be retried, and shows why that was rejected', async () => {
    const { user } = ended(
      {},
      { status: 'partial' },
      { 'deletes.resume': failing('the list changed', { remedy: 'Make another list.' }) },
    );
    await user.click(await buttonThatIs('on', t('retryButton')));
    expect(await screen.findByText('Make another list.')).toBeTruthy();
  });

  test('is not resumed while a later run continues it, and links to that run', async () => {
    const { report } = ended({}, { status: 'paused' });
    await buttonThatIs('on', t('resumeButton'));
    report({
      type: 'job',
      job: { ...deletion({ run: { root: '/w', sequence: 10 } }), kind: 'run' } as never,
    });
    const link = await screen.findByRole('link', { name: t('laterRunLabel', { sequence: 10 }) });
    expect(link.getAttribute('href')).toBe('/enclaves/fleet/delete?workspace=%2Fw&root=%2Fw&run=10');
    expect(screen.queryByRole('button', { name: t('resumeButton') })).toBeNull();
  });

  test('one that failed before it deleted shows its error', async () => {
    runScreen(
      { status: 'failed', error: failing('no credentials', { remedy: 'Log in.' }).failure },
      { 'deletes.result': {} },
    );
    await expectHeading(t('noneDeletedTitle'));
    expect(screen.getByText('Log in.')).toBeTruthy();
  });
});

test('a run that cannot be read shows the reason, and can be read again', async () => {
  let reads = 0;
  const { user } = runScreen(
    {},
    {
      'runs.live': () =>
        reads++ === 0 ? failing('no such run', { remedy: 'Check the folder.' }) : deletion(),
    },
  );
  await expectHeading(t('runFailedTitle'));
  await user.click(screen.getByRole('button', { name: t('runReadButton') }));
  await buttonThatIs('on', t('pauseButton'));
});
