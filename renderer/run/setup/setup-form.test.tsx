import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { arrivalLine } from '../../media/media.fixture.ts';
import { t as plan } from '../plan/messages.ts';
import { openedPlanOf, planOf } from '../plan/plan.fixture.ts';
import { t as request } from '../request/messages.ts';
import { t } from './messages.ts';
import { openSetup, STARTED_ADDRESS, TEXT, WORKSPACE } from './setup.fixture.tsx';

const settingsOf = (requested: RequestInput<'runs.start'>[]) => requested.map(({ settings }) => settings);
const choose = () => screen.findByRole('combobox', { name: t('configurationLabel') });

describe('a fetch', () => {
  test('starts without a plan and opens its run', async () => {
    const { user, requested, address, file } = openSetup('mirrorToDisk');
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await waitFor(() => expect(address()).toBe(STARTED_ADDRESS));
    expect(settingsOf(requested('runs.start'))).toMatchObject([
      { workflow: 'mirrorToDisk', directory: '/w', configFile: file },
    ]);
    expect(requested('workspaces.open')).toEqual([]);
  });

  test('adds attached files to the transfer', async () => {
    const { user, requested } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: t('moreOptionsButton') }));
    await user.click(screen.getByRole('combobox', { name: t('attachLabel') }));
    await user.paste('/srv/a.ova');
    await user.click(screen.getByRole('combobox', { name: t('attachNumberLabel', { number: 2 }) }));
    await user.paste('/srv/b.txt');
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await expect
      .poll(() => settingsOf(requested('runs.start')))
      .toMatchObject([{ attach: ['/srv/a.ova', '/srv/b.txt'] }]);
  });

  test('shows and attaches the files of another screen', async () => {
    const { user, requested } = openSetup('mirrorToDisk', {}, '&attach=/srv/a.ova&attach=/srv/kernel');
    const field = await screen.findByRole('combobox', { name: t('attachLabel') });
    expect((field as HTMLInputElement).value).toBe('/srv/a.ova');
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await expect
      .poll(() => settingsOf(requested('runs.start')))
      .toMatchObject([{ attach: ['/srv/a.ova', '/srv/kernel'] }]);
  });

  test('pauses at a time or an amount, retries as requested, and shows invalid values', async () => {
    const { user, requested } = openSetup('mirrorToDisk', {
      'configurations.check': { ok: true, operators: false, graph: true, problems: [] },
    });
    await user.click(await screen.findByRole('button', { name: t('moreOptionsButton') }));
    const type = async (label: string, text: string) => {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    };
    await type(t('untilLabel'), '2999-01-01T04:00Z');
    await type(t('maxBytesLabel'), '20 GiB');
    screen.getByText(t('maxBytesNote', { size: '20.0 GiB' }));
    await type(t('graphBaseLabel'), 'registry.lab/ubi9:1');
    await user.click(screen.getByLabelText(t('strictArchiveSwitch')));
    await user.click(screen.getByRole('button', { name: t('connectionsTitle') }));
    await type(t('stallTimeoutLabel'), '500ms');
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await screen.findByText('Use a duration from 1s to 1h, such as 30s.');
    expect(requested('runs.start')).toEqual([]);
    await user.clear(screen.getByLabelText(t('stallTimeoutLabel')));
    await type(t('stallTimeoutLabel'), '2m');
    await type(t('retryTimesLabel'), '7');
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await expect
      .poll(() => settingsOf(requested('runs.start')))
      .toMatchObject([
        {
          until: '2999-01-01T04:00:00Z',
          maxBytes: 20 * 1024 ** 3,
          graphBaseImage: 'registry.lab/ubi9:1',
          strictArchive: true,
          stallMs: 120_000,
          retryTimes: 7,
        },
      ]);
  });

  test('is planned, and then started as planned', async () => {
    const { user, requested, address, file } = openSetup('mirrorToDisk');
    await user.click(await buttonThatIs('on', t('planButton')));
    await screen.findByRole('region', { name: plan('planTitle') });
    expect(requested('plans.make')).toMatchObject([
      { settings: { configFile: file }, ticket: expect.any(String) },
    ]);
    screen.getByText(
      (_, element) =>
        element?.tagName === 'CODE' && element.textContent.trim() === 'airlock plan -c a.yaml file:///w',
    );
    await buttonThatIs('on', t('planAgainButton'));
    await user.click(await buttonThatIs('on', t('startFetchButton')));
    await waitFor(() => expect(address()).toBe(STARTED_ADDRESS));
    cleanup();
    // The same form again: the plan has been started.
    openSetup('mirrorToDisk', {
      'configurations.list': { configurations: [{ file, name: 'set' }] },
      'configurations.read': { file, text: TEXT, digest: 'sha256:1' },
    });
    await screen.findByText(t('noProblems'));
    await buttonThatIs('on', t('startUnplannedButton'));
    await buttonThatIs('on', t('planButton'));
  });

  test('whose plan takes long shows its progress and can be canceled', async () => {
    const { user, requested, report } = openSetup('mirrorToDisk', {
      'plans.make': () => new Promise<never>(() => {}),
    });
    await user.click(await buttonThatIs('on', t('planButton')));
    await buttonThatIs('on', t('cancelPlanButton'));
    report({
      type: 'job',
      job: {
        kind: 'request',
        id: requested('plans.make')[0]!.ticket,
        status: 'running',
        phase: 'resolve',
        unit: 'images',
        progress: { done: 12 },
      },
    });
    await expectHeading(/12/);
    await user.click(await buttonThatIs('on', t('cancelPlanButton')));
    await buttonThatIs('on', t('planButton'));
    expect(screen.queryByText(t('planFailedTitle'), { exact: false })).toBeNull();
  });

  test('whose plan waits for a host shows the attempt, and a failure offers another one', async () => {
    const outcomes = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
    let plans = 0;
    const { user, requested, report } = openSetup('mirrorToDisk', {
      'plans.make': () => outcomes[plans++]!.promise,
    });
    await user.click(await buttonThatIs('on', t('planButton')));
    await buttonThatIs('on', t('cancelPlanButton'));
    const detail = 'Waiting for quay.lab until 14:32:10 (no route). Attempt 2 of 4 is next.';
    report({
      type: 'job',
      job: {
        ...{ kind: 'request', id: requested('plans.make')[0]!.ticket, status: 'running', detail },
        ...{ phase: 'collect', unit: 'images', progress: { done: 0 } },
      },
    });
    await screen.findByText(detail);
    await buttonThatIs('on', t('cancelPlanButton'));
    outcomes[0]!.reject(failing('quay.lab: no route to host', { remedy: 'Check the network.' }));
    await screen.findByText('Check the network.');
    expect(screen.queryByText(detail)).toBeNull();
    await user.click(await buttonThatIs('on', t('retryButton')));
    await expect.poll(() => requested('plans.make')).toHaveLength(2);
    expect(screen.queryByText('Check the network.')).toBeNull();
  });

  test('that the plan rejects shows the line', async () => {
    const { user, file } = openSetup('mirrorToDisk', {
      'plans.make': ({ settings }) =>
        failing('unknown channel', {
          problems: [
            {
              code: 'config',
              level: 'error',
              message: 'no channel x',
              remedy: 'Fix it.',
              file: settings.configFile,
              line: 3,
            },
          ],
        }),
    });
    await user.click(await buttonThatIs('on', t('planButton')));
    await screen.findByText(t('planFailedTitle'), { exact: false });
    expect(await screen.findAllByRole('button', { name: 'Line 3' })).not.toEqual([]);
    expect(screen.getByTitle(file)).toBeDefined();
    await screen.findByText(t('errorCount', { errors: 1 }));
  });

  test('of a changed form needs another plan', async () => {
    const { user } = openSetup('mirrorToDisk');
    await user.click(await buttonThatIs('on', t('planButton')));
    await buttonThatIs('on', t('startFetchButton'));
    await user.click(screen.getByRole('combobox', { name: t('enclaveLabel') }));
    await user.paste('lab');
    await screen.findByText(plan('outOfDate'));
    expect(screen.queryByRole('button', { name: t('startFetchButton') })).toBeNull();
    await buttonThatIs('on', t('startUnplannedButton'));
  });

  test('of an unknown folder creates the workspace first', async () => {
    const { user, requested } = openSetup('mirrorToDisk', { 'workspaces.list': { workspaces: [] } });
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await waitFor(() => expect(requested('runs.start')).toHaveLength(1));
    expect(requested('workspaces.open')).toEqual([{ directory: '/w', create: true }]);
  });

  test('does not start in a workspace that cannot be opened', async () => {
    const { user, requested } = openSetup('mirrorToDisk', {
      'workspaces.list': { workspaces: [] },
      'workspaces.open': failing('the folder is read-only'),
    });
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await screen.findByText(t('workspaceFailedTitle'), { exact: false });
    expect(requested('runs.start')).toEqual([]);
  });

  test('that is rejected reports why and can be started again', async () => {
    const { user } = openSetup('mirrorToDisk', { 'runs.start': failing('the workspace is locked') });
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await screen.findByText(t('fetchFailedTitle'), { exact: false });
    await buttonThatIs('on', t('startUnplannedButton'));
  });

  test('with errors in its configuration cannot be started', async () => {
    openSetup('mirrorToDisk', {
      'configurations.check': {
        ok: false,
        problems: [
          { code: 'config', level: 'error', message: 'mirror is missing', remedy: 'Add it.', line: 2 },
        ],
      },
    });
    await screen.findByText('Mirror is missing.');
    await buttonThatIs('off', t('startUnplannedButton'));
    await buttonThatIs('off', t('planButton'));
  });

  test('is neither planned nor started by a reader', async () => {
    openSetup('mirrorToDisk', { 'host.describe': { session: { role: 'reader' } } });
    for (const name of [t('planButton'), t('startUnplannedButton')])
      await waitFor(() =>
        expect(screen.getByRole('button', { name }).title).toBe('This session is read-only.'),
      );
    await buttonThatIs('off', t('planButton'));
    screen.getByText(t('noRightsText', { reason: 'This session is read-only.' }));
  });

  test('with an invalid enclave shows the problem at the first attempt', async () => {
    const { user, requested } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('combobox', { name: t('enclaveLabel') }));
    await user.paste('Lab 1');
    expect(screen.getByRole('combobox', { name: t('enclaveLabel') }).getAttribute('aria-invalid')).toBe(
      'false',
    );
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: t('enclaveLabel') }).getAttribute('aria-invalid')).toBe(
        'true',
      ),
    );
    expect(requested('runs.start')).toEqual([]);
  });

  test('with nothing new shows the last transfer, to push on a host with both sides', async () => {
    const transfer = { name: 'fleet-0007', directory: '/w/transfers/fleet-0007', state: 'complete' } as const;
    const { user } = openSetup('mirrorToDisk', {
      'settings.read': { side: 'both', workspaces: ['/w'] },
      'workspaces.list': {
        workspaces: [{ ...WORKSPACE, enclaves: [{ name: 'default', transfers: [transfer] }] }],
      },
      'plans.make': planOf({ nothingNew: true }),
    });
    await user.click(await buttonThatIs('on', t('planButton')));
    await screen.findByText(t('lastTransferTitle', { transfer: 'fleet-0007' }));
    expect(
      screen
        .getByRole('link', { name: t('pushTransferButton', { transfer: 'fleet-0007' }) })
        .getAttribute('href'),
    ).toBe('/push?from=%2Fw');
  });
});

