import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LiveRun, RunDeliverable, RunFailure } from '../../../core/contract/topics/run.ts';
import { drawn, linksOf, textOf } from '../../engine/page.fixture.tsx';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { CostCard } from './cost-card.tsx';
import { DeletionLink } from './deletion-link.tsx';
import { DeliverableList } from './deliverable-list.tsx';
import { FailureList } from './failure-list.tsx';
import { IncompleteBundles } from './incomplete-bundles.tsx';
import { liveRunOf } from './live-run.fixture.ts';
import { RunPhases, RunProgressLine, RunWaits } from './progress.tsx';
import { endedRunOf } from './run-screen.fixture.tsx';

const GiB = 1024 ** 3;

describe('the cost of a run', () => {
  const cost = (changes: Partial<LiveRun>) => textOf(drawn(<CostCard run={endedRunOf(changes)} />));

  test('counts bytes, time and retries', () => {
    const words = cost({
      bytes: { fetched: 36 * GiB, sent: 0, written: 30 * GiB, present: GiB },
      images: { total: 9, copied: 7, present: 2, failed: 0 },
      retries: 1200,
    });
    for (const fact of [
      'Fetched 36.0 GiB',
      'Written 30.0 GiB',
      'Already there 1.0 GiB',
      'Images 7 copied',
      'Took 1 h',
      'On average 10.2 MiB/s',
    ])
      expect(words).toContain(fact);
    expect(words).toMatch(/Retries 1.?200/);
    expect(words).not.toContain('Sent');
  });

  test('of a push names what was sent', () => {
    expect(
      cost({ workflow: 'diskToMirror', bytes: { fetched: 0, sent: GiB, written: 0, present: 0 } }),
    ).toContain('Sent 1.0 GiB');
  });

  test('has no rate without bytes and no duration without an end', () => {
    const words = cost({ bytes: undefined, endedAt: undefined });
    for (const name of ['Took', 'On average', 'Ended', 'Fetched', 'Retries'])
      expect(words).not.toContain(name);
    expect(words).toContain('/srv/north-mirror/.airlock/runs/8');
  });
});

