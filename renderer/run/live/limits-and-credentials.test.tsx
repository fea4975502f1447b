import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { t as jobs } from '../../job/messages.ts';
import { t as credentials } from '../../settings/registries/messages.ts';
import { LimitsCard } from './limits-card.tsx';
import { liveRunOf } from './live-run.fixture.ts';
import { t } from './messages.ts';
import { RejectedCredentials } from './rejected-credentials.tsx';
import { endedRunOf, READER } from './run-screen.fixture.tsx';
import { RunningRuns } from './running-runs.tsx';

const RUN = { root: '/srv/north-mirror', sequence: 8 };
const LIMITS = { parallelImages: 4, parallelLayers: 10, rate: null };

describe('the limits of a run', () => {
  const open = (changes: Partial<LiveRun> = {}, answers: Answers = { 'runs.adjust': {} }) =>
    openScreen(<LimitsCard run={liveRunOf({ limits: LIMITS, ...changes })} />, answers);
  const images = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: t('parallelImagesLabel') });

  test('are raised by one and sent together', async () => {
    const { user, requested } = open();
    await user.click(screen.getByRole('button', { name: t('moreImagesButton') }));
    await waitFor(() =>
      expect(requested('runs.adjust')).toEqual([{ run: RUN, limits: { parallelImages: 5 } }]),
    );
    expect(images().value).toBe('5');
    await user.click(screen.getByRole('button', { name: t('fewerLayersButton') }));
    await waitFor(() =>
      expect(requested('runs.adjust').at(-1)?.limits).toEqual({ parallelImages: 5, parallelLayers: 9 }),
    );
  });

  test('are between 1 and 10', async () => {
    open({ limits: { ...LIMITS, parallelImages: 1 } });
    await buttonThatIs('off', t('fewerImagesButton'));
    await buttonThatIs('off', t('moreLayersButton'));
  });

  test('are lowered by the keyboard, as a rate', async () => {
    const { user, requested } = open();
    expect(screen.getByText(t('noRateLimit'))).toBeDefined();
    screen.getByRole('slider').focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(requested('runs.adjust')[0]?.limits.rate).toBeGreaterThan(1024));
    expect(screen.queryByText(t('noRateLimit'))).toBeNull();
  });

  test('that could not be changed report why', async () => {
    const { user } = open({}, { 'runs.adjust': failing('its process is gone') });
    await user.click(screen.getByRole('button', { name: t('moreImagesButton') }));
    await screen.findByText('Its process is gone', { exact: false });
  });

  test('list hosts with fewer parallel transfers', () => {
    open({
      links: [
        {
          host: 'quay.io',
          parallel: 2,
          allowed: 4,
          reason: 'rate-limited',
          setbacks: 3,
          stalls: 0,
          moving: 2,
        },
        { host: 'registry.redhat.io', parallel: 4, allowed: 4, setbacks: 0, stalls: 0, moving: 1 },
      ],
    });
    const slowed = screen.getByRole('list', { name: t('slowedHostsLabel') });
    expect(slowed.textContent).toBe(
      'quay.io: reduced to 2 of 4 parallel requests because the host rate-limited requests (3 times)',
    );
  });

  test('of a run that cannot be adjusted are absent', () => {
    open({ limits: undefined });
    expect(screen.queryByRole('region', { name: t('limitsLabel') })).toBeNull();
  });

  test('are not changed by a reader', async () => {
    const { user, requested } = open({}, READER);
    await buttonThatIs('off', t('moreImagesButton'));
    expect(images().disabled).toBe(true);
    screen.getByRole('slider').focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText(t('noRateLimit'))).toBeDefined();
    expect(requested('runs.adjust')).toEqual([]);
  });
});

