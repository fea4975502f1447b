import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../../engine/session.fixture.ts';
import { t as keyTexts } from '../keys/messages.ts';
import { arrivalLine, driveLine, importJob } from '../media.fixture.ts';
import { t as mediaTexts } from '../messages.ts';
import { t } from './messages.ts';
import ReadyScreen from './ready-screen.tsx';
import ReceiveScreen from './receive-screen.tsx';

const FINGERPRINT = 'DB73FDBB89576B7E3DC46D4F101A7FC98A3FD99C';

const receive = (arrivals: ArrivalLine[], answers: Answers = {}, jobs: MediaJob[] = []) =>
  openScreen(
    <ReceiveScreen />,
    {
      'media.drives': { drives: [driveLine()] },
      'media.arrivals': { arrivals },
      'jobs.list': { jobs },
      'keys.trusted': { keys: [] },
      'keys.find': { keys: [] },
      'media.inspect': { path: '/mnt/a', bytes: 16e6, free: 8e6, entries: 2 },
      ...answers,
    },
    '/receive?directory=%2Fr',
  );
const RECEIVE = t('receiveFromButton', { drives: 'FLEET-A' });
const TRUST = { name: keyTexts('trustKeyLabel', { name: 'Mirror team' }) };
const chooseDrive = async (user: ReturnType<typeof receive>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: /FLEET-A/ }));

