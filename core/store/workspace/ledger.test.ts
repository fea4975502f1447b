import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { type Ledger, type LedgerTransfer, openLedger } from './ledger.ts';

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
  volumes: [],
});

test('returns records, also in the next process, and the last record of a tag counts', async () => {
  const ledger = await openLedger(path, 'lab', [c]);
  expect([a, b, c].map(ledger.sent)).toEqual([false, false, true]);
  const link = { repository: 'x/y', tag: 'v1' };
  await ledger.record(transfer(1), {
    blobs: [a],
    links: [{ ...link, digest: a, volumes: [] }],
    files: [{ name: 'f', digest: a }],
  });
  await ledger.record(transfer(2), { blobs: [b], links: [{ ...link, digest: b, volumes: [] }], files: [] });
  for (const known of [ledger, await openLedger(path, 'lab')]) {
    expect([a, b].map(known.sent)).toEqual([true, true]);
    expect(known.link('x/y', 'v1')).toBe(b);
    expect(known.link('x/y', 'v2')).toBeUndefined();
    expect(known.file('f')).toBe(a);
    expect(known.transfers()).toEqual([transfer(1), transfer(2)]);
  }
});

test("a lost transfer isn't sent, although oc-mirror's history lists its content", async () => {
  const ledger = await openLedger(path, 'lab', [a, c]);
  await ledger.record(transfer(1), { blobs: [a, b], links: [], files: [] });
  expect([ledger.fromHistory, [...ledger.allSent()]]).toEqual([1, [c, a, b]]);
  await ledger.noteAnswer({ transfer: 'lab-0001', at: '2026-02-01T10:00:00Z', missing: 'all' });
  for (const known of [ledger, await openLedger(path, 'lab', [a, c])])
    expect([a, b, c].map(known.sent)).toEqual([false, false, true]);
});

test('records a transfer once', async () => {
  const ledger = await openLedger(path, 'lab');
  await ledger.record(transfer(1), { blobs: [a], links: [], files: [] });
  const before = await readFile(path, 'utf8');
  await ledger.record(transfer(1), { blobs: [b], links: [], files: [] });
  expect(await readFile(path, 'utf8')).toBe(before);
  expect(ledger.sent(b)).toBe(false);
});

test('a torn line counts as never written and hides no later line', async () => {
  await (await openLedger(path, 'lab')).record(transfer(1), { blobs: [a], links: [], files: [] });
  await appendFile(path, '{"transfer":{"name":"lab-0002","number":2},"blo');
  const ledger = await openLedger(path, 'lab');
  expect(ledger.transfers().length).toBe(1);
  await ledger.record(transfer(2), { blobs: [b], links: [], files: [] });
  const again = await openLedger(path, 'lab');
  expect([again.sent(a), again.sent(b), again.transfers().length]).toEqual([true, true, 2]);
});

test('a flipped bit is an error with the line, and never changes the content of a transfer', async () => {
  const ledger = await openLedger(path, 'lab');
  await ledger.record(transfer(1), { blobs: [a], links: [], files: [] });
  await ledger.noteAnswer({ transfer: 'lab-0001', at: '2026-02-01T10:00:00Z', missing: [1] });
  const complete = await readFile(path);
  const secondLine = complete.indexOf(10) + 1;
  // The line break between the two lines belongs to neither. Every third bit covers all bytes, and all eight bits.
  for (let bit = 0; bit < (complete.length - 1) * 8; bit += 3) {
    if (bit >> 3 === secondLine - 1) continue;
    const flipped = Buffer.from(complete);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    await writeFile(path, flipped);
    const where = `${path}:${bit >> 3 < secondLine ? 1 : 2}`;
    await expect(openLedger(path, 'lab'), `bit ${bit}`).rejects.toMatchObject({
      code: 'ledger-damaged',
      message: expect.stringContaining(where),
    });
  }
  await writeFile(path, complete.subarray(0, complete.length - 12));
  expect((await openLedger(path, 'lab')).answer('lab-0001')).toBeUndefined();
});

