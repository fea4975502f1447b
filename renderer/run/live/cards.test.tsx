import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LiveRun, RunDeliverable, RunFailure } from '../../../core/contract/topics/run.ts';
import { drawn, linksOf, textOf } from '../../engine/page.fixture.tsx';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { clock } from '../../parts/format.ts';
import { CostCard } from './cost-card.tsx';
import { DeletionLink } from './deletion-link.tsx';
import { DeliverableList } from './deliverable-list.tsx';
import { t as ended } from './ended/messages.ts';
import { FailureList } from './failure-list.tsx';
import { IncompleteBundles } from './incomplete-bundles.tsx';
import { liveRunOf } from './live-run.fixture.ts';
import { t } from './messages.ts';
import { RunPhases, RunProgressLine, RunWaits } from './progress.tsx';
import { endedRunOf } from './run-screen.fixture.tsx';

const GiB = 1024 ** 3;

describe('the statistics of a run', () => {
  const statistics = (changes: Partial<LiveRun>) => textOf(drawn(<CostCard run={endedRunOf(changes)} />));

  test('contain bytes, duration and retries', () => {
    const words = statistics({
      bytes: { fetched: 36 * GiB, sent: 0, written: 30 * GiB, present: GiB },
      images: { total: 9, copied: 7, present: 2, failed: 0 },
      retries: 1200,
    });
    for (const fact of [
      `${ended('downloadedLabel')} 36.0 GiB`,
      `${ended('writtenLabel')} 30.0 GiB`,
      `${ended('presentLabel')} 1.0 GiB`,
      `${ended('copiedLabel')} 7`,
      `${ended('durationLabel')} 1 h`,
      `${ended('rateLabel')} 10.2 MiB/s`,
    ])
      expect(words).toContain(fact);
    expect(words).toContain(`${ended('retriesLabel')} 1,200`);
    expect(words).not.toContain(ended('sentLabel'));
  });

  test('of a push contain the bytes sent', () => {
    expect(
      statistics({ workflow: 'diskToMirror', bytes: { fetched: 0, sent: GiB, written: 0, present: 0 } }),
    ).toContain(`${ended('sentLabel')} 1.0 GiB`);
  });

  test('contain no rate without bytes and no duration without an end', () => {
    const words = statistics({ bytes: undefined, endedAt: undefined });
    for (const key of [
      'durationLabel',
      'rateLabel',
      'endTimeLabel',
      'downloadedLabel',
      'retriesLabel',
    ] as const)
      expect(words).not.toContain(ended(key));
    expect(words).toContain('/srv/north-mirror/.airlock/runs/8');
  });
});

describe('what is complete so far', () => {
  const deliverable = (name: string, more: Partial<RunDeliverable>): RunDeliverable => ({
    name,
    state: 'complete',
    images: 4,
    done: 4,
    failed: 0,
    bytes: GiB,
    ...more,
  });
  const list = (changes: Partial<LiveRun>) => drawn(<DeliverableList run={liveRunOf(changes)} />);
  const ALL = [
    deliverable('4.16.1', { completedAt: '2026-05-09T00:30:00Z' }),
    deliverable('4.16.2', { state: 'running', done: 1, failed: 1 }),
    deliverable('operators', { state: 'waiting', images: 0, bytes: 0 }),
    deliverable('graph', { state: 'rejected' }),
  ];

  test('is counted and described by state', () => {
    const words = textOf(list({ deliverables: ALL }));
    expect(words).toContain(t('contentRemainingNote', { complete: 1, total: 4, remaining: 2 }));
    const since = t('contentCompleteSince', { time: clock(new Date('2026-05-09T00:30:00Z')) });
    expect(words).toContain(`4.16.1 4 images 1.0 GiB ${since}`);
    expect(words).toContain(
      `4.16.2 4 images 1.0 GiB ${t('contentDoneFailed', { done: 1, images: 4, failed: 1 })}`,
    );
    expect(words).toContain(`Operators ${t('waiting')}`);
    expect(words).toContain(`Graph 4 images 1.0 GiB ${t('rejected')}`);
  });

  test('of an ended run has nothing remaining', () => {
    const words = textOf(list({ deliverables: ALL, status: 'paused' }));
    expect(words).toContain(`${t('contentTitle')} ${t('contentNote', { complete: 1, total: 4 })} `);
    expect(words).not.toContain(t('contentRemainingNote', { complete: 1, total: 4, remaining: 2 }));
    expect(words).toContain(`Operators ${t('contentNotStarted')}`);
  });

  test.each([
    { status: 'paused', failed: 0, mark: 'al-mark-paused' },
    { status: 'paused', failed: 1, mark: 'al-mark-warning' },
    { status: 'partial', failed: 0, mark: 'al-mark-warning' },
  ] as const)(
    'incomplete with $failed failures after $status is marked $mark',
    ({ status, failed, mark }) => {
      expect(list({ status, deliverables: [deliverable('x', { state: 'incomplete', failed })] })).toContain(
        mark,
      );
    },
  );

  test('is explained before it is known', () => {
    expect(textOf(list({}))).toContain(t('contentText'));
  });
});

