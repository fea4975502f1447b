import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../image/sha256.ts';
import { type LedgerTransfer, openLedger } from './ledger.ts';

let root: string;
let path: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-ledger-'));
  path = join(root, 'enclaves', 'lab', 'ledger.jsonl');
});
afterEach(() => rm(root, { recursive: true }));

const [a, b, c] = [sha256('a'), sha256('b'), sha256('c')];
const transfer = (number: number): LedgerTransfer => ({
  name: `lab-000${number}`,
  number,
  created: '2026-01-31T10:00:00Z',
  status: 'complete',
});

test('what was recorded is known, also to the next process; the last word on a tag counts', async () => {
  const ledger = await openLedger(path, 'lab', [c]);
  expect([a, b, c].map(ledger.sent)).toEqual([false, false, true]);
  const link = { repository: 'x/y', tag: 'v1' };
  await ledger.record(transfer(1), {
    blobs: [a],
    links: [{ ...link, digest: a }],
    files: [{ name: 'f', digest: a }],
  });
  await ledger.record(transfer(2), { blobs: [b], links: [{ ...link, digest: b }], files: [] });
  for (const known of [ledger, await openLedger(path, 'lab')]) {
    expect([a, b].map(known.sent)).toEqual([true, true]);
    expect(known.link('x/y', 'v1')).toBe(b);
    expect(known.link('x/y', 'v2')).toBeUndefined();
    expect(known.file('f')).toBe(a);
    expect(known.transfers()).toEqual([transfer(1), transfer(2)]);
  }
});

test('a transfer is recorded once', async () => {
  const ledger = await openLedger(path, 'lab');
  await ledger.record(transfer(1), { blobs: [a], links: [], files: [] });
  const before = await readFile(path, 'utf8');
  await ledger.record(transfer(1), { blobs: [b], links: [], files: [] });
  expect(await readFile(path, 'utf8')).toBe(before);
  expect(ledger.sent(b)).toBe(false);
});

test('a torn line counts as never written and hides nothing that follows', async () => {
  await (await openLedger(path, 'lab')).record(transfer(1), { blobs: [a], links: [], files: [] });
  await appendFile(path, '{"transfer":{"name":"lab-0002","number":2},"blo');
  const ledger = await openLedger(path, 'lab');
  expect(ledger.transfers().length).toBe(1);
  await ledger.record(transfer(2), { blobs: [b], links: [], files: [] });
  const again = await openLedger(path, 'lab');
  expect([again.sent(a), again.sent(b), again.transfers().length]).toEqual([true, true, 2]);
});