describe('what is complete so far', () => {
  const deliverable = (name: string, more: Partial<RunDeliverable>): RunDeliverable => ({
    name,
    state: 'whole',
    images: 4,
    done: 4,
    failed: 0,
    bytes: GiB,
    ...more,
  });
  const list = (changes: Partial<LiveRun>) => drawn(<DeliverableList run={liveRunOf(changes)} />);
  const ALL = [
    deliverable('4.16.1', { wholeAt: '2026-05-09T00:30:00Z' }),
    deliverable('4.16.2', { state: 'running', done: 1, failed: 1 }),
    deliverable('operators', { state: 'waiting', images: 0, bytes: 0 }),
    deliverable('graph', { state: 'left-out' }),
  ];

  test('is counted and described by state', () => {
    const words = textOf(list({ deliverables: ALL }));
    expect(words).toContain('Whole so far 1 of 4, 2 to come');
    expect(words).toMatch(/4\.16\.1 4 images 1\.0 GiB Whole since \d\d:\d\d/);
    expect(words).toContain('4.16.2 4 images 1.0 GiB 1 of 4 done, 1 failed');
    expect(words).toContain('operators Waiting');
    expect(words).toContain('graph 4 images 1.0 GiB Left out');
  });

  test('of an ended run counts nothing to come', () => {
    const words = textOf(list({ deliverables: ALL, status: 'paused' }));
    expect(words).toContain('Whole 1 of 4');
    expect(words).not.toContain('to come');
    expect(words).toContain('operators Not begun');
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

  test('of nothing explains what will be listed', () => {
    expect(textOf(list({}))).toContain('are listed here once they are known');
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

  test('are three cards, and a press for all of them', async () => {
    let shown = 0;
    const { user } = openScreen(
      <FailureList run={liveRunOf({ failures: five, failuresTotal: 1234 })} onShowAll={() => shown++} />,
      {},
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('the rest goes on')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Show all 1.?234$/ }));
    expect(shown).toBe(1);
  });

  test('name side, cause, attempts and what a retry does', () => {
    const html = drawn(
      <FailureList run={endedRunOf({ failures: [failure(1)], failuresTotal: 1 })} onShowAll={() => {}} />,
    );
    expect(textOf(html)).toContain('Source: reset by peer, 3 attempts.');
    expect(textOf(html)).toContain('Retry goes on where it stopped. 4.16.1 is not whole without it.');
    expect(textOf(html)).not.toContain('Show all');
    expect(textOf(html)).not.toContain('the rest goes on');
  });

  test('of none is no card', () => {
    expect(drawn(<FailureList run={liveRunOf()} onShowAll={() => {}} />)).toBe('');
  });
});

describe('versions of operators that cannot be installed', () => {
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
    const list = screen.getByRole('list', { name: 'Versions that cannot be installed' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    expect(list.textContent).toContain('and 2 more images.');
    await user.click(screen.getByRole('button', { name: 'Show all 4' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    expect(list.textContent).not.toContain('more images');
    await user.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  });

  test('of which the record has more are not all shown', () => {
    openScreen(<IncompleteBundles run={liveRunOf({ incomplete, incompleteTotal: 400 })} />, {});
    expect(screen.getByRole('button', { name: 'Show 4' })).toBeDefined();
    expect(screen.getByText('400 versions of operators cannot be installed')).toBeDefined();
  });

  test('are retried when the run has ended', async () => {
    let retried = 0;
    const run = endedRunOf({ incomplete: [bundle('anvil.v1')], incompleteTotal: 1 });
    const { user } = openScreen(<IncompleteBundles run={run} onRetry={() => retried++} />, {});
    expect(screen.getByText(/Clusters that install it would wait/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Retry what failed' }));
    expect(retried).toBe(1);
  });

  test.each([
    { name: 'under way', run: liveRunOf({ incomplete, incompleteTotal: 4 }), onRetry: () => {} },
    { name: 'without a resume', run: endedRunOf({ incomplete, incompleteTotal: 4 }), onRetry: undefined },
  ])('are not retried in a run $name', ({ run, onRetry }) => {
    expect(textOf(drawn(<IncompleteBundles run={run} onRetry={onRetry} />))).not.toContain(
      'Retry what failed',
    );
  });
});

describe('the progress of a run', () => {
  const line = (changes: Partial<LiveRun>) => textOf(drawn(<RunProgressLine run={liveRunOf(changes)} />));
  const progress = liveRunOf().progress!;

  test('shows bytes, share, rate and what is left', () => {
    const words = line({});
    for (const part of [
      '32.0 of 48.2 GiB',
      '66 %',
      '1.9 MiB/s',
      '2 h 25 min',
      'left, 16.2 GiB',
      '425 of 546 images',
    ])
      expect(words).toContain(part);
    expect(words).not.toContain('failed');
  });

  test('does not name a share while more may be found', () => {
    const words = line({ progress: { ...progress, totalKnown: false } });
    expect(words).toContain('more may be found');
    expect(words).not.toContain('66 %');
  });

  test('names no rate outside of the windows and after the end', () => {
    const closed = {
      windows: ['daily 00:00-04:00 UTC'],
      state: 'closed',
      since: '',
      exitAtClose: false,
    } as const;
    expect(line({ schedule: { ...closed, windows: [...closed.windows] } })).not.toContain('MiB/s');
    expect(line({ status: 'paused' })).not.toContain('MiB/s');
    expect(line({ status: 'paused', progress: { ...progress, totalKnown: false } })).toContain('66 %');
  });

  test.each([
    { images: 2, listed: 5, words: '5 failed' },
    { images: 7, listed: 5, words: '7 failed' },
  ])('counts the greater of $images and $listed failures', ({ images, listed, words }) => {
    const counts = { total: 546, copied: 1, present: 0, failed: images };
    expect(line({ images: counts, failuresTotal: listed })).toContain(words);
  });

  test('lists the phases done, at work and to come', () => {
    const run = liveRunOf({
      workflow: 'delete',
      phases: [
        { phase: 'collect', startedAt: '2026-05-09T00:00:00Z', endedAt: '2026-05-09T00:00:41Z' },
        { phase: 'copy', startedAt: '2026-05-09T00:00:41Z' },
      ],
    });
    openScreen(<RunPhases run={run} />, {});
    const phases = within(screen.getByRole('list', { name: 'Phases' })).getAllByRole('listitem');
    expect(phases.map(({ textContent }) => textContent?.replace(/\d.*/, '…'))).toEqual([
      'Collect …',
      'Delete …',
      'Verify',
    ]);
    expect(phases[0]?.textContent).toBe('Collect 41 s');
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
    expect(textOf(html)).toContain('Copy and verify content');
  });

  test('forgets waits that are over and those of an ended run', () => {
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
      'Follow the deletion': `/enclaves/${enclave}/delete${query}`,
    });
    expect(Object.keys(links(target, 'complete'))).toEqual(['Show the deletion']);
  });
});