describe('Receive', () => {
  test('reads the chosen drive into the folder of the address', async () => {
    const { user, requested } = receive([]);
    await buttonThatIs('off', t('receiveButton'));
    await chooseDrive(user);
    expect(requested('media.import')).toEqual([]);
    await user.click(await buttonThatIs('on', RECEIVE));
    expect(requested('media.import')).toEqual([{ from: ['/mnt/a'], directory: '/r', watch: false }]);
  });

  test('shows why an import was rejected', async () => {
    const { user } = receive([], { 'media.import': failing('no trusted key', { remedy: 'Trust a key.' }) });
    await chooseDrive(user);
    await user.click(await buttonThatIs('on', RECEIVE));
    expect(await screen.findByRole('heading', { name: new RegExp(t('failedTitle')) })).toBeTruthy();
    expect(screen.getByText('Trust a key.')).toBeTruthy();
  });

  test('pauses an import, and resumes it by its ID', async () => {
    const { user, requested, report } = receive([], {}, [importJob()]);
    await user.click(await buttonThatIs('on', t('pauseButton')));
    expect(requested('jobs.stop')).toEqual([{ kind: 'media', id: 'j' }]);
    report({ type: 'job', job: importJob({ status: 'paused' }) });
    await user.click(await buttonThatIs('on', mediaTexts('resumeButton', { drives: 'FLEET-A' })));
    expect(requested('media.resume')).toEqual([{ id: 'j' }]);
  });

  test('pushes a complete transfer from the folder', async () => {
    const { user, address } = receive([arrivalLine(['complete'])]);
    await user.click(await buttonThatIs('on', t('pushButton', { transfer: 'fleet-0008' })));
    expect(address()).toBe('/push?from=%2Fr');
  });

  test('after the drives were read, Push is the primary button, and a damaged drive is not verified', async () => {
    const job = importJob({ status: 'done', damaged: ['FLEET-A'] });
    const { user, report } = receive([arrivalLine(['complete'])], {}, []);
    await chooseDrive(user);
    await buttonThatIs('on', RECEIVE);
    report({ type: 'job', job });
    const push = await buttonThatIs('on', t('pushButton', { transfer: 'fleet-0008' }));
    expect(push.className).toContain('pf-m-primary');
    await screen.findByText(t('damagedDriveText'));
    expect(screen.queryByText(t('verifiedText'))).toBeNull();
  });

  test('a drive that was just read is not the next step, until it is selected again', async () => {
    const { user, report } = receive([arrivalLine(['complete', 'missing'])], {
      'media.import': importJob(),
    });
    await chooseDrive(user);
    await user.click(await buttonThatIs('on', RECEIVE));
    report({ type: 'job', job: importJob() });
    await screen.findByRole('button', { name: t('pauseButton') });
    report({ type: 'job', job: importJob({ status: 'done' }) });
    const again = await buttonThatIs('on', t('receiveAgainButton', { drives: 'FLEET-A' }));
    expect(again.className).not.toContain('pf-m-primary');
    await chooseDrive(user);
    await chooseDrive(user);
    expect((await buttonThatIs('on', RECEIVE)).className).toContain('pf-m-primary');
  });

  test('a drive that was read is not the next step after another one is deselected', async () => {
    const second = driveLine({ device: '/dev/sdc1', label: 'FLEET-B', mountPoint: '/mnt/b' });
    const job = importJob({}, { from: ['/mnt/a', '/mnt/b'] });
    const { user, report } = receive([arrivalLine(['complete', 'missing'])], {
      'media.drives': { drives: [driveLine(), second] },
      'media.import': job,
    });
    await chooseDrive(user);
    await user.click(await screen.findByRole('checkbox', { name: /FLEET-B/ }));
    await user.click(await buttonThatIs('on', t('receiveFromButton', { drives: 'FLEET-A and FLEET-B' })));
    report({ type: 'job', job });
    await screen.findByRole('button', { name: t('pauseButton') });
    report({ type: 'job', job: { ...job, status: 'done' } });
    await buttonThatIs('on', t('receiveAgainButton', { drives: 'FLEET-A and FLEET-B' }));
    await chooseDrive(user);
    const again = await buttonThatIs('on', t('receiveAgainButton', { drives: 'FLEET-B' }));
    expect(again.className).not.toContain('pf-m-primary');
  });

  test('what an import received is announced only from an answer after its end', async () => {
    const arrivals = [arrivalLine(['complete', 'missing'])];
    const afterEnd = Promise.withResolvers<object>();
    let hasEnded = false;
    const { report } = receive(
      [],
      { 'media.arrivals': () => (hasEnded ? (afterEnd.promise as never) : { arrivals }) },
      [importJob()],
    );
    await screen.findByRole('button', { name: t('savePageButton') });
    hasEnded = true;
    // The clocks of the engine and of the browser differ.
    report({ type: 'job', job: importJob({ status: 'failed', endedAt: '1990-01-01T00:00:00Z' }) });
    await expectHeading(t('endedTitle', { status: 'failed' }));
    afterEnd.resolve({ arrivals });
    await expectHeading(/^Import stopped.+/);
  });

  test('what an import received is announced if it ended before the screen was opened', async () => {
    receive([arrivalLine(['complete', 'missing'])], {}, [
      importJob({ status: 'failed', endedAt: '2090-01-01T00:00:00Z' }),
    ]);
    await expectHeading(/^Import stopped.+/);
  });

  test('a failed import without content says that nothing was received, and offers no wrong drive', async () => {
    const error = { code: 'usage', message: 'No content', problems: [] } as never;
    receive([], {}, [importJob({ status: 'failed', error }, { from: ['/mnt/wrong'] })]);
    await expectHeading(t('nothingEndedTitle', { status: 'failed' }));
    const resume = await buttonThatIs('on', mediaTexts('resumeButton', { drives: 'wrong' }));
    expect(resume.className).not.toContain('pf-m-primary');
  });

  test('the source and the destination of an import are named by their side', async () => {
    receive([]);
    await screen.findByRole('combobox', { name: t('sourceLabel') });
    screen.getByRole('combobox', { name: t('directoryLabel') });
    screen.getByText(t('drivesTitle'));
    expect(screen.queryByRole('combobox', { name: 'Directory' })).toBeNull();
    screen.getByText(t('destinationNote', { folder: 'r' }));
  });

  test('a copied transfer is never shown as verified', async () => {
    receive([arrivalLine(['complete'], { checked: false })]);
    await expectHeading(t('uncheckedTitle', { transfer: 'fleet-0008' }));
    await screen.findByText(/present, not verified/);
    expect(screen.queryByText(/[iB] verified$/)).toBeNull();
  });

  test('a transfer whose files changed after their verification is explained', async () => {
    receive([arrivalLine(['complete'], { checked: false, lastVerification: 'changed' })]);
    await screen.findByText(/^The files of this transfer changed after their verification\./);
    expect(screen.queryByText(/hasn't been verified/)).toBeNull();
  });

  test('a drive without a transfer is recognizable before it is read', async () => {
    receive([]);
    await screen.findByText('Content: no transfers, 2 other files and directories.');
  });

  test('a read-only session receives nothing', async () => {
    const { user } = receive([], READER);
    await chooseDrive(user);
    await expectRejected(RECEIVE);
  });

  test('a page that cannot be created shows why', async () => {
    const { user, requested } = receive([arrivalLine(['complete'], { code: '147K-Z' })], {
      'media.acknowledgmentPage': failing('no record', { remedy: 'Receive it again.' }),
    });
    await user.click(await buttonThatIs('on', t('savePageButton')));
    expect(await screen.findByText('Receive it again.')).toBeTruthy();
    expect(requested('media.acknowledgmentPage')).toEqual([
      { directory: '/r', transfer: 'fleet-0008', reached: 'imported' },
    ]);
  });
});

describe('Trusted keys', () => {
  const FOUND = { file: '/mnt/a/key.asc', fingerprint: FINGERPRINT, name: 'Mirror team', trusted: false };
  const TRUSTED = { fingerprint: FINGERPRINT, name: 'Mirror team', by: 'root', directory: '/r' };

  test('a key on a chosen drive is trusted only after its digits are compared', async () => {
    const { user, requested } = receive([], {
      'keys.find': { keys: [FOUND] },
      'keys.trust': { key: TRUSTED, unsigned: ['fleet-0007'] },
    });
    expect(requested('keys.find')).toEqual([]);
    await chooseDrive(user);
    await user.click(await screen.findByRole('button', TRUST));
    const dialog = within(await screen.findByRole('dialog'));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: keyTexts('trustButton') });
    expect(button.disabled).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: keyTexts('comparedLabel') }));
    await user.click(button);
    expect(requested('keys.trust')).toEqual([
      { directory: '/r', file: '/mnt/a/key.asc', fingerprint: FINGERPRINT },
    ]);
    expect(
      await screen.findByText(keyTexts('unsignedTransfersText', { transfers: 'fleet-0007' })),
    ).toBeTruthy();
  });

  test('a key in a file is shown on request', async () => {
    const { user, requested } = receive([], { 'keys.find': { keys: [{ ...FOUND, file: '/srv/key.asc' }] } });
    await buttonThatIs('off', keyTexts('showKeyButton'));
    await user.click(await screen.findByRole('combobox', { name: keyTexts('keyFileLabel') }));
    await user.paste('/srv/key.asc');
    await user.click(await buttonThatIs('on', keyTexts('showKeyButton')));
    expect(await screen.findByRole('button', TRUST)).toBeTruthy();
    expect(requested('keys.find')).toEqual([{ directory: '/r', paths: ['/srv/key.asc'] }]);
  });

  test('a file without a key shows why', async () => {
    const { user } = receive([], { 'keys.find': failing('no key', { remedy: 'Choose an .asc file.' }) });
    await user.click(await screen.findByRole('combobox', { name: keyTexts('keyFileLabel') }));
    await user.paste('/srv/x');
    await user.click(await buttonThatIs('on', keyTexts('showKeyButton')));
    expect(await screen.findByText('Choose an .asc file.')).toBeTruthy();
  });

  test.each([
    ['the last key', [TRUSTED], keyTexts('removeLastText')],
    [
      'one of several',
      [TRUSTED, { ...TRUSTED, fingerprint: 'AA'.repeat(20), name: 'Other' }],
      keyTexts('removeText'),
    ],
  ])('removing %s shows the consequence and requires confirmation', async (_which, keys, words) => {
    const { user, requested } = receive([], { 'keys.trusted': { keys }, 'keys.distrust': {} });
    await user.click(
      await screen.findByRole('button', { name: keyTexts('removeKeyLabel', { name: 'Mirror team' }) }),
    );
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(words);
    expect(requested('keys.distrust')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: keyTexts('removeButton') }));
    expect(requested('keys.distrust')).toEqual([{ fingerprint: FINGERPRINT, directory: '/r' }]);
    await expect.poll(() => requested('keys.trusted').length).toBeGreaterThan(1);
  });
});

