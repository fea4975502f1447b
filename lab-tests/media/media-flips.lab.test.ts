import { cp, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { volumesBelow } from '../../core/media/export/export.fixture.ts';
import { exportToMedia } from '../../core/media/export/media.ts';
import { receive } from '../../core/media/import/import.fixture.ts';
import { verifyDrive } from '../../core/media/import/verify-drive.ts';
import { newRig, type Rig, toDisk } from '../../core/mirror/mirror.fixture.ts';

/** Each round reads the entire drive twice, so it is a small one. */
const FLIPS = 100;

let rig: Rig;
let directory: string;
beforeAll(async () => {
  rig = await newRig();
  directory = rig.directory;
});
afterAll(() => rig[Symbol.asyncDispose]());

test(`verify and import find one flipped bit at ${FLIPS} random places, and report volume and image`, async () => {
  const drive = join(directory, 'drive');
  await mkdir(drive);
  const workspace = join(directory, 'workspace');
  await toDisk(rig, workspace, rig.world.sets.core.file, { enclave: 'fleet' });
  const exported = await exportToMedia({
    ...{ directory: workspace, transfer: 'fleet-0001', volumeSize: 2_000_000, tool: 'airlock 0.0.0' },
    destinations: [{ path: drive }],
  });
  expect(exported.status).toBe('complete');
  const volumes = [...(await volumesBelow(drive)).values()];
  const copy = join(directory, 'flipped');
  await cp(drive, copy, { recursive: true });
  let concerned = 0;
  for (let round = 0; round < FLIPS; round++) {
    const volume = volumes[round % volumes.length]!.replace(drive, copy);
    const at = Math.floor(Math.random() * (await stat(volume)).size);
    await flip(volume, at);
    const where = `bit of byte ${at} of ${volume}`;
    const verified = await verifyDrive(copy);
    expect(verified.ok, where).toBe(false);
    expect(
      verified.problems.every(({ file }) => file.startsWith(volume)),
      where,
    ).toBe(true);
    const here = join(directory, 'flips');
    const { damage } = await receive(here, copy);
    expect(damage.length, where).toBeGreaterThan(0);
    expect(
      damage.every(({ file, offset, length }) => file === volume && length > 0 && offset >= 0),
      where,
    ).toBe(true);
    expect(
      damage.some(({ offset, length }) => offset <= at && at < offset + length),
      where,
    ).toBe(true);
    if (damage.some(({ deliverables }) => deliverables.length > 0)) concerned++;
    await flip(volume, at);
    await rm(here, { recursive: true });
  }
  expect(concerned).toBeGreaterThan(FLIPS / 2);
}, 900_000);

async function flip(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  buffer[0]! ^= 1 << (at % 8);
  await handle.write(buffer, 0, 1, at);
  await handle.close();
}
