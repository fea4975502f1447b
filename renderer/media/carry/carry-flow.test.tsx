import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DriveLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../../engine/session.fixture.ts';
import { size } from '../../parts/format.ts';
import { t as driveTexts } from '../drives/messages.ts';
import { t as keyTexts } from '../keys/messages.ts';
import { driveLine, exportJob, exportLine, startedExport } from '../media.fixture.ts';
import { t as mediaTexts } from '../messages.ts';
import CarryScreen from './carry-screen.tsx';
import { t } from './messages.ts';

const TRANSFER = { name: 'fleet-0008', state: 'complete', step: 'fetched' } as const;

const carry = (answers: Answers = {}, jobs: MediaJob[] = []) =>
  openScreen(
    <CarryScreen />,
    {
      'workspaces.list': {
        workspaces: [
          {
            directory: '/w',
            enclaves: [{ name: 'fleet', transfers: [TRANSFER, { ...TRANSFER, name: 'fleet-0009' }] }],
          },
        ],
      },
      'media.drives': { drives: [driveLine()] },
      'media.planExport': exportLine(),
      'jobs.list': { jobs },
      'keys.signing': { keys: [] },
      'media.suggestedApp': { siteHasAirlock: true },
      'media.inspect': ({ path }) => ({ path, bytes: 16e6, free: 8e6, entries: 0 }),
      ...answers,
    },
    '/carry?workspace=%2Fw&transfer=fleet-0008',
  );
const FLEET_A = /FLEET-A/;
const WRITE = t('writeButton', { count: 3 });
const CONTINUE = t('continueWithButton', { drive: 'FLEET-A' });
const RESUME = mediaTexts('resumeButton', { drives: 'FLEET-A' });