test("a push from a directory that isn't on the list shows its transfers", async () => {
  const arrival = arrivalLine(['missing'], { images: { total: 546, complete: 500 } });
  const { requested } = openSetup('diskToMirror', {
    'workspaces.list': { workspaces: [] },
    'media.arrivals': { arrivals: [arrival] },
  });
  const row = await screen.findByRole('row', { name: new RegExp(`^${arrival.transfer}`) });
  expect(row.textContent).toContain(t('transferPartial'));
  within(row).getByRole('cell', { name: '546' });
  expect(requested('media.arrivals')).toMatchObject([{ directory: '/w' }]);
});

describe('the configuration of a fetch', () => {
  test("is created in a file that doesn't exist", async () => {
    const { user, requested, file } = openSetup('mirrorToDisk', {
      'configurations.list': { configurations: [] },
      'configurations.read': failing('no such file', { code: 'not-found' }),
      'configurations.save': ({ file: saved }) => ({ file: saved, digest: 'sha256:2' }),
    });
    await user.selectOptions(await choose(), t('newConfiguration'));
    const path = await screen.findByRole<HTMLInputElement>('combobox', { name: t('fileLabel') });
    expect(path.value).toBe('/w/imageset-config.yaml');
    await user.clear(path);
    await buttonThatIs('off', t('createConfigurationButton'));
    await user.click(path);
    await user.paste(file);
    await user.click(await buttonThatIs('on', t('createConfigurationButton')));
    await screen.findByText(t('unsaved'));
    expect(requested('configurations.save')).toEqual([]);
    await user.click(await buttonThatIs('on', t('saveFileButton')));
    await waitFor(() => expect(requested('configurations.save')).toMatchObject([{ file }]));
  });

  test("that can't be opened leaves the form unchanged", async () => {
    const { user, file, requested } = openSetup('mirrorToDisk', {
      'configurations.read': ({ file: wanted }) =>
        wanted === '/w/b.yaml' ? failing('no such file') : { file: wanted, text: TEXT, digest: 'sha256:1' },
    });
    await user.selectOptions(await choose(), t('openOther'));
    await user.click(screen.getByRole('combobox', { name: t('fileLabel') }));
    await user.paste('/w/b.yaml');
    await user.click(await buttonThatIs('on', t('openFileButton')));
    await screen.findByText(t('openFailedTitle'), { exact: false });
    await user.click(screen.getByRole('button', { name: t('cancelButton') }));
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await waitFor(() => expect(settingsOf(requested('runs.start'))[0]?.configFile).toBe(file));
  });

  test('is replaced by an approved plan with its signature', async () => {
    const { user, requested } = openSetup('mirrorToDisk', { 'plans.open': openedPlanOf() });
    await user.selectOptions(await choose(), t('openApproved'));
    await user.click(screen.getByRole('combobox', { name: t('requiredKeyLabel') }));
    await user.paste('/w/key.asc');
    await user.click(await buttonThatIs('on', t('openPlanButton')));
    await screen.findByRole('region', { name: plan('approvedTitle') });
    expect(requested('plans.open')).toEqual([{ file: '/w/plan.json', requireSignature: '/w/key.asc' }]);
    await user.click(await buttonThatIs('on', t('startFetchButton')));
    await waitFor(() =>
      expect(settingsOf(requested('runs.start'))).toMatchObject([
        { planFile: '/w/plan.json', requireSignature: '/w/key.asc' },
      ]),
    );
  });

  test('is not replaced by a plan whose signature is wrong', async () => {
    const approval = { state: 'rejected', failure: failing('another key signed it').failure } as const;
    const { user } = openSetup('mirrorToDisk', { 'plans.open': openedPlanOf({ approval }) });
    await user.selectOptions(await choose(), t('openApproved'));
    await user.click(await buttonThatIs('on', t('openPlanButton')));
    await screen.findByText(plan('notApproved'));
    await buttonThatIs('off', t('startFetchButton'));
    await user.click(screen.getByRole('button', { name: t('useConfigurationButton') }));
    await buttonThatIs('on', t('startUnplannedButton'));
  });
});