describe('the failures of a run', () => {
  const failure = (index: number, more: Partial<RunFailure> = {}): RunFailure => ({
    origin: `quay.io/ocp/image${index}:1`,
    destination: `registry.lab/ocp/image${index}:1`,
    digest: '',
    deliverable: '4.16.1',
    side: 'source',
    code: 'connection',
    message: 'reset by peer',
    remedy: 'Check the link.',
    attempts: 3,
    ...more,
  });
  const five = [1, 2, 3, 4, 5].map((index) => failure(index));

  test('are three cards, with a button for all of them', async () => {
    let shown = 0;
    const { user } = openScreen(
      <FailureList run={liveRunOf({ failures: five, failuresTotal: 1234 })} onShowAll={() => shown++} />,
      {},
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText(t('failuresNote'))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('showFailuresButton', { failures: 1234 }) }));
    expect(shown).toBe(1);
  });

  test('show side, cause, attempts and what a retry does', () => {
    const html = drawn(
      <FailureList run={endedRunOf({ failures: [failure(1)], failuresTotal: 1 })} onShowAll={() => {}} />,
    );
    expect(textOf(html)).toContain('Source: reset by peer (3 attempts).');
    expect(textOf(html)).toContain(`${t('retryResumesText')} ${t('incompleteText', { content: '4.16.1' })}`);
    expect(textOf(html)).not.toContain(t('showFailuresButton', { failures: 1 }));
    expect(textOf(html)).not.toContain(t('failuresNote'));
  });

  test('have no card without a failure', () => {
    expect(drawn(<FailureList run={liveRunOf()} onShowAll={() => {}} />)).toBe('');
  });
});

