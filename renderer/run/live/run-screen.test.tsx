import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { t as fields } from '../request/messages.ts';
import { t as ended } from './ended/messages.ts';
import { liveRunOf } from './live-run.fixture.ts';
import { t } from './messages.ts';
import { endedRunOf, openRun, READER } from './run-screen.fixture.tsx';

const RUN = { root: '/srv/north-mirror', sequence: 8 };
const NEXT = { root: RUN.root, sequence: 9 };
const NEXT_ADDRESS = '/run/9?root=%2Fsrv%2Fnorth-mirror';

/** The event of a run's new state. */
const jobOf = (run: LiveRun) => ({ type: 'job' as const, job: { kind: 'run' as const, ...run } });

describe('a run under way', () => {
  test('is paused at once and cannot be paused twice', async () => {
    const { user, requested, report } = openRun(liveRunOf(), { 'runs.pause': {} });
    await user.click(await buttonThatIs('on', t('pauseButton')));
    expect(requested('runs.pause')).toEqual([{ run: RUN }]);
    await buttonThatIs('off', t('pauseButton'));
    report(jobOf(liveRunOf({ status: 'pausing' })));
    await expectHeading(t('pausingTitle'));
    await buttonThatIs('off', t('pauseButton'));
    await buttonThatIs('on', t('stopButton'));
  });

  test('is stopped only after a confirmation', async () => {
    const { user, requested } = openRun(liveRunOf(), { 'runs.stop': {} });
    await user.click(await buttonThatIs('on', t('stopButton')));
    const dialog = await screen.findByRole('dialog', { name: t('stopTitle') });
    await user.click(within(dialog).getByRole('button', { name: t('dontStopButton') }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requested('runs.stop')).toEqual([]);
    await user.click(await buttonThatIs('on', t('stopButton')));
    const again = await screen.findByRole('dialog', { name: t('stopTitle') });
    await user.click(within(again).getByRole('button', { name: t('stopButton') }));
    expect(requested('runs.stop')).toEqual([{ run: RUN }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    { request: 'runs.pause', press: [t('pauseButton')], title: t('pauseFailedTitle') },
    { request: 'runs.stop', press: [t('stopButton'), t('stopButton')], title: t('stopFailedTitle') },
  ] as const)('reports that $request failed', async ({ request, press, title }) => {
    const { user } = openRun(liveRunOf(), { [request]: failing('its process is gone') });
    for (const name of press) await user.click(await buttonThatIs('on', name));
    const alert = (await screen.findByText('Its process is gone', { exact: false })).closest('.al-failure');
    expect(alert?.textContent).toContain(title);
    await buttonThatIs('on', t('pauseButton'));
  });

  test('of a pushed release leads to the extraction of its tools', async () => {
    const release = { from: 'docker://reg.lan/ocp', version: '4.16.1-x86_64', maxNestedPaths: 2 };
    openRun(endedRunOf({ workflow: 'diskToMirror', release }));
    const link = await screen.findByRole('link', { name: t('extractToolsButton') });
    expect(link.getAttribute('href')).toBe(
      '/install-config/tools?from=docker%3A%2F%2Freg.lan%2Focp&version=4.16.1-x86_64&nested=2',
    );
  });

  test('follows the events of the engine', async () => {
    const { report } = openRun(liveRunOf({ progress: undefined, images: undefined, phases: [] }));
    await expectHeading(t('collectingTitle'));
    report(jobOf(endedRunOf({ transfer: 'fleet-0007' })));
    await expectHeading(/^fleet-0007 .* 546 images/);
    expect(screen.queryByRole('button', { name: t('pauseButton') })).toBeNull();
  });

  test('shows its progress in the title of the window', async () => {
    const { report } = openRun(liveRunOf());
    await waitFor(() => expect(document.title).toMatch(/^66%, .*, Airlock$/));
    report(jobOf(liveRunOf({ status: 'failed', failuresTotal: 2 })));
    await waitFor(() => expect(document.title).toMatch(/^Failed, /));
    expect(screen.getByRole('alert').textContent).toBe(t('imagesFailed', { images: 2 }));
  });

  test('of a terminal names the user who started it', async () => {
    openRun(liveRunOf({ own: false, user: 'ann', transfer: undefined }));
    await screen.findByText(t('startedInTerminalBy', { user: 'ann' }));
    expect(screen.getByText(t('enclaveName', { enclave: 'fleet' }))).toBeDefined();
  });

  test('is neither paused nor stopped by a reader', async () => {
    openRun(liveRunOf(), READER);
    for (const name of [t('pauseButton'), t('stopButton')])
      expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
  });

  test('shows its last retry and the hosts it is waiting for', async () => {
    openRun(
      liveRunOf({
        limits: { parallelImages: 4, parallelLayers: 5, rate: null },
        lastRetry: 'quay.io: 502',
        waits: [{ host: 'quay.io', until: '2099-01-01T00:00:00Z', code: 'rate-limited', status: 429 }],
      }),
    );
    await screen.findByText(t('lastRetryText', { retry: 'quay.io: 502' }));
    const waits = screen.getByRole('list', { name: t('waitsLabel') });
    expect(waits.textContent).toContain('quay.io');
  });
});

describe('a run that has ended', () => {
  test.each([
    { status: 'paused', failed: 0, label: t('resumeButton') },
    { status: 'interrupted', failed: 0, label: t('resumeButton') },
    { status: 'failed', failed: 0, label: t('retryRunButton') },
    { status: 'partial', failed: 3, label: t('retryFailedButton', { images: 3 }) },
    { status: 'partial', failed: 0, label: t('retryMissingButton') },
  ] as const)('$status offers "$label", which opens the new run', async ({ status, failed, label }) => {
    const images = { total: 10, copied: 10 - failed, present: 0, failed };
    const { user, requested, address } = openRun(endedRunOf({ status, images, resumable: true }), {
      'runs.resume': { run: NEXT },
    });
    await user.click(await buttonThatIs('on', label));
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
    expect(requested('runs.resume')).toEqual([{ run: RUN }]);
  });

  test("reports that it couldn't be resumed", async () => {
    const { user } = openRun(endedRunOf({ status: 'paused', resumable: true }), {
      'runs.resume': failing('the workspace is locked'),
    });
    await user.click(await buttonThatIs('on', t('resumeButton')));
    await screen.findByText(t('resumeFailedTitle'), { exact: false });
    await buttonThatIs('on', t('resumeButton'));
  });

  test('that cannot be resumed offers nothing', async () => {
    openRun(endedRunOf({ status: 'interrupted' }));
    await expectHeading(t('interruptedTitle'));
    expect(screen.queryByRole('button', { name: t('resumeButton') })).toBeNull();
  });

  test('leads to the later run that continues it', async () => {
    const { report } = openRun(endedRunOf({ status: 'paused', resumable: true }));
    await buttonThatIs('on', t('resumeButton'));
    report(jobOf(liveRunOf({ run: NEXT })));
    const link = await screen.findByRole('link', { name: t('laterRunButton', { sequence: 9 }) });
    expect(link.getAttribute('href')).toBe(NEXT_ADDRESS);
    expect(screen.queryByRole('button', { name: t('resumeButton') })).toBeNull();
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
    await screen.findByText(t('notInstallableTitle', { versions: 1 }), { selector: 'span' });
    if (later) report(jobOf(liveRunOf({ run: NEXT })));
    await waitFor(() => expect(screen.queryByRole('button', { name: t('retryImagesButton') })).toBeNull());
  });

  test('with the engine opens the run that the engine resumed', async () => {
    const { report, address } = openRun(endedRunOf({ status: 'interrupted', resumable: true }), {
      'runs.live': ({ run }) =>
        run.sequence === NEXT.sequence
          ? liveRunOf({ run })
          : endedRunOf({ status: 'interrupted', resumable: true }),
    });
    await buttonThatIs('on', t('resumeButton'));
    report({ type: 'engine', state: 'ready', restarts: 1, at: '2026-05-09T01:00:00Z', resumed: [NEXT] });
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
  });

  test('with the catalog intact is repeated with removal allowed', async () => {
    const settings = { workflow: 'mirrorToDisk' as const, directory: RUN.root, enclave: 'fleet' };
    const { failure } = failing('2 bundles would be removed', { code: 'catalog-removal' });
    const { user, requested, address } = openRun(
      endedRunOf({ status: 'failed', error: failure, settings: settings as LiveRun['settings'] }),
      { 'runs.start': { run: NEXT } },
    );
    await screen.findByText(ended('endedTitle'), { exact: false });
    expect(requested('runs.start')).toEqual([]);
    await user.click(await buttonThatIs('on', ended('allowRemovalButton')));
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
    expect(requested('runs.start')).toMatchObject([{ settings: { ...settings, allowRemoval: true } }]);
  });

  const push = {
    workflow: 'diskToMirror',
    ...{
      directory: RUN.root,
      enclave: 'fleet',
      destination: 'wrong.lab:5000/ocp',
      destinationTlsVerify: false,
    },
  } as LiveRun['settings'];
  const unreachable = {
    ...failing('no route', { code: 'registry-unreachable' }).failure,
    side: 'destination' as const,
  };

  test('at its destination is started again with another destination and the same settings', async () => {
    const { user, requested, address } = openRun(
      endedRunOf({ workflow: 'diskToMirror', status: 'failed', error: unreachable, settings: push }),
      { 'runs.start': { run: NEXT } },
    );
    const field = await screen.findByRole('textbox', { name: ended('destinationLabel') });
    await buttonThatIs('off', ended('otherDestinationButton'));
    screen.getByText(ended('sameDestinationText'));
    await user.clear(field);
    await user.type(field, 'https://right.lab');
    expect(screen.queryByText(ended('sameDestinationText'))).toBeNull();
    screen.getByText(fields('registryFormatError'));
    await user.clear(field);
    await user.type(field, 'right.lab:5000/ocp');
    await user.click(await buttonThatIs('on', ended('otherDestinationButton')));
    await waitFor(() => expect(address()).toBe(NEXT_ADDRESS));
    expect(requested('runs.start')).toMatchObject([
      { settings: { ...push, destination: 'right.lab:5000/ocp', destinationTlsVerify: false } },
    ]);
  });

  test.each([
    ['at its source', { error: { ...unreachable, side: 'source' as const }, settings: push }],
    [
      'with an approved plan',
      { error: unreachable, settings: { ...push, planFile: '/w/plan.json' } as typeof push },
    ],
  ])('%s offers no other destination', async (_, changes) => {
    openRun(endedRunOf({ workflow: 'diskToMirror', status: 'failed', ...changes }));
    await screen.findByText(ended('endedTitle'), { exact: false });
    expect(screen.queryByRole('textbox', { name: ended('destinationLabel') })).toBeNull();
  });

  test('by another error shows it without that button', async () => {
    const { failure } = failing('the disk is full', { remedy: 'Free 20 GiB.' });
    openRun(endedRunOf({ status: 'failed', error: failure }));
    await screen.findByText('Free 20 GiB.');
    expect(screen.queryByRole('button', { name: ended('allowRemovalButton') })).toBeNull();
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
    const carry = await screen.findByRole('link', { name: t('carryButton', { transfer: 'fleet-0007' }) });
    expect(carry.getAttribute('href')).toBe('/carry?workspace=%2Fsrv%2Fnorth-mirror&transfer=fleet-0007');
    await expectHeading(
      t('transferTitle', { transfer: 'fleet-0007', images: 546, size: '2.0 GiB', duration: '1 h' }),
    );
    expect(
      screen.getByRole('region', { name: ended('verifyLabel', { transfer: 'fleet-0007' }) }),
    ).toBeDefined();
  });
});

describe('the address of a run', () => {
  test('that does not exist reports it and reads it again on request', async () => {
    let fails = true;
    const { user, requested } = openRun(liveRunOf(), {
      'runs.live': () => (fails ? failing('no run 8') : endedRunOf({ transfer: 'fleet-0007' })),
    });
    await expectHeading(t('unreadableTitle'));
    fails = false;
    await user.click(screen.getByRole('button', { name: t('readAgainButton') }));
    await expectHeading(/^fleet-0007 /);
    expect(requested('runs.live')).toEqual([{ run: RUN }, { run: RUN }]);
  });

  test('shows the images of the filter that it was opened with', async () => {
    const shown: Element[] = [];
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function () {
      shown.push(this);
    };
    onTestFinished(() => {
      Element.prototype.scrollIntoView = scrollIntoView;
    });
    openRun(endedRunOf(), {}, '&q=etcd');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: t('searchImagesLabel') });
    expect(field.value).toBe('etcd');
    expect(shown.some((element) => element.contains(field))).toBe(true);
  });

  test('changes with the tabs of images and log, and loses their filters', async () => {
    const { user, address } = openRun(
      endedRunOf(),
      { 'runs.log': { total: 0, matching: 0 } },
      '&state=failed&q=etcd',
    );
    await user.click(await screen.findByRole('button', { name: t('logTab') }));
    expect(address()).toBe('/run/8?root=%2Fsrv%2Fnorth-mirror&tab=log');
    expect(await screen.findByRole('grid', { name: t('logLabel') })).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('imagesTab') }));
    expect(address()).toBe('/run/8?root=%2Fsrv%2Fnorth-mirror');
  });
});