describe('a push', () => {
  test('sends the transfers to the tested destination', async () => {
    const transfers = [
      { name: 'fleet-0007', state: 'complete', images: 12, bytes: 1024 },
      { name: 'fleet-0008', state: 'moved', images: 1, bytes: 2048 },
    ] as const;
    const { user, requested } = openSetup('diskToMirror', {
      'workspaces.list': { workspaces: [{ ...WORKSPACE, enclaves: [{ name: 'fleet', transfers }] }] },
      'registries.test': ({ name }) => ({ name, stages: [{ stage: 'path', result: 'passed' }] }),
    });
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.any(String),
      expect.stringMatching(new RegExp(`^fleet-0007${t('transferComplete')}12 ?1\\.0 KiB`)),
      expect.stringMatching(new RegExp(`^fleet-0008${t('transferMoved')}1 ?2\\.0 KiB`)),
    ]);
    await buttonThatIs('off', t('testButton'));
    await user.click(screen.getByRole('combobox', { name: t('destinationLabel') }));
    await user.paste('registry.lab/mirror');
    await user.click(await buttonThatIs('on', t('testButton')));
    await screen.findByText(t('testPassed'));
    expect(requested('registries.test')).toEqual([
      { name: 'registry.lab/mirror', tlsVerify: true, push: true },
    ]);
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await waitFor(() => expect(requested('runs.start')).toHaveLength(1));
    expect(settingsOf(requested('runs.start'))[0]).toMatchObject({
      workflow: 'diskToMirror',
      directory: '/w',
      destination: 'registry.lab/mirror',
    });
    expect(settingsOf(requested('runs.start'))[0]?.configFile).toBeUndefined();
  });

  test('without a destination shows the missing field', async () => {
    const { user, requested } = openSetup('diskToMirror');
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    const field = screen.getByRole('combobox', { name: t('destinationLabel') });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(requested('runs.start')).toEqual([]);
  });

  test.each([
    {
      stage: { stage: 'login', result: 'failed', detail: 'wrong password', remedy: 'Log in.' },
      words: [request('loginFailedTitle'), 'wrong password', 'Log in.'],
    },
    {
      stage: { stage: 'tls', result: 'warning', detail: 'ends soon' },
      words: [request('tlsWarningTitle'), 'ends soon'],
    },
  ] as const)('to a registry in trouble shows it: $words', async ({ stage, words }) => {
    const { user } = openSetup(
      'diskToMirror',
      { 'registries.test': ({ name }) => ({ name, stages: [stage] }) },
      '&destination=registry.lab',
    );
    await user.click(await buttonThatIs('on', t('testButton')));
    for (const each of words) await screen.findByText(each);
    await user.type(screen.getByRole('combobox', { name: t('destinationLabel') }), '2');
    expect(screen.queryByText(words[0])).toBeNull();
  });
});