describe('before the export', () => {
  test('a drive is chosen, the plan is for this drive, and so is the export', async () => {
    const { user, requested } = carry();
    await buttonThatIs('off', WRITE);
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await expect.poll(() => requested('media.planExport').at(-1)?.to).toEqual(['/mnt/a']);
    expect(requested('media.export')).toEqual([]);
    await user.click(await buttonThatIs('on', WRITE));
    expect(requested('media.export')).toEqual([
      {
        ...{ workspace: '/w', transfer: 'fleet-0008', to: ['/mnt/a'], profile: 'drive' },
        ...{ format: 'airlock', readBack: true },
      },
    ]);
  });

  test.each([true, false])(
    'a bundle of this host is added the first time a site is served: %s',
    async (added) => {
      const bundle = { file: '/opt/airlock-1.0.0-linux-x64.tar.gz', bytes: 55e6 };
      const { user, requested } = carry({ 'media.suggestedApp': { bundle, siteHasAirlock: false } });
      const box = await screen.findByRole('checkbox', { name: t('withAppLabel') });
      await expect.poll(() => (box as HTMLInputElement).checked).toBe(true);
      if (!added) await user.click(box);
      await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
      await user.click(await buttonThatIs('on', WRITE));
      expect(requested('media.export').map(({ app }) => app)).toEqual([added ? bundle.file : undefined]);
    },
  );

  test('nothing is written while the bundle archive is missing', async () => {
    const { user } = carry({ 'media.suggestedApp': { siteHasAirlock: false } });
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    const box = screen.getByRole('checkbox', { name: t('withAppLabel') });
    await buttonThatIs('on', WRITE);
    await user.click(box);
    await buttonThatIs('off', WRITE);
    expect(screen.getByText(t('appMissing'))).toBeTruthy();
    await user.click(box);
    await buttonThatIs('on', WRITE);
  });

  test.each([
    ['bundleNotFound', { siteHasAirlock: false }],
    ['siteHasAirlock', { siteHasAirlock: true, bundle: { file: '/opt/b.tar.gz', bytes: 5 } }],
  ] as const)('nothing is added: %s', async (reason, suggested) => {
    carry({ 'media.suggestedApp': suggested });
    expect(await screen.findByText(t(reason))).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: t('withAppLabel') })).toHaveProperty('checked', false);
  });

  test('practice does not offer to include Airlock', async () => {
    carry({
      'workspaces.list': {
        workspaces: [
          { ...{ directory: '/w', practice: true }, enclaves: [{ name: 'fleet', transfers: [TRANSFER] }] },
        ],
      },
      'media.suggestedApp': { siteHasAirlock: false },
    });
    expect((await screen.findByText('sha256sum --check')).className).toContain('al-nowrap');
    await expect.poll(() => screen.queryByRole('checkbox', { name: t('withAppLabel') })).toBeNull();
  });

  test('a folder is added instead of a drive, without its trailing slash', async () => {
    const { user, requested } = carry();
    await buttonThatIs('off', driveTexts('addDirectoryButton'));
    await user.click(await screen.findByRole('combobox', { name: t('directoryLabel') }));
    await user.paste('/srv/drop/');
    await user.click(await buttonThatIs('on', driveTexts('addDirectoryButton')));
    await user.click(await buttonThatIs('on', WRITE));
    expect(requested('media.export')).toMatchObject([{ to: ['/srv/drop'] }]);
    expect(screen.getByRole('checkbox', { name: /\/srv\/drop/ })).toHaveProperty('checked', true);
  });

  test('a drive that is selected while a directory is inspected stays selected', async () => {
    const added = Promise.withResolvers<object>();
    const { user, requested } = carry({
      'media.inspect': ({ path }) => (path === '/srv/drop' ? (added.promise as never) : { path, entries: 0 }),
    });
    await user.type(await screen.findByRole('combobox', { name: t('directoryLabel') }), '/srv/drop');
    await user.click(await buttonThatIs('on', driveTexts('addDirectoryButton')));
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    added.resolve({ path: '/srv/drop', entries: 0 });
    await expect.poll(() => requested('media.planExport').at(-1)?.to).toEqual(['/mnt/a', '/srv/drop']);
  });

  test('a directory that does not exist is not added, and the reason is shown', async () => {
    const { user } = carry({
      'media.inspect': failing('/nowhere does not exist', { remedy: 'Check the path.' }),
    });
    await user.click(await screen.findByRole('combobox', { name: t('directoryLabel') }));
    await user.paste('/nowhere');
    await user.click(await buttonThatIs('on', driveTexts('addDirectoryButton')));
    expect(await screen.findByText('Check the path.')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: '/nowhere' })).toBeNull();
    await buttonThatIs('off', WRITE);
  });

  test('a directory has size, free space, content and a projection, and can be removed from the list', async () => {
    const projected = [{ path: '/srv/drop', volumes: [1, 2], bytes: 8e9 }];
    const { user } = carry({
      'media.inspect': {
        ...{ path: '/srv/drop', bytes: 16 * 1024 ** 3, free: 8 * 1024 ** 3, entries: 3 },
        transfers: [{ transfer: 'fleet-0007', enclave: 'fleet', volumes: [1, 2, 3], of: 5, bytes: 9 }],
      },
      'media.planExport': ({ to }) =>
        to?.includes('/srv/drop')
          ? exportLine({ projected, left: { volumes: 1, bytes: 4 * 1024 ** 3 } })
          : exportLine(),
    });
    await user.click(await screen.findByRole('combobox', { name: t('directoryLabel') }));
    await user.paste('/srv/drop');
    await user.click(await buttonThatIs('on', driveTexts('addDirectoryButton')));
    await screen.findByText('Directory · 16.0 GiB · 8.0 GiB free');
    expect(screen.getAllByText('Content: fleet-0007 (volumes 1 to 3 of 5).').length).toBeGreaterThan(0);
    await screen.findByText('Next: volumes 1 and 2, 7.5 GiB');
    // One volume fits on no chosen drive.
    await screen.findByText(t('missingSpaceText', { count: 1, size: '4.0 GiB' }));
    // Title and button announce what the drives have room for.
    await expectHeading(mediaTexts('partlyFitsTitle', { fits: 2, volumes: 3, drives: 'drop' }));
    await buttonThatIs('on', t('writeButton', { count: 2 }));
    await user.click(screen.getByRole('button', { name: driveTexts('removeButton', { drive: 'drop' }) }));
    expect(screen.queryByText('Directory · 16.0 GiB · 8.0 GiB free')).toBeNull();
    await buttonThatIs('off', WRITE);
  });

  test('a directory that vanished shows no former facts and is not offered, until it is back', async () => {
    let present = true;
    const { user, requested } = carry({
      'media.presence': ({ paths = [] }) => ({
        places: paths.map((path) => ({ path: path!, present: path !== '/srv/drop' || present })),
      }),
    });
    await user.click(await screen.findByRole('combobox', { name: t('directoryLabel') }));
    await user.paste('/srv/drop');
    await user.click(await buttonThatIs('on', driveTexts('addDirectoryButton')));
    await screen.findByText('Directory · 15.3 MiB · 7.6 MiB free');
    await buttonThatIs('on', WRITE);
    present = false;
    await screen.findByText(driveTexts('removedText'), {}, { timeout: 6000 });
    expect(screen.queryByText('Directory · 15.3 MiB · 7.6 MiB free')).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /drop/ })).toBeNull();
    await buttonThatIs('off', WRITE);
    await expectHeading(mediaTexts('chooseTitle', { transfer: 'fleet-0008' }));
    const reads = () => requested('media.inspect').filter(({ path }) => path === '/srv/drop').length;
    const before = reads();
    present = true;
    await screen.findByText('Directory · 15.3 MiB · 7.6 MiB free', {}, { timeout: 6000 });
    expect(reads()).toBeGreaterThan(before);
    await buttonThatIs('on', WRITE);
  }, 20_000);

  test('a selected drive that was unplugged is shown as removed', async () => {
    const drives = [driveLine()];
    const { user } = carry({ 'media.drives': () => ({ drives }) });
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await buttonThatIs('on', WRITE);
    drives.length = 0;
    await screen.findByText(driveTexts('removedText'), {}, { timeout: 6000 });
    expect(screen.queryByText(/GiB free/)).toBeNull();
    await buttonThatIs('off', WRITE);
    await user.click(screen.getByRole('button', { name: driveTexts('removeButton', { drive: 'FLEET-A' }) }));
    expect(screen.queryByText(driveTexts('removedText'))).toBeNull();
  }, 20_000);

  test('nothing can be written to drives without room for a volume', async () => {
    const { user } = carry({
      'media.planExport': exportLine({
        projected: [{ path: '/mnt/a', volumes: [], bytes: 0 }],
        left: { volumes: 3, bytes: 12e9 },
      }),
    });
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await screen.findByText(driveTexts('nothingFitsText'));
    await buttonThatIs('off', t('writeButton', { count: 0 }));
  });

  test('a drive gets a name, which the export records', async () => {
    const { user, requested } = carry();
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await user.click(screen.getByRole('button', { name: driveTexts('renameButton', { drive: 'FLEET-A' }) }));
    const field = screen.getByRole('textbox', { name: driveTexts('nameLabel', { drive: 'FLEET-A' }) });
    await user.clear(field);
    await user.type(field, '/');
    await buttonThatIs('off', driveTexts('saveNameButton'));
    await user.clear(field);
    await user.type(field, 'Safe 7{Enter}');
    await screen.findByRole('checkbox', { name: /Safe 7/ });
    await user.click(await buttonThatIs('on', WRITE));
    expect(requested('media.export')).toMatchObject([{ to: ['/mnt/a'], names: { '/mnt/a': 'Safe 7' } }]);
  });

  test('a list of drives that changes leaves the focus on the buttons of a name', async () => {
    const drives = { drives: [driveLine()] };
    const { user } = carry({ 'media.drives': () => drives });
    await user.click(
      await screen.findByRole('button', { name: driveTexts('renameButton', { drive: 'FLEET-A' }) }),
    );
    expect(document.activeElement?.tagName).toBe('INPUT');
    const cancel = await buttonThatIs('on', driveTexts('cancelButton'));
    act(() => cancel.focus());
    drives.drives = [driveLine({ free: 1e9 })];
    await screen.findByText(new RegExp(size(1e9)), undefined, { timeout: 6000 });
    expect(document.activeElement).toBe(cancel);
    await user.keyboard('{Enter}');
    const pencil = screen.getByRole('button', { name: driveTexts('renameButton', { drive: 'FLEET-A' }) });
    expect(document.activeElement).toBe(pencil);
  }, 20_000);

  test('unavailable drives are shown on request with the reason', async () => {
    const system = driveLine({
      ...{ device: '/dev/sda', label: 'SYSTEM', mountPoint: '/' },
      rejected: { reason: 'system', message: 'the system disk' },
    });
    const { user } = carry({ 'media.drives': { drives: [driveLine(), system] } });
    await user.click(
      await screen.findByRole('button', { name: driveTexts('showOthersButton', { count: 1 }) }),
    );
    expect(await screen.findByText(/the system disk/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: driveTexts('hideOthersButton') }));
    expect(screen.queryByText(/the system disk/)).toBeNull();
  });

  test('another transfer is chosen in the address', async () => {
    const { user, requested, address } = carry();
    await user.selectOptions(
      await screen.findByRole('combobox', { name: mediaTexts('transferLabel') }),
      'fleet-0009',
    );
    await expect.poll(address).toBe('/carry?workspace=%2Fw&transfer=fleet-0009');
    await expect.poll(() => requested('media.planExport').at(-1)?.transfer).toBe('fleet-0009');
  });

  test('a rejected export shows why and can be started again', async () => {
    const { user } = carry({ 'media.export': failing('no room', { remedy: 'Insert another drive.' }) });
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await user.click(await buttonThatIs('on', WRITE));
    expect(
      await screen.findByRole('heading', { name: new RegExp(t('failedTitle', { transfer: 'fleet-0008' })) }),
    ).toBeTruthy();
    expect(screen.getByText('Insert another drive.')).toBeTruthy();
    await buttonThatIs('on', WRITE);
  });

  test('workspaces that cannot be read are reported', async () => {
    openScreen(
      <CarryScreen />,
      { 'workspaces.list': failing('no access', { remedy: 'Check the folder.' }), 'jobs.list': { jobs: [] } },
      '/carry',
    );
    expect(await screen.findByText('Check the folder.')).toBeTruthy();
  });

  test('the volumes that a code names as missing are written again', async () => {
    const { user, requested } = carry({
      'media.planExport': startedExport(3),
      'media.missingVolumes': { volumes: [1, 3] },
    });
    await user.click(await screen.findByRole('button', { name: mediaTexts('moreButton') }));
    await user.click(await screen.findByRole('textbox', { name: t('codeLabel') }));
    await user.paste(' 147K-2M42 ');
    await user.click(await buttonThatIs('on', t('selectMissingButton')));
    await screen.findByText(t('missingSelected', { count: 2, volumes: '1, 3' }));
    expect(requested('media.missingVolumes')).toEqual([
      { workspace: '/w', transfer: 'fleet-0008', code: '147K-2M42' },
    ]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: t('onlyLabel') }).value).toBe('1, 3');
  });

  test('a code of another transfer is reported', async () => {
    const { user } = carry({
      'media.planExport': startedExport(3),
      'media.missingVolumes': failing('the code is for another transfer'),
    });
    await user.click(await screen.findByRole('button', { name: mediaTexts('moreButton') }));
    await user.type(await screen.findByRole('textbox', { name: t('codeLabel') }), 'x');
    await user.click(await buttonThatIs('on', t('selectMissingButton')));
    await screen.findByText(t('selectMissingFailedTitle'));
  });

  test('a read-only session writes nothing', async () => {
    carry(READER);
    await expectRejected(WRITE);
  });
});

