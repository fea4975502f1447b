import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { liveRunOf } from './live-run.fixture.ts';
import { endedRunOf, openRun, READER } from './run-screen.fixture.tsx';

const RUN = { root: '/srv/north-mirror', sequence: 8 };
const NEXT = { root: RUN.root, sequence: 9 };
const NEXT_ADDRESS = '/run/9?root=%2Fsrv%2Fnorth-mirror';

/** The event of a run's new state. */
const jobOf = (run: LiveRun) => ({ type: 'job' as const, job: { kind: 'run' as const, ...run } });

describe('a run under way', () => {
  test('is paused at once and cannot be paused twice', async () => {
    const { user, asked, report } = openRun(liveRunOf(), { 'runs.pause': {} });
    await user.click(await buttonThatIs('on', 'Pause'));
    expect(asked('runs.pause')).toEqual([{ run: RUN }]);
    await buttonThatIs('off', 'Pause');
    report(jobOf(liveRunOf({ status: 'pausing' })));
    await expectHeading('Pausing: what is under way is finished first.');
    await buttonThatIs('off', 'Pause');
    await buttonThatIs('on', 'Stop');
  });

  test('is stopped only after a confirmation', async () => {
    const { user, asked } = openRun(liveRunOf(), { 'runs.stop': {} });
    await user.click(await buttonThatIs('on', 'Stop'));
    const dialog = await screen.findByRole('dialog', { name: /Stop this run now/ });
    await user.click(within(dialog).getByRole('button', { name: 'Let it go on' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked('runs.stop')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Stop'));
    await user.click(await screen.findByRole('button', { name: 'Stop the run' }));
    expect(asked('runs.stop')).toEqual([{ run: RUN }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    { request: 'runs.pause', press: ['Pause'], title: 'The run was not paused' },
    { request: 'runs.stop', press: ['Stop', 'Stop the run'], title: 'The run was not stopped' },
  ] as const)('reports that $request failed', async ({ request, press, title }) => {
    const { user } = openRun(liveRunOf(), { [request]: failing('its process is gone') });
    for (const name of press) await user.click(await buttonThatIs('on', name));
    const alert = (await screen.findByText('Its process is gone', { exact: false })).closest('.al-failure');
    expect(alert?.textContent).toContain(title);
    await buttonThatIs('on', 'Pause');
  });

  test('follows the events of the engine', async () => {
    const { report } = openRun(liveRunOf({ progress: undefined, images: undefined }));
    await expectHeading('Finding out what is needed.');
    report(jobOf(endedRunOf({ transfer: 'fleet-0007' })));
    await expectHeading(/^fleet-0007 is whole: 546 images/);
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  test('names its progress in the title of the window, and gives the title back', async () => {
    const { report } = openRun(liveRunOf());
    await waitFor(() => expect(document.title).toMatch(/^66 %, .*, Airlock$/));
    report(jobOf(liveRunOf({ status: 'failed', failuresTotal: 2 })));
    await waitFor(() => expect(document.title).toMatch(/^Failed, /));
    expect(screen.getByRole('alert').textContent).toBe('2 images failed');
  });

  test('of a terminal names the user who started it', async () => {
    openRun(liveRunOf({ own: false, user: 'ann', transfer: undefined }));
    await screen.findByText('started in a terminal by ann');
    expect(screen.getByText('for fleet')).toBeDefined();
  });

  test('is neither paused nor stopped by a reader', async () => {
    openRun(liveRunOf(), READER);
    for (const name of ['Pause', 'Stop'])
      expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
  });

  test('shows its last retry and the hosts that it waits for', async () => {
    openRun(
      liveRunOf({
        lastRetry: 'quay.io: 502',
        waits: [{ host: 'quay.io', until: '2099-01-01T00:00:00Z', code: 'rate-limited', status: 429 }],
      }),
    );
    await screen.findByText('Last retry: quay.io: 502');
    const waits = screen.getByRole('list', { name: 'Hosts this run is waiting for' });
    expect(waits.textContent).toContain('quay.io');
  });
});

describe('a run that has ended', () => {
  test.each([
    { status: 'paused', failed: 0, label: 'Resume' },
    { status: 'interrupted', failed: 0, label: 'Resume' },
    { status: 'failed', failed: 0, label: 'Try again' },
    { status: 'partial', failed: 3, label: 'Retry 3 failed images' },
    { status: 'partial', failed: 0, label: 'Retry what was left out' },
  ] as const)('$status offers "$label", which opens the new run', async ({ status, failed, label }) => {
    const images = { total: 10, copied: 10 - failed, present: 0, failed };
    const { user, asked, address } = openRun(endedRunOf({ status, images, resumable: true }), {
      'runs.resume': { run: NEXT },
    });
    await user.click(await buttonThatIs('on', label));
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
    expect(asked('runs.resume')).toEqual([{ run: RUN }]);
  });

  test('reports that it could not be resumed', async () => {
    const { user } = openRun(endedRunOf({ status: 'paused', resumable: true }), {
      'runs.resume': failing('the workspace is locked'),
    });
    await user.click(await buttonThatIs('on', 'Resume'));
    await screen.findByText('The run was not taken up again', { exact: false });
    await buttonThatIs('on', 'Resume');
  });

  test('that cannot be resumed offers nothing', async () => {
    openRun(endedRunOf({ status: 'interrupted' }));
    await expectHeading('Interrupted: its process is gone. What is finished is kept.');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  test('leads to the later run that continues it', async () => {
    const { report } = openRun(endedRunOf({ status: 'paused', resumable: true }));
    await buttonThatIs('on', 'Resume');
    report(jobOf(liveRunOf({ run: NEXT })));
    const link = await screen.findByRole('link', { name: 'Go to run 9, which goes on' });
    expect(link.getAttribute('href')).toBe(NEXT_ADDRESS);
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  test.each([
    { name: 'that a later run continues', answers: {}, later: true },
    { name: 'in a read-only session', answers: READER, later: false },
  ])('$name offers no retry of incomplete operators', async ({ answers, later }) => {
    const incomplete = [{ package: 'anvil', bundle: 'anvil.v1', missing: ['quay.io/a:1'] }];
    const { report } = openRun(
      endedRunOf({ status: 'partial', resumable: true, incomplete, incompleteTotal: 1 }),
      answers,
    );
    await screen.findByText('1 version of an operator cannot be installed');
    if (later) report(jobOf(liveRunOf({ run: NEXT })));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry what failed' })).toBeNull());
  });

  test('with the engine opens the run that the engine resumed', async () => {
    const { report, address } = openRun(endedRunOf({ status: 'interrupted', resumable: true }), {
      'runs.live': ({ run }) =>
        run.sequence === NEXT.sequence
          ? liveRunOf({ run })
          : endedRunOf({ status: 'interrupted', resumable: true }),
    });
    await buttonThatIs('on', 'Resume');
    report({ type: 'engine', state: 'ready', restarts: 1, at: '2026-05-09T01:00:00Z', resumed: [NEXT] });
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
  });

  test('with the catalog intact is repeated with removal allowed', async () => {
    const settings = { workflow: 'mirrorToDisk' as const, directory: RUN.root, enclave: 'fleet' };
    const { failure } = failing('2 bundles would be removed', { code: 'catalog-removal' });
    const { user, asked, address } = openRun(
      endedRunOf({ status: 'failed', error: failure, settings: settings as LiveRun['settings'] }),
      { 'runs.start': { run: NEXT } },
    );
    await screen.findByText('What ended this run', { exact: false });
    expect(asked('runs.start')).toEqual([]);
    await user.click(await buttonThatIs('on', /^Allow removal and/));
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
    expect(asked('runs.start')).toMatchObject([{ settings: { ...settings, allowRemoval: true } }]);
  });

  test('by another error shows it without that button', async () => {
    const { failure } = failing('the disk is full', { remedy: 'Free 20 GiB.' });
    openRun(endedRunOf({ status: 'failed', error: failure }));
    await screen.findByText('Free 20 GiB.');
    expect(screen.queryByRole('button', { name: /^Allow removal/ })).toBeNull();
  });

  test('with a transfer on the connected side leads to the drives', async () => {
    openRun(endedRunOf({ transfer: 'fleet-0007' }), {
      'workspaces.list': {
        workspaces: [
          {
            directory: RUN.root,
            enclaves: [
              {
                name: 'fleet',
                transfers: [
                  { name: 'fleet-0007', directory: `${RUN.root}/transfers/fleet-0007`, bytes: 2 * 1024 ** 3 },
                ],
              },
            ],
          },
        ],
      },
    });
    const carry = await screen.findByRole('link', { name: 'Carry fleet-0007' });
    expect(carry.getAttribute('href')).toBe('/carry?workspace=%2Fsrv%2Fnorth-mirror&transfer=fleet-0007');
    await expectHeading('fleet-0007 is whole: 546 images, 2.0 GiB in 1 h.');
    expect(screen.getByRole('region', { name: 'Verify fleet-0007' })).toBeDefined();
  });
});

describe('the address of a run', () => {
  test('that does not exist reports it and reads it again on request', async () => {
    let fails = true;
    const { user, asked } = openRun(liveRunOf(), {
      'runs.live': () => (fails ? failing('no run 8') : endedRunOf({ transfer: 'fleet-0007' })),
    });
    await expectHeading('This run cannot be shown.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectHeading(/^fleet-0007 is whole/);
    expect(asked('runs.live')).toEqual([{ run: RUN }, { run: RUN }]);
  });

  test('changes with the tabs of images and log, whose filters it drops', async () => {
    const { user, address } = openRun(
      endedRunOf(),
      { 'runs.log': { total: 0, matching: 0 } },
      '&state=failed&q=etcd',
    );
    await user.click(await screen.findByRole('button', { name: 'Log' }));
    expect(address()).toBe('/run/8?root=%2Fsrv%2Fnorth-mirror&tab=log');
    expect(await screen.findByRole('grid', { name: 'Log' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Images' }));
    expect(address()).toBe('/run/8?root=%2Fsrv%2Fnorth-mirror');
  });
});
