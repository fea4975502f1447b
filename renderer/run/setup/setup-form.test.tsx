import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { openedPlanOf, planOf } from '../plan/plan.fixture.ts';
import { openSetup, STARTED_ADDRESS, TEXT, WORKSPACE } from './setup.fixture.tsx';

const settingsOf = (asked: RequestInput<'runs.start'>[]) => asked.map(({ settings }) => settings);
const choose = () => screen.findByRole('combobox', { name: 'Configuration' });

describe('a fetch', () => {
  test('starts without a plan and opens its run', async () => {
    const { user, asked, address, file } = openSetup('mirrorToDisk');
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await waitFor(() => expect(address()).toBe(STARTED_ADDRESS));
    expect(settingsOf(asked('runs.start'))).toMatchObject([
      { workflow: 'mirrorToDisk', directory: '/w', configFile: file },
    ]);
    expect(asked('workspaces.open')).toEqual([]);
  });

  test('is planned, and then started as planned', async () => {
    const { user, asked, address, file } = openSetup('mirrorToDisk');
    await user.click(await buttonThatIs('on', 'Plan'));
    await screen.findByRole('region', { name: 'Plan' });
    expect(asked('plans.make')).toMatchObject([
      { settings: { configFile: file }, ticket: expect.any(String) },
    ]);
    expect(screen.getByText('airlock plan -c a.yaml file:///w')).toBeDefined();
    await buttonThatIs('on', 'Plan again');
    await user.click(await buttonThatIs('on', 'Start fetch'));
    await waitFor(() => expect(address()).toBe(STARTED_ADDRESS));
  });

  test('whose plan takes long shows its progress and can be canceled', async () => {
    const { user, asked, report } = openSetup('mirrorToDisk', {
      'plans.make': () => new Promise<never>(() => {}),
    });
    await user.click(await buttonThatIs('on', 'Plan'));
    await buttonThatIs('on', 'Cancel plan');
    report({
      type: 'job',
      job: {
        kind: 'request',
        id: asked('plans.make')[0]!.ticket,
        status: 'running',
        phase: 'resolve',
        unit: 'images',
        progress: { done: 12 },
      },
    });
    await expectHeading(/12/);
    await user.click(await buttonThatIs('on', 'Cancel plan'));
    await buttonThatIs('on', 'Plan');
    expect(screen.queryByText('The plan was not made', { exact: false })).toBeNull();
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
    await user.click(await buttonThatIs('on', 'Plan'));
    await screen.findByText('The plan was not made', { exact: false });
    expect(await screen.findAllByRole('button', { name: 'Line 3' })).not.toEqual([]);
    expect(screen.getByTitle(file)).toBeDefined();
    await screen.findByText('1 error');
  });

  test('of a changed form needs another plan', async () => {
    const { user } = openSetup('mirrorToDisk');
    await user.click(await buttonThatIs('on', 'Plan'));
    await buttonThatIs('on', 'Start fetch');
    await user.click(screen.getByRole('combobox', { name: 'Enclave' }));
    await user.paste('lab');
    await screen.findByText('Out of date');
    expect(screen.queryByRole('button', { name: 'Start fetch' })).toBeNull();
    await buttonThatIs('on', 'Start without a plan');
  });

  test('of an unknown folder makes the workspace first', async () => {
    const { user, asked } = openSetup('mirrorToDisk', { 'workspaces.list': { workspaces: [] } });
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await waitFor(() => expect(asked('runs.start')).toHaveLength(1));
    expect(asked('workspaces.open')).toEqual([{ directory: '/w', create: true }]);
  });

  test('does not start in a workspace that cannot be opened', async () => {
    const { user, asked } = openSetup('mirrorToDisk', {
      'workspaces.list': { workspaces: [] },
      'workspaces.open': failing('the folder is read-only'),
    });
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await screen.findByText('The workspace was not opened', { exact: false });
    expect(asked('runs.start')).toEqual([]);
  });

  test('that is refused reports why and can be started again', async () => {
    const { user } = openSetup('mirrorToDisk', { 'runs.start': failing('the workspace is locked') });
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await screen.findByText('The fetch was not started', { exact: false });
    await buttonThatIs('on', 'Start without a plan');
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
    await screen.findByText('mirror is missing');
    await buttonThatIs('off', 'Start without a plan');
    await buttonThatIs('off', 'Plan');
  });

  test('is neither planned nor started by a reader', async () => {
    openSetup('mirrorToDisk', { 'host.describe': { session: { role: 'reader' } } });
    for (const name of ['Plan', 'Start without a plan'])
      await waitFor(() =>
        expect(screen.getByRole('button', { name }).title).toBe('This session is read-only.'),
      );
    await buttonThatIs('off', 'Plan');
  });

  test('with an invalid enclave shows the problem at the first try', async () => {
    const { user, asked } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('combobox', { name: 'Enclave' }));
    await user.paste('Lab 1');
    expect(screen.getByRole('combobox', { name: 'Enclave' }).getAttribute('aria-invalid')).toBe('false');
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Enclave' }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(asked('runs.start')).toEqual([]);
  });

  test('with nothing new shows the last transfer, to be pushed where both sides are seen', async () => {
    const transfer = { name: 'fleet-0007', directory: '/w/transfers/fleet-0007', state: 'complete' } as const;
    const { user } = openSetup('mirrorToDisk', {
      'settings.read': { side: 'both', workspaces: ['/w'] },
      'workspaces.list': {
        workspaces: [{ ...WORKSPACE, enclaves: [{ name: 'default', transfers: [transfer] }] }],
      },
      'plans.make': planOf({ nothingNew: true }),
    });
    await user.click(await buttonThatIs('on', 'Plan'));
    await screen.findByText('Last transfer: fleet-0007');
    expect(screen.getByRole('link', { name: 'Push fleet-0007' }).getAttribute('href')).toBe(
      '/push?from=%2Fw',
    );
  });
});

