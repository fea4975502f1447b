import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifySource } from '../../store/archive/verify.ts';
import type { MediaEvent } from '../export/events.ts';
import { exportWorkspace } from '../export/export.fixture.ts';
import { diodeProfile } from '../origin/diode-profile.ts';
import { exportOver, fingerprint } from './import.fixture.ts';
import { watchDirectory } from './watch-directory.ts';

let root: string;
let directory: string;
let drop: string;
let here: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-watch-'));
  ({ directory } = await exportWorkspace(root, 8));
  [drop, here] = [join(root, 'drop'), join(root, 'here')];
  await mkdir(drop);
});
afterEach(() => rm(root, { recursive: true }));

function watch(signal: AbortSignal, untilComplete = true, emit: (event: MediaEvent) => void = () => {}) {
  return watchDirectory({ directory: here, drop, untilComplete, interval: 15 }, { signal, emit });
}

test('a diode: accepts volumes in any order, growing, twice, renamed, and without a folder', async () => {
  const [drive] = await exportOver(root, directory, {
    media: [4_000_000],
    volumeSize: 120_000,
    profile: diodeProfile(120_000),
  });
  const volumes = (await readdir(drive!)).toReversed();
  expect(volumes.every((name) => /^[a-z0-9]{1,8}\.tar$/.test(name))).toBe(true);
  expect(volumes.length).toBeGreaterThan(3);
  const [growing, renamed, ...others] = volumes;
  const stop = new AbortController();
  const watched = watch(stop.signal);
  for (const name of others) await copyFile(join(drive!, name), join(drop, name));
  await copyFile(join(drive!, others[0]!), join(drop, 'again.tar'));
  await writeFile(join(drop, 'notes.txt'), 'of somebody');
  await writeFile(join(drop, 'half.json'), '{');
  const bytes = await readFile(join(drive!, growing!));
  for (let at = 0; at < bytes.length; at += 30_000) {
    await appendFile(join(drop, growing!), bytes.subarray(at, at + 30_000));
    // Longer than two polls, so that every state of it is read.
    await sleep(60);
  }
  await expect
    .poll(() => readdir(join(here, 'transfers')).catch(() => []), { timeout: 30_000 })
    .toEqual(['lab-0001.incoming']);
  await copyFile(join(drive!, renamed!), join(drop, 'x.tmp'));
  await sleep(60);
  await rename(join(drop, 'x.tmp'), join(drop, basename(renamed!))).catch(() => undefined);
  const before = await fingerprint(drop);
  const result = await watched;
  expect(result).toMatchObject({
    ok: true,
    damage: [],
    transfers: [{ transfer: 'lab-0001', complete: true }],
  });
  expect(await verifySource(here)).toMatchObject({ ok: true });
  expect(await fingerprint(drop)).toEqual(before);
});

test('reports missing volumes when stopped, and ignores an altered volume until it is corrected', async () => {
  const [drive] = await exportOver(root, directory, {
    media: [4_000_000],
    volumeSize: 120_000,
    profile: diodeProfile(120_000),
  });
  const [first, second, ...others] = await readdir(drive!);
  for (const name of others) await copyFile(join(drive!, name), join(drop, name));
  const bytes = await readFile(join(drive!, first!));
  const altered = Buffer.from(bytes);
  altered[altered.length - 2000]! ^= 4;
  await writeFile(join(drop, first!), altered);
  const stop = new AbortController();
  const states = new Map<string, string>();
  const watched = watch(stop.signal, false, (event) => {
    if (event.type === 'volume') states.set(event.name, event.state);
  });
  const untilReported = { timeout: 30_000 };
  await expect.poll(() => states.get(first!), untilReported).toBe('damaged');
  await expect.poll(() => others.filter((name) => states.has(name)), untilReported).toEqual(others);
  stop.abort();
  const result = await watched;
  expect(result.ok).toBe(false);
  const volumes = result.transfers[0]!.volumes.map(({ name, state }) => [name, state]);
  expect(Object.fromEntries(volumes)).toMatchObject({ [first!]: 'damaged', [second!]: 'missing' });
  expect(result.damage.every(({ file }) => file === join(drop, first!))).toBe(true);

  let looked = false;
  const again = watch(new AbortController().signal, true, () => {
    looked = true;
  });
  await expect.poll(() => looked, untilReported).toBe(true);
  await writeFile(join(drop, first!), bytes);
  await copyFile(join(drive!, second!), join(drop, second!));
  expect(await again).toMatchObject({ ok: true, transfers: [{ complete: true }] });
});

test('accepts a folder of a drive that is copied file by file with the index last', async () => {
  const [drive] = await exportOver(root, directory, { media: [4_000_000], volumeSize: 120_000 });
  const folder = join(drive!, 'airlock', 'lab-0001');
  const names = (await readdir(folder)).toSorted((a, b) =>
    a.endsWith('.tar') ? -1 : b.endsWith('.tar') ? 1 : 0,
  );
  const watched = watch(new AbortController().signal);
  for (const name of names) {
    if (name === 'record' || name === 'reports') continue;
    await copyFile(join(folder, name), join(drop, name));
    await sleep(40);
  }
  expect(await watched).toMatchObject({ transfers: [{ complete: true }], waiting: [] });
});