describe('arrived content', () => {
  const [d, e] = [sha256('d'), sha256('e')];
  const volumes = [
    { name: 'mirror_000001.tar', sha256: '1'.repeat(64), blobs: 2, files: 0 },
    { name: 'mirror_000002.tar', sha256: '2'.repeat(64), blobs: 1, files: 1 },
  ];
  const content = {
    blobs: [a, b, d],
    links: [
      { repository: 'x', tag: '1', digest: a, volumes: [1] },
      { repository: 'y', tag: '1', digest: d, volumes: [2] },
    ],
    files: [{ name: 'f', digest: e }],
  };
  const at = '2026-02-01T00:00:00Z';
  const known = (ledger: Ledger) => ({
    sent: [a, b, d].map(ledger.sent),
    acknowledged: [a, b, d].map(ledger.acknowledged),
    lost: [a, b, d].map(ledger.lost),
    links: [ledger.link('x', '1'), ledger.link('y', '1')],
    file: ledger.file('f'),
  });
  const nothing = [false, false, false];

  test('content of a missing volume counts as not sent, and the last answer counts', async () => {
    const ledger = await openLedger(path, 'lab');
    await ledger.record({ ...transfer(1), volumes }, content);
    expect(known(ledger)).toMatchObject({ sent: [true, true, true], acknowledged: nothing, lost: nothing });
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: [2] });
    for (const each of [ledger, await openLedger(path, 'lab')])
      expect(known(each)).toEqual({
        sent: [true, true, false],
        acknowledged: [true, true, false],
        lost: [false, false, true],
        links: [a, undefined],
        file: undefined,
      });
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: 'all' });
    expect(known(ledger)).toMatchObject({ sent: nothing, lost: [true, true, true] });
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: [] });
    const all = [true, true, true];
    expect(known(ledger)).toEqual({
      sent: all,
      acknowledged: all,
      lost: nothing,
      links: [a, d],
      file: e,
    });
  });

  test('content that is only in missing drive volumes counts as not sent', async () => {
    const ledger = await openLedger(path, 'lab');
    await ledger.record({ ...transfer(1), volumes }, content);
    const carried = { volumes: ['lab-0001-v0003.tar'], blobs: [b], repositories: ['x'], files: [] };
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: [1], missingContent: carried });
    for (const each of [ledger, await openLedger(path, 'lab')]) {
      expect(known(each)).toEqual({
        sent: [true, false, true],
        acknowledged: [true, false, true],
        lost: [false, true, false],
        links: [undefined, d],
        file: e,
      });
      expect(each.answer('lab-0001')?.missingContent?.volumes).toEqual(['lab-0001-v0003.tar']);
    }
    // The same volumes of the set with other content are a different answer.
    await ledger.noteAnswer({
      transfer: 'lab-0001',
      at,
      missing: [1],
      missingContent: { ...carried, blobs: [] },
    });
    expect(known(ledger).sent).toEqual([true, true, true]);
  });

  test('content of a transfer without an answer counts as not arrived on request', async () => {
    const ledger = await openLedger(path, 'lab');
    await ledger.record({ ...transfer(1), volumes }, content);
    expect(known(ledger.arrived())).toMatchObject({ sent: nothing, links: [undefined, undefined] });
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: [2] });
    expect(known(ledger.arrived())).toMatchObject({ sent: [true, true, false], links: [a, undefined] });
    await ledger.record(transfer(2), { ...content, blobs: [d] });
    expect([ledger.sent(d), ledger.arrived().sent(d)]).toEqual([true, false]);
  });

  test('content that another transfer contained is not lost', async () => {
    const ledger = await openLedger(path, 'lab');
    await ledger.record({ ...transfer(1), volumes }, content);
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: 'all' });
    await ledger.record(transfer(2), { ...content, blobs: [a] });
    expect(known(ledger)).toMatchObject({ sent: [true, false, false], lost: [false, true, true] });
  });

  test('the same answer is written once, one about an unknown transfer never', async () => {
    const ledger = await openLedger(path, 'lab');
    await ledger.record(transfer(1), content);
    await ledger.noteAnswer({ transfer: 'lab-0001', at, missing: [] });
    const before = await readFile(path, 'utf8');
    await ledger.noteAnswer({ transfer: 'lab-0001', at: '2026-03-01T00:00:00Z', missing: [] });
    expect(await readFile(path, 'utf8')).toBe(before);
    const wrong = ledger.noteAnswer({ transfer: 'lab-0009', at, missing: [] });
    await expect(wrong).rejects.toMatchObject({ code: 'usage' });
  });
});