describe('during the export', () => {
  const started: Answers = { 'media.planExport': startedExport(1) };

  test('Pause sends a request, and the state of the event is shown', async () => {
    const { user, requested, report } = carry(started, [exportJob()]);
    await expectHeading(mediaTexts('writingTitle', { volume: 2, total: 3, drive: 'FLEET-A' }));
    await user.click(await buttonThatIs('on', t('pauseButton')));
    expect(requested('jobs.stop')).toEqual([{ kind: 'media', id: 'j' }]);
    report({ type: 'job', job: exportJob({ status: 'pausing' }) });
    await buttonThatIs('off', t('pauseButton'));
  });

  test('chosen volumes are written once: the rest is the next step', async () => {
    const { user, report } = carry({ 'media.planExport': startedExport(1) });
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await user.click(await screen.findByRole('button', { name: mediaTexts('moreButton') }));
    await user.type(screen.getByRole('textbox', { name: t('onlyLabel') }), '1');
    await buttonThatIs('on', t('writeNumbersButton', { count: 1, volumes: '1' }));
    report({ type: 'job', job: exportJob({}, { volumes: [1] }) });
    await screen.findByRole('button', { name: t('pauseButton') });
    report({ type: 'job', job: exportJob({ status: 'done' }, { volumes: [1] }) });
    await buttonThatIs('on', t('writeRestButton', { count: 2 }));
  });

  test('a waiting export continues with the chosen drive', async () => {
    const need = {
      reason: 'next',
      message: '',
      volume: 3,
      volumeBytes: 4e9,
      volumes: 1,
      bytes: 4e9,
    } as const;
    const { user, requested } = carry(started, [exportJob({ status: 'waiting', need })]);
    await user.click(await buttonThatIs('on', CONTINUE));
    expect(requested('jobs.answer')).toEqual([{ kind: 'media', id: 'j', path: '/mnt/a' }]);
  });

  test('a rejected answer is not an error when the export has continued, nor for the next drive', async () => {
    const need = { reason: 'next', message: '', volume: 3, volumeBytes: 9, volumes: 1, bytes: 9 } as const;
    const answers = { ...started, 'jobs.answer': failing('the export is not waiting') };
    const { user, report } = carry(answers, [exportJob({ status: 'waiting', need })]);
    await user.click(await buttonThatIs('on', CONTINUE));
    await screen.findByText(/the export is not waiting/i);
    report({ type: 'job', job: exportJob() });
    await expectHeading(mediaTexts('writingTitle', { volume: 2, total: 3, drive: 'FLEET-A' }));
    expect(screen.queryByText(/the export is not waiting/i)).toBeNull();
    report({ type: 'job', job: exportJob({ status: 'waiting', need }) });
    await buttonThatIs('on', CONTINUE);
    expect(screen.queryByText(/the export is not waiting/i)).toBeNull();
  });

  test('a drive that is inserted is not requested again', async () => {
    const need = { reason: 'next', message: '', volume: 3, volumeBytes: 9, volumes: 1, bytes: 9 } as const;
    const safe = [{ drive: 'FLEET-A', name: 'FLEET-A', path: '/mnt/a', volumes: [1, 2] }];
    const second = driveLine({ device: '/dev/sdc1', label: 'FLEET-B', mountPoint: '/mnt/b' });
    const drives = { drives: [driveLine({ free: 1 })] };
    const { user } = carry({ ...started, 'media.drives': () => drives }, [
      exportJob({ status: 'waiting', need, safe }),
    ]);
    await expectHeading(mediaTexts('insertSafeTitle', { safe: 'FLEET-A' }));
    drives.drives = [driveLine({ free: 1 }), second];
    const box = await screen.findByRole('checkbox', { name: /FLEET-B/ }, { timeout: 6000 });
    await expectHeading(mediaTexts('selectSafeTitle', { safe: 'FLEET-A' }));
    screen.getByText(t('selectText'));
    expect(screen.queryByText(t('notInserted'))).toBeNull();
    await user.click(box);
    await expectHeading(mediaTexts('continueSafeTitle', { safe: 'FLEET-A', drive: 'FLEET-B' }));
    screen.getByText(t('continueText', { drive: 'FLEET-B' }));
  }, 15_000);

  test('a full drive is not offered again, although the engine numbered its name', async () => {
    const need = {
      reason: 'next',
      message: '',
      volume: 3,
      volumeBytes: 4e9,
      volumes: 1,
      bytes: 4e9,
    } as const;
    const safe = [{ drive: 'FLEET-A-2', name: 'FLEET-A', path: '/mnt/a', volumes: [1, 2] }];
    carry({ ...started, 'media.drives': { drives: [driveLine({ free: 1e9 })] } }, [
      exportJob({ status: 'waiting', need, safe, drive: undefined, path: '/mnt/a' }),
    ]);
    await buttonThatIs('off', t('continueButton'));
    expect(screen.queryByRole('button', { name: CONTINUE })).toBeNull();
  });

  test('a drive that becomes full is inspected again', async () => {
    const need = { reason: 'next', message: '', volume: 3, volumeBytes: 9, volumes: 1, bytes: 9 } as const;
    const { requested, report } = carry(started, [exportJob()]);
    await expectHeading(mediaTexts('writingTitle', { volume: 2, total: 3, drive: 'FLEET-A' }));
    await expect.poll(() => requested('media.inspect').length).toBe(1);
    report({ type: 'job', job: exportJob({ status: 'waiting', need }) });
    await expect.poll(() => requested('media.inspect').length).toBe(2);
  });

  test('a full drive is not offered again', async () => {
    const need = {
      reason: 'next',
      message: '',
      volume: 3,
      volumeBytes: 4e9,
      volumes: 1,
      bytes: 4e9,
    } as const;
    const safe = [{ drive: 'FLEET-A', volumes: [1, 2] }];
    carry({ ...started, 'media.drives': { drives: [driveLine({ free: 1e9 })] } }, [
      exportJob({ status: 'waiting', need, safe }),
    ]);
    await buttonThatIs('off', t('continueButton'));
    expect(screen.queryByRole('button', { name: CONTINUE })).toBeNull();
    await screen.findByText(t('insertText', { size: '3.7 GiB' }));
  });

  test('it continues on an empty drive with the label and the place of the full one, without its name', async () => {
    const need = {
      reason: 'next',
      message: '',
      volume: 3,
      volumeBytes: 4e9,
      volumes: 1,
      bytes: 4e9,
    } as const;
    const safe = [{ drive: 'Safe 7', path: '/mnt/a', volumes: [1, 2] }];
    const job = exportJob(
      { status: 'waiting', drive: 'Safe 7', need, safe },
      { names: { '/mnt/a': 'Safe 7' } },
    );
    const drives = { drives: [driveLine({ free: 1e9 })] };
    const { user, requested, report } = carry({ ...started, 'media.drives': () => drives }, [job]);
    await screen.findByText(t('safeText', { count: 2, volumes: '1 and 2' }));
    const polled = async (next: DriveLine[]) => {
      drives.drives = next;
      const before = requested('media.drives').length;
      await expect.poll(() => requested('media.drives').length, { timeout: 6000 }).toBeGreaterThan(before);
    };
    await polled([]);
    await screen.findByText(driveTexts('noDrivesText'));
    await polled([driveLine()]);
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await user.click(await buttonThatIs('on', CONTINUE));
    expect(requested('jobs.answer')).toEqual([{ kind: 'media', id: 'j', path: '/mnt/a' }]);
    expect(screen.queryByText(t('safeText', { count: 2, volumes: '1 and 2' }))).toBeNull();
    report({
      type: 'job',
      job: {
        ...{ ...job, status: 'running', phase: 'writing', need: undefined },
        ...{ drive: 'FLEET-A-2', path: '/mnt/a' },
      },
    });
    await screen.findByText(t('busyText'));
    const both = [...safe, { drive: 'FLEET-A-2', name: 'FLEET-A', path: '/mnt/a', volumes: [3] }];
    report({
      type: 'job',
      job: {
        ...{ ...job, status: 'done', phase: 'done', need: undefined, safe: both },
        ...{ drive: undefined, path: '/mnt/a' },
      },
    });
    await screen.findByText(t('safeText', { count: 1, volumes: '3' }));
    // A completed drive that is unplugged isn't missing.
    await polled([]);
    await screen.findByText(driveTexts('noDrivesText'));
    expect(screen.queryByText(driveTexts('removedText'))).toBeNull();
  }, 20_000);

  test('a drive whose folder has the label of another one is not in use', async () => {
    const other = driveLine({ device: '/dev/sdc1', label: 'OTHER', mountPoint: '/media/FLEET-A' });
    carry({ ...started, 'media.drives': { drives: [driveLine(), other] } }, [
      exportJob({ drive: 'FLEET-A', path: '/mnt/a' }, { to: ['/mnt/a', '/media/FLEET-A'] }),
    ]);
    expect(await screen.findAllByText(t('busyText'))).toHaveLength(1);
  });

  test.each([
    { drive: 'FLEET-A', inserted: true },
    { drive: 'FLEET-B', inserted: false },
  ])('that waits for $drive shows whether it is inserted again', async ({ drive, inserted }) => {
    const need = {
      reason: 'removed',
      drive,
      message: '',
      volume: 2,
      volumeBytes: 1,
      volumes: 2,
      bytes: 2,
    } as const;
    const to = [inserted ? '/mnt/a' : '/mnt/b'];
    const job = exportJob({ status: 'waiting', need }, { to });
    const places = to.map((path) => ({ path, present: inserted, mounted: inserted }));
    carry({ 'media.planExport': startedExport(1), 'media.presence': { places } }, [job]);
    await screen.findByText(inserted ? t('continueText', { drive }) : t('insertText', { size: '2 B' }));
    await expectHeading(mediaTexts(inserted ? 'reinsertedTitle' : 'driveRemovedTitle', { drive }));
    expect(screen.queryByText(t('notInserted')) === null).toBe(inserted);
  });

  test.each(['removed', 'read-only'] as const)(
    'that waits because a drive is %s names the other chosen drive that it continues on',
    async (reason) => {
      const need = {
        ...{ reason, drive: 'FLEET-B', message: '', volume: 2 },
        ...{ volumeBytes: 1, volumes: 2, bytes: 2 },
      };
      carry({ 'media.planExport': startedExport(1) }, [exportJob({ status: 'waiting', need })]);
      await expectHeading(mediaTexts('continueTitle', { drive: 'FLEET-A' }));
      await buttonThatIs('on', CONTINUE);
      await screen.findByText(t('continueText', { drive: 'FLEET-A' }));
      expect(screen.queryByText('FLEET-B')).toBeNull();
    },
  );
});