describe('Ready', () => {
  const ready = (arrivals: ArrivalLine[], answers: Answers = {}) =>
    openScreen(
      <ReadyScreen />,
      {
        'media.arrivals': { arrivals },
        'workspaces.list': { workspaces: [] },
        'transfers.attachments': { files: [] },
        ...answers,
      },
      '/ready?directory=%2Fr',
    );
  const copied = arrivalLine(['complete'], { checked: false, directory: '/r/transfers/fleet-0008' });

  test('another stage has another code', async () => {
    const { user, requested } = ready([arrivalLine(['complete'])]);
    await user.selectOptions(await screen.findByLabelText(t('reachedLabel')), t('appliedStage'));
    await expect.poll(() => requested('media.arrivals').at(-1)?.reached).toBe('applied');
  });

  test('a pushed folder starts with the stage pushed', async () => {
    const { requested } = ready([arrivalLine(['complete'])], {
      'workspaces.list': { workspaces: [{ directory: '/r', enclaves: [{ next: 'open-resources' }] }] },
    });
    await expect.poll(() => requested('media.arrivals').at(-1)?.reached).toBe('pushed');
  });

  test('a copied transfer is verified on request, and its code is shown', async () => {
    const set = { code: '147K-Z', summary: '0008 is complete', missing: [], bytes: 2 ** 30 };
    const { user, requested } = ready([copied], { 'transfers.received': { sets: [set] } });
    await user.click(await buttonThatIs('on', t('verifyButton')));
    expect(await screen.findByText(t('intactText', { size: '1.0 GiB' }))).toBeTruthy();
    expect(screen.getByText('147K-Z')).toBeTruthy();
    expect(requested('transfers.received')).toEqual([
      { directory: '/r/transfers/fleet-0008', reached: 'imported', ticket: expect.any(String) },
    ]);
  });

  test('verification can be stopped and started again', async () => {
    const { user } = ready([copied]);
    await user.click(await buttonThatIs('on', t('verifyButton')));
    await user.click(await buttonThatIs('on', t('stopVerifyButton')));
    await buttonThatIs('on', t('verifyButton'));
    expect(screen.queryByRole('heading', { name: new RegExp(t('verifyFailedTitle')) })).toBeNull();
  });

  test('a failed verification shows why', async () => {
    const { user } = ready([copied], {
      'transfers.received': failing('bad sector', { remedy: 'Copy it again.' }),
    });
    await user.click(await buttonThatIs('on', t('verifyButton')));
    expect(await screen.findByText('Copy it again.')).toBeTruthy();
  });

  test('a read-only session verifies nothing', async () => {
    ready([copied], READER);
    await expectRejected(t('verifyButton'));
  });

  test('attached files are listed, and extracted on request', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const file = {
      ...{ transfer: 'fleet-0008', name: 'rhcos.ova', size: 2 ** 30, digest },
      ...{ note: 'for vSphere', available: true },
    };
    const { user, requested } = ready([copied], {
      'transfers.attachments': {
        files: [file, { ...file, name: 'other' }, { ...file, name: 'absent', available: false }],
      },
      'transfers.extract': { files: [{ ...file, path: '/r/attachments/rhcos.ova' }] },
    });
    const card = within(await screen.findByRole('region', { name: t('attachmentsTitle') }));
    expect(card.getByText(t('attachmentAbsent'))).toBeTruthy();
    expect(card.getByRole<HTMLInputElement>('checkbox', { name: 'absent' }).disabled).toBe(true);
    await user.click(card.getByRole('checkbox', { name: 'other' }));
    await user.click(card.getByRole('button', { name: t('extractAttachmentsButton') }));
    await screen.findByText(t('attachmentsExtracted', { count: 1, folder: '/r/attachments' }));
    const directory = '/r/transfers/fleet-0008';
    expect(requested('transfers.extract')).toEqual([
      { directory, names: ['rhcos.ova'], to: '/r/attachments', ticket: expect.any(String) },
    ]);
  });

  test('a file that exists with other content stops the extraction', async () => {
    const file = { transfer: 'fleet-0008', name: 'a', size: 1, digest: 'd', available: true };
    const { user } = ready([copied], {
      'transfers.attachments': { files: [file] },
      'transfers.extract': failing('a exists', { remedy: 'Use an empty directory.' }),
    });
    await user.click(await buttonThatIs('on', t('extractAttachmentsButton')));
    expect(await screen.findByText('Use an empty directory.')).toBeTruthy();
  });

  test('missing volumes are received into the same folder', async () => {
    const { user, address } = ready([arrivalLine(['complete', 'missing'])]);
    await expectHeading(/./);
    await user.click(await buttonThatIs('on', t('receiveRestButton')));
    expect(address()).toBe('/receive?directory=%2Fr');
  });
});