describe('credentials that a registry rejects', () => {
  const since = '2026-05-09T00:00:00Z';
  const run = (changes: Partial<LiveRun> = {}) =>
    endedRunOf({ status: 'paused', login: { registry: 'quay.io', since, from: 'auth.json' }, ...changes });

  test('is replaced, and the run continues', async () => {
    let continued = 0;
    const { user, requested } = openScreen(<RejectedCredentials run={run()} onResume={() => continued++} />, {
      'host.describe': { home: '/home/op', keyStore: { available: false }, session: { role: 'operator' } },
      'registries.list': { registries: [] },
      'registries.test': { name: 'quay.io', stages: [{ stage: 'login', result: 'passed' }] },
      'credentials.set': { where: 'memory' },
    });
    await screen.findByText(/^quay\.io has been rejecting the credentials since/);
    expect(screen.getByText(t('credentialsFromText', { source: 'auth.json' }))).toBeDefined();
    await user.click(await screen.findByRole('textbox', { name: credentials('userField') }));
    await user.paste('op');
    await user.click(screen.getByLabelText(credentials('passwordField')));
    await user.paste('new');
    await user.click(await buttonThatIs('on', credentials('testCredentialsButton')));
    await user.click(await buttonThatIs('on', credentials('saveCredentialsButton')));
    await waitFor(() => expect(continued).toBe(1));
    expect(requested('registries.test')).toEqual([
      { name: 'quay.io', tlsVerify: true, typed: { username: 'op', password: 'new' } },
    ]);
  });

  test.each([
    { side: 'destination', tls: { destinationTlsVerify: false, sourceTlsVerify: true } },
    { side: 'source', tls: { destinationTlsVerify: true, sourceTlsVerify: false } },
  ] as const)('of the $side is tested with the certificates of that side', async ({ side, tls }) => {
    const { failure } = failing('unauthorized', { side });
    const settings = {
      workflow: 'mirrorToMirror',
      directory: '/w',
      ...tls,
    } as unknown as LiveRun['settings'];
    const { user, requested } = openScreen(
      <RejectedCredentials run={run({ error: failure, settings })} onResume={() => {}} />,
      {
        'registries.list': {
          registries: [{ name: 'quay.io', credentials: { from: 'session', user: 'op' } }],
        },
      },
    );
    await user.click(await screen.findByLabelText(credentials('passwordField')));
    await user.paste('new');
    await user.click(await buttonThatIs('on', credentials('testCredentialsButton')));
    expect(requested('registries.test')[0]?.tlsVerify).toBe(false);
  });

  test('is not requested in other runs', () => {
    const { requested } = openScreen(
      <RejectedCredentials run={run({ login: undefined })} onResume={() => {}} />,
      {},
    );
    expect(requested('registries.list')).toEqual([]);
    expect(screen.queryByRole('region', { name: t('credentialsLabel') })).toBeNull();
  });
});

describe('the runs under way in the masthead', () => {
  const open = (...runs: LiveRun[]) => {
    const opened = openScreen(<RunningRuns />, { 'jobs.list': { jobs: [] } });
    for (const run of runs) opened.report({ type: 'job', job: { kind: 'run', ...run } });
    return opened;
  };

  test('are none without a run, and after its end', () => {
    open(endedRunOf());
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test.each([
    { changes: {}, progress: '66%' },
    { changes: { progress: undefined, phases: [] }, progress: jobs('jobCollecting') },
    { changes: { progress: undefined }, progress: jobs('jobRunning') },
    {
      changes: {
        progress: undefined,
        waits: [{ host: 'quay.io', until: '2999-01-01T00:00:00Z', code: 'rate-limited' }],
      },
      progress: jobs('jobBacksOff'),
    },
    { changes: { status: 'pausing' }, progress: jobs('jobPausing') },
  ] as { changes: Partial<LiveRun>; progress: string }[])(
    'one is a link with its progress: $progress',
    async ({ changes, progress }) => {
      open(liveRunOf(changes));
      const link = await screen.findByRole('link');
      expect(link.textContent?.endsWith(progress)).toBe(true);
      expect(link.getAttribute('href')).toBe('/run/8?root=%2Fsrv%2Fnorth-mirror');
    },
  );

  test('several are a menu, the last started first', async () => {
    const { user, address } = open(
      liveRunOf({ transfer: 'fleet-0007' }),
      liveRunOf({ run: { ...RUN, sequence: 9 }, startedAt: '2026-05-09T02:00:00Z', transfer: 'lab-0001' }),
    );
    await user.click(await screen.findByRole('button', { name: jobs('jobCount', { jobs: 2 }) }));
    const items = await screen.findAllByRole('menuitem');
    expect(items[0]?.textContent).toContain('lab-0001');
    await user.click(items[1]!);
    expect(address()).toBe('/run/8?root=%2Fsrv%2Fnorth-mirror');
  });
});