describe('after the export', () => {
  test('a drive of a complete export has no warning that no volume fits', async () => {
    const projected = [{ path: '/mnt/a', volumes: [], bytes: 0 }];
    carry({ 'media.planExport': { ...startedExport(3), projected } }, [
      exportJob({ status: 'done', safe: [{ drive: 'FLEET-A', volumes: [1, 2, 3] }] }),
    ]);
    await screen.findByText(t('safeText', { count: 3, volumes: '1 to 3' }));
    expect(screen.queryByText(driveTexts('nothingFitsText'))).toBeNull();
  });

  test('a stopped export is resumed by its ID', async () => {
    const error = failing('no room on FLEET-A', { remedy: 'Insert another.' }).failure;
    const { user, requested } = carry({ 'media.planExport': startedExport(1) }, [
      exportJob({ status: 'failed', error }),
    ]);
    expect(await screen.findByText('Insert another.')).toBeTruthy();
    await user.click(await buttonThatIs('on', RESUME));
    expect(requested('media.resume')).toEqual([{ id: 'j' }]);
  });

  const done = exportJob({ status: 'done', safe: [{ drive: 'FLEET-A', volumes: [1, 2, 3] }] });

  test('the drive is ejected by its device, and a failure is shown', async () => {
    const { user, requested } = carry(
      {
        'media.planExport': startedExport(3),
        'media.eject': failing('in use', { remedy: 'Close the shell.' }),
      },
      [done],
    );
    await user.click(await buttonThatIs('on', driveTexts('ejectButton', { drive: 'FLEET-A' })));
    expect(requested('media.eject')).toEqual([{ device: '/dev/sdb1' }]);
    expect(
      await screen.findByRole('heading', {
        name: new RegExp(driveTexts('ejectFailedTitle', { drive: 'FLEET-A' })),
      }),
    ).toBeTruthy();
  });

  test('a simulated drive is shown as ejected, and the message is next', async () => {
    const { user } = carry({ 'media.planExport': startedExport(3), 'media.eject': { state: 'simulated' } }, [
      done,
    ]);
    await user.click(await buttonThatIs('on', driveTexts('ejectButton', { drive: 'FLEET-A' })));
    await screen.findByText(driveTexts('ejectedSimulatedText', { drive: 'FLEET-A' }));
    expect(
      screen.queryByRole('button', { name: driveTexts('ejectButton', { drive: 'FLEET-A' }) }),
    ).toBeNull();
    expect((await buttonThatIs('on', t('copyMessageButton'))).className).toContain('pf-m-primary');
  });

  test('several drives are ejected one after another, the last one first', async () => {
    const second = driveLine({ device: '/dev/sdc1', label: 'FLEET-B', mountPoint: '/mnt/b' });
    const safe = [...done.safe, { drive: 'FLEET-B', path: '/mnt/b', volumes: [3] }];
    const { user, requested } = carry(
      {
        'media.planExport': startedExport(3),
        'media.drives': { drives: [driveLine(), second] },
        'media.eject': { state: 'simulated' },
      },
      [{ ...done, safe }],
    );
    const written = { transfer: 'fleet-0008', drives: 'FLEET-A' };
    await expectHeading(mediaTexts('completeSafeTitle', { ...written, safe: 'FLEET-B' }));
    await user.click(await buttonThatIs('on', driveTexts('ejectButton', { drive: 'FLEET-B' })));
    await expectHeading(mediaTexts('completeSafeTitle', { ...written, safe: 'FLEET-A' }));
    await user.click(await buttonThatIs('on', driveTexts('ejectButton', { drive: 'FLEET-A' })));
    await expectHeading(mediaTexts('completeRemovedTitle', { ...written, count: 1 }));
    expect(requested('media.eject')).toEqual([{ device: '/dev/sdc1' }, { device: '/dev/sdb1' }]);
    await screen.findByText(driveTexts('ejectedSimulatedText', { drive: 'FLEET-A' }));
    expect((await buttonThatIs('on', t('copyMessageButton'))).className).toContain('pf-m-primary');
  });

  test.each([
    [true, 'safeText'],
    [false, 'safeUnverifiedText'],
  ] as const)('a drive is safe to remove, with read back: %s', async (readBack, key) => {
    carry({ 'media.planExport': startedExport(3) }, [
      exportJob({ status: 'done', safe: done.safe }, { readBack }),
    ]);
    await screen.findByText(t(key, { count: 3, volumes: '1 to 3' }));
  });

  test('without a drive to eject, the next step is the message for the receiving side', async () => {
    const { user } = carry({ 'media.planExport': startedExport(3), 'media.drives': { drives: [] } }, [done]);
    await user.click(await buttonThatIs('on', t('copyMessageButton')));
    const text = await navigator.clipboard.readText();
    expect(text).toContain('Transfer fleet-0008 is on drive FLEET-A (3 volumes, 11.2 GiB).');
    expect(text).toContain('The record fingerprint must be 7F3K-29QX.');
  });

  test('Follow opens the transfer in its enclave', async () => {
    const { user, address } = carry({ 'media.planExport': startedExport(3) }, [done]);
    await user.click(await buttonThatIs('on', t('followButton', { transfer: 'fleet-0008' })));
    await expect.poll(address).toBe('/enclaves/fleet?workspace=%2Fw&transfer=fleet-0008');
  });
});

