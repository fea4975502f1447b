import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { expectRefused, READER } from '../../engine/session.fixture.ts';
import { arrivalLine, driveLine, importJob } from '../media.fixture.ts';
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
      ...answers,
    },
    '/receive?directory=%2Fr',
  );
const chooseDrive = async (user: ReturnType<typeof receive>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: /FLEET-A/ }));

describe('Receive', () => {
  test('reads the chosen medium into the folder of the address', async () => {
    const { user, asked } = receive([]);
    await buttonThatIs('off', /^Receive/);
    await chooseDrive(user);
    expect(asked('media.import')).toEqual([]);
    await user.click(await buttonThatIs('on', /^Receive/));
    expect(asked('media.import')).toEqual([{ from: ['/mnt/a'], directory: '/r', watch: false }]);
  });

  test('shows why an import was rejected', async () => {
    const { user } = receive([], { 'media.import': failing('no trusted key', { remedy: 'Trust a key.' }) });
    await chooseDrive(user);
    await user.click(await buttonThatIs('on', /^Receive/));
    expect(await screen.findByRole('heading', { name: /Nothing more was received/ })).toBeTruthy();
    expect(screen.getByText('Trust a key.')).toBeTruthy();
  });

  test('pauses an import, and resumes one that stopped by its id', async () => {
    const { user, asked, report } = receive([], {}, [importJob()]);
    await user.click(await buttonThatIs('on', 'Pause'));
    expect(asked('jobs.stop')).toEqual([{ kind: 'media', id: 'j' }]);
    report({ type: 'job', job: importJob({ status: 'paused' }) });
    await user.click(await buttonThatIs('on', 'Go on with FLEET-A'));
    expect(asked('media.resume')).toEqual([{ id: 'j' }]);
  });

  test('pushes what is whole from the folder', async () => {
    const { user, address } = receive([arrivalLine(['whole'])]);
    await user.click(await buttonThatIs('on', 'Push fleet-0008'));
    expect(address()).toBe('/push?from=%2Fr');
  });

  test('a read-only session receives nothing', async () => {
    const { user } = receive([], READER);
    await chooseDrive(user);
    await expectRefused(/^Receive/);
  });

  test('the page with the code that cannot be made shows why', async () => {
    const { user, asked } = receive([arrivalLine(['whole'], { code: '147K-Z' })], {
      'media.acknowledgementPage': failing('no record', { remedy: 'Receive it again.' }),
    });
    await user.click(await buttonThatIs('on', 'Save page to print'));
    expect(await screen.findByText('Receive it again.')).toBeTruthy();
    expect(asked('media.acknowledgementPage')).toEqual([
      { directory: '/r', transfer: 'fleet-0008', reached: 'imported' },
    ]);
  });
});

