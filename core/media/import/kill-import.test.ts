import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTemporary } from '../../base/files/atomic-file.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { verifySource } from '../../store/archive/verify.ts';
import { exportWorkspace } from '../export/export.fixture.ts';
import { readJournal } from '../transfer/journal.ts';
import { exportOver, fingerprint, receive } from './import.fixture.ts';
import { importKilledAt, killedImport } from './kill-import.fixture.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-kill-import-'));
});
afterEach(() => rm(root, { recursive: true }));

test('after kill -9 at random points, nothing is lost, no volume is received twice, and drives are unchanged', async () => {
  const { directory, index } = await exportWorkspace(root, 40);
  const from = await exportOver(root, directory, {
    media: [900_000, 700_000, 3_000_000],
    volumeSize: 90_000,
  });
  const before = await Promise.all(from.map(fingerprint));
  const here = join(root, 'here');
  const received: string[] = [];
  let kills = 0;
  for (let ended = false; !ended; ) {
    const after = kills >= 6 ? 1e9 : 1 + Math.floor(Math.random() * 12);
    const lines = await killedImport({ directory: here, from: from.toReversed() }, after, Math.random() * 15);
    received.push(...lines.filter((line) => line.startsWith('received ')));
    ended = lines.at(-1)?.startsWith('end true') ?? false;
    if (!ended) kills++;
    expect(kills).toBeLessThan(8);
    // At any moment, existing content is correct or known as missing.
    const { problems } = await verifySource(here).catch(() => ({ problems: [] }));
    expect(problems.filter(({ kind }) => kind !== 'missing')).toEqual([]);
  }
  expect(kills).toBeGreaterThan(1);
  expect(new Set(received).size).toBe(received.length);
  for (const { name, sha256: digest } of index.volumes)
    expect(sha256(await readFile(join(here, 'transfers', 'lab-0001', name)))).toBe(`sha256:${digest}`);
  expect(await verifySource(here)).toMatchObject({ ok: true });
  expect((await readJournal(here, 'lab-0001')).some(({ step }) => step === 'imported')).toBe(true);
  expect(await Promise.all(from.map(fingerprint))).toEqual(before);
});

test('the next run removes leftovers of an import that was killed before a rename', async () => {
  const { directory } = await exportWorkspace(root, 6);
  const from = await exportOver(root, directory, { media: [5_000_000], volumeSize: 400_000 });
  const here = join(root, 'here');
  const temporary = async () =>
    (await readdir(here, { recursive: true }).catch(() => [])).filter((path) => isTemporary(basename(path)));
  let kills = 0;
  for (let ended = false; !ended; ) {
    ended = await importKilledAt({ directory: here, from }, 2 * kills + 1);
    if (!ended) {
      kills++;
      expect(await temporary()).not.toEqual([]);
    }
    expect(kills).toBeLessThan(40);
  }
  expect(kills).toBeGreaterThanOrEqual(3);
  expect((await receive(here, ...from)).ok).toBe(true);
  expect(await temporary()).toEqual([]);
  expect((await readdir(join(here, 'transfers', 'lab-0001'))).toSorted()).toEqual(
    (await readdir(join(directory, 'transfers', 'lab-0001'))).toSorted(),
  );
});