describe('the signature', () => {
  const KEY = {
    ...{ fingerprint: 'AB'.repeat(20), name: 'Mirror team', createdBy: 'ann', publicKey: '/w/key.asc' },
    privateKey: 'open' as const,
  };

  test('a key pair is created with the name that was typed', async () => {
    const { user, requested } = carry({ 'keys.create': KEY });
    await user.click(await buttonThatIs('on', keyTexts('createButton')));
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByRole('textbox', { name: keyTexts('nameLabel') });
    await user.clear(name);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: keyTexts('createButton') }).disabled).toBe(
      true,
    );
    await user.type(name, ' Mirror team ');
    await user.click(dialog.getByRole('button', { name: keyTexts('createButton') }));
    expect(requested('keys.create')).toEqual([{ workspace: '/w', name: 'Mirror team' }]);
    await expect.poll(() => requested('keys.signing').length).toBeGreaterThan(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  test('a key pair that cannot be created keeps the dialog and shows why', async () => {
    const { user } = carry({ 'keys.create': failing('no entropy', { remedy: 'Try later.' }) });
    await user.click(await buttonThatIs('on', keyTexts('createButton')));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: keyTexts('createButton') }));
    expect(await dialog.findByText('Try later.')).toBeTruthy();
  });

  test('a key is retired only after a dialog that shows its fingerprint', async () => {
    const { user, requested } = carry({ 'keys.signing': { keys: [KEY] }, 'keys.retire': {} });
    await user.click(await buttonThatIs('on', keyTexts('retireButton')));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('ABAB ABAB');
    expect(requested('keys.retire')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: keyTexts('retireConfirmButton') }));
    expect(requested('keys.retire')).toEqual([{ workspace: '/w', fingerprint: KEY.fingerprint }]);
  });
});
