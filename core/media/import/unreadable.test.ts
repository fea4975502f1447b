import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { flushFolder } from '../drives/eject.ts';
import { asOrdinaryUser, rootOnly } from '../drives/other-user.fixture.ts';
import { exportWorkspace } from '../export/export.fixture.ts';
import { findOnDrive } from '../export/find-on-drive.ts';
import { exportOver, receive } from './import.fixture.ts';
import { inspectDrive } from './inspect-drive.ts';
import { verifyDrive } from './verify-drive.ts';
import { verifyPlace } from './verify-place.ts';
import { watchDirectory } from './watch-directory.ts';

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-unreadable-'));
  ({ directory } = await exportWorkspace(root, 4));
  await chmod(root, 0o777);
});
afterEach(() => rm(root, { recursive: true }));

/** A drive with one transfer and the `lost+found` of ext4. */
async function ext4Drive(): Promise<string> {
  const [drive] = await exportOver(root, directory, { media: [9e6], volumeSize: 100_000 });
  await rootOnly(join(drive!, 'lost+found'));
  return drive!;
}

test('an ordinary user can inspect, verify, receive and eject a drive with lost+found of root', async () => {
  const drive = await ext4Drive();
  const transfer = { transfer: 'lab-0001' };
  const chosen = { stateDirectory: join(root, 'state'), env: {} };
  await asOrdinaryUser(async () => {
    expect(await inspectDrive(drive)).toMatchObject({ transfers: [transfer], unreadable: 1 });
    expect(await verifyDrive(drive)).toMatchObject({ ok: true });
    expect(await verifyPlace(drive, chosen)).toMatchObject({ ok: true, volumes: [transfer] });
    expect(await receive(join(root, 'here'), drive)).toMatchObject({
      ok: true,
      transfers: [{ ...transfer, complete: true }],
    });
    const drop = { directory: join(root, 'watched'), drop: drive, untilComplete: true, interval: 10 };
    const control = { signal: new AbortController().signal, emit: () => {} };
    expect(await watchDirectory(drop, control)).toMatchObject({ ok: true });
    expect(await flushFolder(drive, { platform: 'darwin' })).toMatchObject({ how: 'files' });
  });
});

test('the error about a drive without content names the directories that were skipped', async () => {
  const drive = join(root, 'drive');
  await mkdir(drive);
  await rootOnly(join(drive, 'airlock'));
  const error = {
    message: expect.stringMatching(/drive, and .*\/drive\/airlock can't be read$/),
    remedy: expect.stringContaining('permissions'),
  };
  await asOrdinaryUser(async () => {
    await expect(receive(join(root, 'here'), drive)).rejects.toMatchObject({ code: 'usage', ...error });
    await expect(verifyPlace(drive, { stateDirectory: root, env: {} })).rejects.toMatchObject({
      code: 'workspace-invalid',
      ...error,
    });
  });
});

test('a directory whose files have no accessible facts is skipped, and a drive that itself is unreadable is an error', async () => {
  const drive = join(root, 'drive');
  const listed = join(drive, 'listed');
  await mkdir(listed, { recursive: true });
  await writeFile(join(listed, 'volume.tar'), '');
  await chmod(listed, 0o444);
  await rootOnly(join(root, 'locked'));
  await asOrdinaryUser(async () => {
    expect((await findOnDrive(drive)).unreadable).toEqual([listed]);
    await expect(findOnDrive(join(root, 'locked'))).rejects.toMatchObject({
      code: 'disk',
      message: expect.stringMatching(/locked can't be read: permission denied$/),
    });
  });
});
