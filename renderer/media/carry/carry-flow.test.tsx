import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { expectRefused, READER } from '../../engine/session.fixture.ts';
import { begunExport, driveLine, exportJob, exportLine } from '../media.fixture.ts';
import CarryScreen from './carry-screen.tsx';

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
      ...answers,
    },
    '/carry?workspace=%2Fw&transfer=fleet-0008',
  );
const FLEET_A = /FLEET-A/;

describe('before it is written', () => {
  test('a drive is chosen, the plan is made for it, and the export names exactly that', async () => {
    const { user, asked } = carry();
    await buttonThatIs('off', 'Write 3 pieces');
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await expect.poll(() => asked('media.planExport').at(-1)?.to).toEqual(['/mnt/a']);
    expect(asked('media.export')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Write 3 pieces'));
    expect(asked('media.export')).toEqual([
      {
        ...{ workspace: '/w', transfer: 'fleet-0008', to: ['/mnt/a'], profile: 'folders' },
        ...{ format: 'airlock', readBack: true },
      },
    ]);
  });

  test('a folder is named in place of a drive, without its last slash', async () => {
    const { user, asked } = carry();
    await buttonThatIs('off', 'Add folder');
    await user.click(await screen.findByRole('combobox', { name: 'Folder' }));
    await user.paste('/srv/drop/');
    await user.click(await buttonThatIs('on', 'Add folder'));
    await user.click(await buttonThatIs('on', 'Write 3 pieces'));
    expect(asked('media.export')).toMatchObject([{ to: ['/srv/drop'] }]);
    expect(screen.getByRole('checkbox', { name: /\/srv\/drop/ })).toHaveProperty('checked', true);
  });

  test('drives that are not offered are shown on request with the reason', async () => {
    const system = driveLine({
      ...{ device: '/dev/sda', label: 'SYSTEM', mountPoint: '/' },
      refused: { reason: 'system', words: 'the system disk' },
    });
    const { user } = carry({ 'media.drives': { drives: [driveLine(), system] } });
    await user.click(await screen.findByRole('button', { name: 'Show 1 other drive' }));
    expect(await screen.findByText(/the system disk/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide other drives' }));
    expect(screen.queryByText(/the system disk/)).toBeNull();
  });

  test('another transfer is chosen in the address', async () => {
    const { user, asked, address } = carry();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Transfer' }), 'fleet-0009');
    await expect.poll(address).toBe('/carry?workspace=%2Fw&transfer=fleet-0009');
    await expect.poll(() => asked('media.planExport').at(-1)?.transfer).toBe('fleet-0009');
  });

  test('an export that was rejected shows why and can be sent again', async () => {
    const { user } = carry({ 'media.export': failing('no room', { remedy: 'Insert another drive.' }) });
    await user.click(await screen.findByRole('checkbox', { name: FLEET_A }));
    await user.click(await buttonThatIs('on', 'Write 3 pieces'));
    expect(await screen.findByRole('heading', { name: /fleet-0008 was not written/ })).toBeTruthy();
    expect(screen.getByText('Insert another drive.')).toBeTruthy();
    await buttonThatIs('on', 'Write 3 pieces');
  });

  test('workspaces that cannot be read are reported', async () => {
    openScreen(
      <CarryScreen />,
      { 'workspaces.list': failing('no access', { remedy: 'Check the folder.' }), 'jobs.list': { jobs: [] } },
      '/carry',
    );
    expect(await screen.findByText('Check the folder.')).toBeTruthy();
  });

  test('a read-only session writes nothing', async () => {
    carry(READER);
    await expectRefused('Write 3 pieces');
  });
});

describe('while it is written', () => {
  const begun: Answers = { 'media.planExport': begunExport(1) };

  test('Pause asks the engine, and the state of the event is shown', async () => {
    const { user, asked, report } = carry(begun, [exportJob()]);
    await expectHeading('Writing piece 2 of 3 onto FLEET-A.');
    await user.click(await buttonThatIs('on', 'Pause'));
    expect(asked('jobs.stop')).toEqual([{ kind: 'media', id: 'j' }]);
    report({ type: 'job', job: exportJob({ status: 'pausing' }) });
    await buttonThatIs('off', 'Pause');
  });

  test('the medium in its turn is named to an export that waits for it', async () => {
    const need = { reason: 'next', message: '', piece: 3, pieceBytes: 4e9, pieces: 1, bytes: 4e9 } as const;
    const { user, asked } = carry(begun, [exportJob({ status: 'waiting', need })]);
    await user.click(await buttonThatIs('on', 'Go on with FLEET-A'));
    expect(asked('jobs.answer')).toEqual([{ kind: 'media', id: 'j', path: '/mnt/a' }]);
  });
});

describe('when it has ended', () => {
  test('one that stopped is resumed by its id', async () => {
    const error = failing('no room on FLEET-A', { remedy: 'Insert another.' }).failure;
    const { user, asked } = carry({ 'media.planExport': begunExport(1) }, [
      exportJob({ status: 'failed', error }),
    ]);
    expect(await screen.findByText('Insert another.')).toBeTruthy();
    await user.click(await buttonThatIs('on', 'Go on with FLEET-A'));
    expect(asked('media.resume')).toEqual([{ id: 'j' }]);
  });

  const done = exportJob({ status: 'done', safe: [{ medium: 'FLEET-A', pieces: [1, 2, 3] }] });

  test('the drive is ejected by its device; a drive in use says so', async () => {
    const { user, asked } = carry(
      {
        'media.planExport': begunExport(3),
        'media.eject': failing('in use', { remedy: 'Close the shell.' }),
      },
      [done],
    );
    await user.click(await buttonThatIs('on', 'Eject FLEET-A'));
    expect(asked('media.eject')).toEqual([{ device: '/dev/sdb1' }]);
    expect(await screen.findByRole('heading', { name: /FLEET-A was not ejected/ })).toBeTruthy();
  });

  test('the transfer is followed in its enclave', async () => {
    const { user, address } = carry({ 'media.planExport': begunExport(3) }, [done]);
    await user.click(await buttonThatIs('on', 'Follow fleet-0008'));
    await expect.poll(address).toBe('/enclaves/fleet?workspace=%2Fw&transfer=fleet-0008');
  });
});

describe('the signature', () => {
  const KEY = {
    ...{ fingerprint: 'AB'.repeat(20), name: 'Mirror team', createdBy: 'ann', publicKey: '/w/key.asc' },
    privateKey: 'open' as const,
  };

  test('a key pair is created with the name that was typed', async () => {
    const { user, asked } = carry({ 'keys.create': KEY });
    await user.click(await buttonThatIs('on', 'Create key pair'));
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create key pair' }).disabled).toBe(true);
    await user.type(name, ' Mirror team ');
    await user.click(dialog.getByRole('button', { name: 'Create key pair' }));
    expect(asked('keys.create')).toEqual([{ workspace: '/w', name: 'Mirror team' }]);
    await expect.poll(() => asked('keys.signing').length).toBeGreaterThan(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  test('a key pair that cannot be created keeps the dialog and shows why', async () => {
    const { user } = carry({ 'keys.create': failing('no entropy', { remedy: 'Try later.' }) });
    await user.click(await buttonThatIs('on', 'Create key pair'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create key pair' }));
    expect(await dialog.findByText('Try later.')).toBeTruthy();
  });

  test('a key is retired only after a question that shows its fingerprint', async () => {
    const { user, asked } = carry({ 'keys.signing': { keys: [KEY] }, 'keys.retire': {} });
    await user.click(await buttonThatIs('on', 'Stop signing with this key'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('ABAB ABAB');
    expect(asked('keys.retire')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: /^Stop signing/ }));
    expect(asked('keys.retire')).toEqual([{ workspace: '/w', fingerprint: KEY.fingerprint }]);
  });
});