describe("operator versions that can't be installed", () => {
  const bundle = (name: string, missing = 1) => ({
    package: 'anvil',
    bundle: name,
    missing: Array.from({ length: missing }, (_, index) => `quay.io/anvil/${name}-${index}@sha256:1`),
  });
  const incomplete = [bundle('anvil.v1', 5), bundle('anvil.v2'), bundle('anvil.v3'), bundle('anvil.v4')];

  test('are shown in part, and all on request', async () => {
    const { user } = openScreen(
      <IncompleteBundles run={liveRunOf({ incomplete, incompleteTotal: 4 })} />,
      {},
    );
    const list = screen.getByRole('list', { name: t('versionsLabel') });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    expect(list.textContent).toContain('and 2 more images');
    await user.click(screen.getByRole('button', { name: t('showAllVersionsButton', { versions: 4 }) }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    expect(list.textContent).not.toContain('more images');
    await user.click(screen.getByRole('button', { name: t('fewerVersionsButton') }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  });

  test('are only counted when the record contains more', () => {
    openScreen(<IncompleteBundles run={liveRunOf({ incomplete, incompleteTotal: 400 })} />, {});
    expect(screen.getByRole('button', { name: t('showVersionsButton', { versions: 4 }) })).toBeDefined();
    expect(screen.getByText(t('notInstallableTitle', { versions: 400 }))).toBeDefined();
  });

  test('are retried when the run has ended', async () => {
    let retried = 0;
    const run = endedRunOf({ incomplete: [bundle('anvil.v1')], incompleteTotal: 1 });
    const { user } = openScreen(<IncompleteBundles run={run} onRetry={() => retried++} />, {});
    expect(screen.getByText(t('notInstallableText', { versions: 1 }), { exact: false })).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('retryImagesButton') }));
    expect(retried).toBe(1);
  });

  test.each([
    { name: 'under way', run: liveRunOf({ incomplete, incompleteTotal: 4 }), onRetry: () => {} },
    { name: 'without a resume', run: endedRunOf({ incomplete, incompleteTotal: 4 }), onRetry: undefined },
  ])('are not retried in a run $name', ({ run, onRetry }) => {
    expect(textOf(drawn(<IncompleteBundles run={run} onRetry={onRetry} />))).not.toContain(
      t('retryImagesButton'),
    );
  });
});

describe('the progress of a run', () => {
  const line = (changes: Partial<LiveRun>) => textOf(drawn(<RunProgressLine run={liveRunOf(changes)} />));
  const progress = liveRunOf().progress!;

  test('shows bytes, percentage, rate, and the remaining time and bytes', () => {
    const words = line({});
    for (const part of [
      '32.0 of 48.2 GiB',
      '66%',
      '1.9 MiB/s',
      '2 h 25 min',
      'left, 16.2 GiB remaining',
      t('imagesDone', { done: 425, images: 546 }),
    ])
      expect(words).toContain(part);
    expect(words).not.toContain('failed');
  });

  test('shows no percentage while the total may grow', () => {
    const words = line({ progress: { ...progress, totalKnown: false } });
    expect(words).toContain(t('growingNote'));
    expect(words).not.toContain('66%');
  });

  test('shows no rate outside the transfer windows and after the end', () => {
    const closed = {
      windows: ['daily 00:00-04:00 UTC'],
      state: 'closed',
      since: '',
      exitAtClose: false,
    } as const;
    expect(line({ schedule: { ...closed, windows: [...closed.windows] } })).not.toContain('MiB/s');
    expect(line({ status: 'paused' })).not.toContain('MiB/s');
    expect(line({ status: 'paused', progress: { ...progress, totalKnown: false } })).toContain('66%');
  });

  test.each([
    { images: 2, listed: 5, shown: 5 },
    { images: 7, listed: 5, shown: 7 },
  ])('shows the greater of $images and $listed failures', ({ images, listed, shown }) => {
    const counts = { total: 546, copied: 1, present: 0, failed: images };
    expect(line({ images: counts, failuresTotal: listed })).toContain(t('imagesFailed', { images: shown }));
  });

  test('lists the completed, current and remaining phases', () => {
    const run = liveRunOf({
      workflow: 'delete',
      phases: [
        { phase: 'collect', startedAt: '2026-05-09T00:00:00Z', endedAt: '2026-05-09T00:00:41Z' },
        { phase: 'copy', startedAt: '2026-05-09T00:00:41Z' },
      ],
    });
    openScreen(<RunPhases run={run} />, {});
    const phases = within(screen.getByRole('list', { name: t('phasesLabel') })).getAllByRole('listitem');
    expect(phases.map(({ textContent }) => textContent?.replace(/\d.*/, '…'))).toEqual([
      `${t('collectPhase')} …`,
      `${t('deletePhase')} …`,
      t('verifyPhase'),
    ]);
    expect(phases[0]?.textContent).toBe(`${t('collectPhase')} 41 s`);
    expect(phases.map((phase) => phase.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  });

  test.each([
    { status: 'failed', mark: 'al-mark-bad' },
    { status: 'paused', mark: 'al-mark-paused' },
    { status: 'interrupted', mark: 'al-mark-paused' },
    { status: 'complete', mark: 'al-mark-good' },
  ] as const)('marks the last phase of a $status run', ({ status, mark }) => {
    const html = drawn(<RunPhases run={endedRunOf({ status })} />);
    expect(html).toContain(mark);
    expect(textOf(html)).toContain(t('copyPhase'));
  });

  test('shows neither expired waits nor those of an ended run', () => {
    const wait = { host: 'quay.io', code: 'rate-limited', until: '2099-01-01T00:00:00Z' };
    expect(textOf(drawn(<RunWaits run={liveRunOf({ waits: [wait] })} />))).toContain('quay.io');
    expect(drawn(<RunWaits run={liveRunOf({ waits: [{ ...wait, until: '2020-01-01T00:00:00Z' }] })} />)).toBe(
      '',
    );
    expect(drawn(<RunWaits run={endedRunOf({ waits: [wait] })} />)).toBe('');
  });
});

describe('the link to a deletion', () => {
  const links = (target: string, status: LiveRun['status']) =>
    linksOf(
      drawn(<DeletionLink run={liveRunOf({ workflow: 'delete', status, target })} />, [
        [
          'workspaces.list',
          {},
          {
            workspaces: [
              {
                directory: '/srv/north-mirror',
                enclaves: [
                  { name: 'fleet', lastPush: { target: 'fleet.lab' } },
                  { name: 'lab', lastPush: { target: 'registry.lab' } },
                ],
              },
            ],
          },
        ],
      ]),
    );

  test.each([
    { target: 'registry.lab', enclave: 'lab' },
    { target: 'unknown.lab', enclave: 'fleet' },
  ])('of $target leads to enclave $enclave', ({ target, enclave }) => {
    const query = '?workspace=%2Fsrv%2Fnorth-mirror&root=%2Fsrv%2Fnorth-mirror&run=8';
    expect(links(target, 'running')).toEqual({
      [t('followDeletionButton')]: `/enclaves/${enclave}/delete${query}`,
    });
    expect(Object.keys(links(target, 'complete'))).toEqual([t('showDeletionButton')]);
  });
});