describe('the configuration of a fetch', () => {
  test('is begun anew in a file that does not exist', async () => {
    const { user, asked, file } = openSetup('mirrorToDisk', {
      'configurations.list': { configurations: [] },
      'configurations.read': failing('no such file', { code: 'not-found' }),
      'configurations.save': ({ file: saved }) => ({ file: saved, digest: 'sha256:2' }),
    });
    await user.selectOptions(await choose(), 'New configuration');
    const path = await screen.findByRole<HTMLInputElement>('combobox', { name: 'File' });
    expect(path.value).toBe('/w/imageset-config.yaml');
    await user.clear(path);
    await buttonThatIs('off', 'Begin configuration');
    await user.click(path);
    await user.paste(file);
    await user.click(await buttonThatIs('on', 'Begin configuration'));
    await screen.findByText('Not saved');
    expect(asked('configurations.save')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Save file'));
    await waitFor(() => expect(asked('configurations.save')).toMatchObject([{ file }]));
  });

  test('that cannot be opened leaves the form as it was', async () => {
    const { user, file, asked } = openSetup('mirrorToDisk', {
      'configurations.read': ({ file: wanted }) =>
        wanted === '/w/b.yaml' ? failing('no such file') : { file: wanted, text: TEXT, digest: 'sha256:1' },
    });
    await user.selectOptions(await choose(), 'Open another file');
    await user.click(screen.getByRole('combobox', { name: 'File' }));
    await user.paste('/w/b.yaml');
    await user.click(await buttonThatIs('on', 'Open file'));
    await screen.findByText('The file was not opened', { exact: false });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await waitFor(() => expect(settingsOf(asked('runs.start'))[0]?.configFile).toBe(file));
  });

  test('is replaced by an approved plan with its signature', async () => {
    const { user, asked } = openSetup('mirrorToDisk', { 'plans.open': openedPlanOf() });
    await user.selectOptions(await choose(), 'Open an approved plan');
    await user.click(screen.getByRole('combobox', { name: 'Must be signed by' }));
    await user.paste('/w/key.asc');
    await user.click(await buttonThatIs('on', 'Open plan'));
    await screen.findByRole('region', { name: 'Approved plan' });
    expect(asked('plans.open')).toEqual([{ file: '/w/plan.json', requireSignature: '/w/key.asc' }]);
    await user.click(await buttonThatIs('on', 'Start fetch'));
    await waitFor(() =>
      expect(settingsOf(asked('runs.start'))).toMatchObject([
        { planFile: '/w/plan.json', requireSignature: '/w/key.asc' },
      ]),
    );
  });

  test('is not replaced by a plan whose signature is wrong', async () => {
    const approval = { state: 'refused', failure: failing('another key signed it').failure } as const;
    const { user } = openSetup('mirrorToDisk', { 'plans.open': openedPlanOf({ approval }) });
    await user.selectOptions(await choose(), 'Open an approved plan');
    await user.click(await buttonThatIs('on', 'Open plan'));
    await screen.findByText('Not approved');
    await buttonThatIs('off', 'Start fetch');
    await user.click(screen.getByRole('button', { name: 'Use a configuration' }));
    await buttonThatIs('on', 'Start without a plan');
  });
});

describe('a push', () => {
  test('sends what the transfers carry to the tested destination', async () => {
    const transfers = [
      { name: 'fleet-0007', state: 'complete', images: 12, bytes: 1024 },
      { name: 'fleet-0008', state: 'moved', images: 1, bytes: 2048 },
    ] as const;
    const { user, asked } = openSetup('diskToMirror', {
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
      expect.stringMatching(/^fleet-0007Whole12 ?1\.0 KiB/),
      expect.stringMatching(/^fleet-0008Carried away1 ?2\.0 KiB/),
    ]);
    await buttonThatIs('off', 'Test');
    await user.click(screen.getByRole('combobox', { name: 'Destination registry' }));
    await user.paste('registry.lab/mirror');
    await user.click(await buttonThatIs('on', 'Test'));
    await screen.findByText('Answers, and takes a push');
    expect(asked('registries.test')).toEqual([{ name: 'registry.lab/mirror', tlsVerify: true, push: true }]);
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await waitFor(() => expect(asked('runs.start')).toHaveLength(1));
    expect(settingsOf(asked('runs.start'))[0]).toMatchObject({
      workflow: 'diskToMirror',
      directory: '/w',
      destination: 'registry.lab/mirror',
    });
    expect(settingsOf(asked('runs.start'))[0]?.configFile).toBeUndefined();
  });

  test('without a destination shows the missing field', async () => {
    const { user, asked } = openSetup('diskToMirror');
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    const field = screen.getByRole('combobox', { name: 'Destination registry' });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(asked('runs.start')).toEqual([]);
  });

  test.each([
    {
      stage: { stage: 'login', result: 'failed', detail: 'wrong password', remedy: 'Log in.' },
      words: ['Login failed', 'wrong password', 'Log in.'],
    },
    {
      stage: { stage: 'tls', result: 'warning', detail: 'ends soon' },
      words: ['Answers, with a warning: TLS', 'ends soon'],
    },
  ] as const)('to a registry in trouble shows it: $words', async ({ stage, words }) => {
    const { user } = openSetup(
      'diskToMirror',
      { 'registries.test': ({ name }) => ({ name, stages: [stage] }) },
      '&destination=registry.lab',
    );
    await user.click(await buttonThatIs('on', 'Test'));
    for (const each of words) await screen.findByText(each);
    await user.type(screen.getByRole('combobox', { name: 'Destination registry' }), '2');
    expect(screen.queryByText(words[0])).toBeNull();
  });
});

describe('the options of a run', () => {
  test('are sent with the start', async () => {
    const { user, asked } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: 'More options' }));
    await user.click(screen.getByRole('textbox', { name: 'At most, MiB/s' }));
    await user.paste('2');
    await user.click(screen.getByRole('textbox', { name: 'Complete first' }));
    await user.paste('release 4.16.1');
    await user.click(screen.getByRole('checkbox', { name: 'Verify source certificates' }));
    await user.click(screen.getByRole('checkbox', { name: 'Resend content that was already sent' }));
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    await waitFor(() =>
      expect(settingsOf(asked('runs.start'))).toMatchObject([
        { rate: 2 * 1024 ** 2, first: 'release 4.16.1', sourceTlsVerify: false, resend: true },
      ]),
    );
  });

  test('of a trust policy are asked for only where it is enforced', async () => {
    const { user } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: 'More options' }));
    expect(screen.queryByRole('combobox', { name: 'Policy' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Enforce the trust policy' }));
    expect(screen.getByRole('combobox', { name: 'Policy' })).toBeDefined();
  });

  test('that are wrong open the section and stop the start', async () => {
    const { user, asked } = openSetup('mirrorToDisk');
    await user.click(await screen.findByRole('button', { name: 'More options' }));
    await user.click(screen.getByRole('textbox', { name: 'Largest piece, GiB' }));
    await user.paste('0');
    await user.click(await screen.findByRole('button', { name: 'Fewer options' }));
    await user.click(await buttonThatIs('on', 'Start without a plan'));
    const field = await screen.findByRole('textbox', { name: 'Largest piece, GiB' });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(asked('runs.start')).toEqual([]);
  });
});