describe('Trusted keys', () => {
  const FOUND = { file: '/mnt/a/key.asc', fingerprint: FINGERPRINT, name: 'Mirror team', trusted: false };
  const TRUSTED = { fingerprint: FINGERPRINT, name: 'Mirror team', by: 'root', directory: '/r' };

  test('a key on a chosen drive is trusted only after its digits were compared', async () => {
    const { user, asked } = receive([], {
      'keys.find': { keys: [FOUND] },
      'keys.trust': { key: TRUSTED, unsigned: ['fleet-0007'] },
    });
    expect(asked('keys.find')).toEqual([]);
    await chooseDrive(user);
    await user.click(await screen.findByRole('button', { name: 'Trust key Mirror team' }));
    const dialog = within(await screen.findByRole('dialog'));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Trust key' });
    expect(button.disabled).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: /I compared all digits/ }));
    await user.click(button);
    expect(asked('keys.trust')).toEqual([
      { directory: '/r', file: '/mnt/a/key.asc', fingerprint: FINGERPRINT },
    ]);
    expect(await screen.findByText(/still usable: fleet-0007/)).toBeTruthy();
  });

  test('a key in a file is shown on request', async () => {
    const { user, asked } = receive([], { 'keys.find': { keys: [{ ...FOUND, file: '/srv/key.asc' }] } });
    await buttonThatIs('off', 'Show key');
    await user.click(await screen.findByRole('combobox', { name: 'Public key file' }));
    await user.paste('/srv/key.asc');
    await user.click(await buttonThatIs('on', 'Show key'));
    expect(await screen.findByRole('button', { name: 'Trust key Mirror team' })).toBeTruthy();
    expect(asked('keys.find')).toEqual([{ directory: '/r', paths: ['/srv/key.asc'] }]);
  });

  test('a file without a key shows why', async () => {
    const { user } = receive([], { 'keys.find': failing('no key', { remedy: 'Choose an .asc file.' }) });
    await user.click(await screen.findByRole('combobox', { name: 'Public key file' }));
    await user.paste('/srv/x');
    await user.click(await buttonThatIs('on', 'Show key'));
    expect(await screen.findByText('Choose an .asc file.')).toBeTruthy();
  });

  test.each([
    ['the last key', [TRUSTED], 'signatures are no longer required'],
    [
      'one of several',
      [TRUSTED, { ...TRUSTED, fingerprint: 'AA'.repeat(20), name: 'Other' }],
      'signed only with this key',
    ],
  ])('removing %s says what follows and asks first', async (_which, keys, words) => {
    const { user, asked } = receive([], { 'keys.trusted': { keys }, 'keys.distrust': {} });
    await user.click(await screen.findByRole('button', { name: 'Remove key Mirror team' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(words);
    expect(asked('keys.distrust')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Remove key' }));
    expect(asked('keys.distrust')).toEqual([{ fingerprint: FINGERPRINT, directory: '/r' }]);
    await expect.poll(() => asked('keys.trusted').length).toBeGreaterThan(1);
  });
});

describe('Ready', () => {
  const ready = (arrivals: ArrivalLine[], answers: Answers = {}) =>
    openScreen(
      <ReadyScreen />,
      { 'media.arrivals': { arrivals }, 'workspaces.list': { workspaces: [] }, ...answers },
      '/ready?directory=%2Fr',
    );
  const copied = arrivalLine(['whole'], { checked: false, directory: '/r/transfers/fleet-0008' });

  test('a transfer that came further asks for the code of that', async () => {
    const { user, asked } = ready([arrivalLine(['whole'])]);
    await user.selectOptions(await screen.findByLabelText('It came as far as'), 'Applied to the cluster');
    await expect.poll(() => asked('media.arrivals').at(-1)?.reached).toBe('applied');
  });

  test('a folder that was pushed begins there', async () => {
    const { asked } = ready([arrivalLine(['whole'])], {
      'workspaces.list': { workspaces: [{ directory: '/r', enclaves: [{ next: 'open-resources' }] }] },
    });
    await expect.poll(() => asked('media.arrivals').at(-1)?.reached).toBe('pushed');
  });

  test('what was copied is read on request, and its code is shown', async () => {
    const set = { code: '147K-Z', words: '0008 is whole', lacks: [], bytes: 2 ** 30 };
    const { user, asked } = ready([copied], { 'transfers.received': { sets: [set] } });
    await user.click(await buttonThatIs('on', 'Read every byte'));
    expect(await screen.findByText('Every byte is right, 1.0 GiB.')).toBeTruthy();
    expect(screen.getByText('147K-Z')).toBeTruthy();
    expect(asked('transfers.received')).toEqual([
      { directory: '/r/transfers/fleet-0008', reached: 'imported', ticket: expect.any(String) },
    ]);
  });

  test('reading is stopped on request and can begin again', async () => {
    const { user } = ready([copied]);
    await user.click(await buttonThatIs('on', 'Read every byte'));
    await user.click(await buttonThatIs('on', 'Stop reading'));
    await buttonThatIs('on', 'Read every byte');
    expect(screen.queryByRole('heading', { name: /was not read/ })).toBeNull();
  });

  test('reading that failed shows why', async () => {
    const { user } = ready([copied], {
      'transfers.received': failing('bad sector', { remedy: 'Copy it again.' }),
    });
    await user.click(await buttonThatIs('on', 'Read every byte'));
    expect(await screen.findByText('Copy it again.')).toBeTruthy();
  });

  test('a read-only session reads nothing', async () => {
    ready([copied], READER);
    await expectRefused('Read every byte');
  });

  test('the rest is received into the same folder', async () => {
    const { user, address } = ready([arrivalLine(['whole', 'missing'])]);
    await expectHeading(/./);
    await user.click(await buttonThatIs('on', 'Receive the rest'));
    expect(address()).toBe('/receive?directory=%2Fr');
  });
});
