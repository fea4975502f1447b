import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJournal, writeJournal } from './journal.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-journal-'));
});
afterEach(() => rm(root, { recursive: true }));

test('returns lines with user and time, also those after a torn line', async () => {
  const first = await writeJournal(root, 'lab-0001', { text: 'one' }, new Date('2026-01-31T10:00:00Z'));
  expect(first).toMatchObject({ at: '2026-01-31T10:00:00.000Z', by: expect.stringMatching(/.+@.+/) });
  const path = join(root, '.airlock/enclaves/lab/transfers/lab-0001.jsonl');
  await appendFile(path, '{"at":"2026-02-01T00:00:00Z","by":"x@y","te');
  await writeJournal(root, 'lab-0001', { step: 'on-media', protect: true });
  expect(await readJournal(root, 'lab-0001')).toMatchObject([
    first,
    { step: 'on-media', protect: true, by: first.by },
  ]);
  expect(await readJournal(root, 'lab-0002')).toEqual([]);
});

test.each(['../../lab-0001', 'lab-0001.partial', 'lab', 'Lab-0001'])(
  'rejects %j as the name of a transfer',
  async (name) => {
    await expect(writeJournal(root, name, { text: 'x' })).rejects.toMatchObject({ code: 'usage' });
  },
);

test.each(['', ' \n', 'x'.repeat(2001)])(
  'rejects notes that are empty or longer than 2000 characters (case %#)',
  async (text) => {
    await expect(writeJournal(root, 'lab-0001', { text })).rejects.toMatchObject({ code: 'usage' });
  },
);