describe('the options of a run', () => {
  test('are sent with the start', async () => {
    const { user, requested } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: t('moreOptionsButton') }));
    await user.click(screen.getByRole('textbox', { name: t('rateLabel') }));
    await user.paste('2');
    await user.click(screen.getByRole('textbox', { name: t('firstLabel') }));
    await user.paste('release 4.16.1');
    await user.click(screen.getByRole('checkbox', { name: t('sourceTlsSwitch') }));
    await user.click(screen.getByRole('checkbox', { name: t('resendSwitch') }));
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    await waitFor(() =>
      expect(settingsOf(requested('runs.start'))).toMatchObject([
        { rate: 2 * 1024 ** 2, first: 'release 4.16.1', sourceTlsVerify: false, resend: true },
      ]),
    );
  });

  test('of a trust policy are shown only when it is enforced', async () => {
    const { user } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: t('moreOptionsButton') }));
    expect(screen.queryByRole('combobox', { name: t('policyFileLabel') })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: t('policySwitch') }));
    expect(screen.getByRole('combobox', { name: t('policyFileLabel') })).toBeDefined();
  });

  test('with errors open the section and prevent the start', async () => {
    const { user, requested } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: t('moreOptionsButton') }));
    await user.click(screen.getByRole('textbox', { name: t('archiveSizeLabel') }));
    await user.paste('0');
    await user.click(await screen.findByRole('button', { name: t('fewerOptionsButton') }));
    await user.click(await buttonThatIs('on', t('startUnplannedButton')));
    const field = await screen.findByRole('textbox', { name: t('archiveSizeLabel') });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(requested('runs.start')).toEqual([]);
  });
});
