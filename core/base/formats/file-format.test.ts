import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTemporary } from '../files/atomic-file.ts';
import { inCurrentFormat, oldestReadable, writeInFormat } from './file-format.ts';
import { MADE_UP, migrated } from './made-up-format.fixture.ts';
import { t } from './messages.ts';

const CHILD = fileURLToPath(new URL('./formats-child.fixture.ts', import.meta.url));
const KILLER = fileURLToPath(new URL('../files/killed-at-rename.fixture.ts', import.meta.url));
const OLD = '{"name":"a"}';
const NEW = '{"names":["a"],"format":3,"count":1}';

let root: string;
let file: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-formats-'));
  file = join(root, 'state.json');
});
afterEach(() => rm(root, { recursive: true }));

const names = async () => (await readdir(root)).filter((name) => !isTemporary(name)).toSorted();

test('migrates step by step to the current format', () => {
  expect(oldestReadable(MADE_UP)).toBe(1);
  expect(inCurrentFormat({ name: 'a', x: 1 }, file, MADE_UP)).toEqual({
    format: 3,
    names: ['a'],
    count: 1,
    x: 1,
  });
  expect(inCurrentFormat({ format: 2, names: [] }, file, MADE_UP)).toEqual({
    format: 3,
    names: [],
    count: 0,
  });
  expect(inCurrentFormat({ format: 3, count: 9 }, file, MADE_UP)).toEqual({ format: 3, count: 9 });
});

test.each([null, [], 'text', { format: 0 }, { format: '3' }])('leaves %j to the schema', (value) => {
  expect(inCurrentFormat(value, file, MADE_UP)).toBe(value);
});

test.each([
  ['newer', { ...MADE_UP }, 4, t('newerFormatRemedy'), 'formats 1 to 3'],
  [
    'older',
    { kind: 'state', current: 3, migrations: { 1: (all: object) => ({ ...all }) } },
    1,
    t('olderStateRemedy', { path: '/f' }),
    'format 3',
  ],
] as const)('rejects a %s format with instructions', (_, format, found, remedy, expected) => {
  expect(() => inCurrentFormat({ format: found }, '/f', format)).toThrow(
    expect.objectContaining({
      ...{ code: 'workspace-format', remedy, expected, found: `format ${found}` },
      at: { file: '/f' },
    }),
  );
});

test('backs up an older file once, with its mode', async () => {
  await writeFile(file, OLD, { mode: 0o600 });
  await writeInFormat(file, await migrated(file), MADE_UP, { mode: 0o600 });
  expect(await readFile(file, 'utf8')).toBe(NEW);
  expect(await readFile(`${file}.format1`, 'utf8')).toBe(OLD);
  expect((await stat(`${file}.format1`)).mode & 0o777).toBe(0o600);
  await writeInFormat(file, NEW, MADE_UP);
  expect(await names()).toEqual(['state.json', 'state.json.format1']);
});

test('retains the backups of several migrations, after a return to an earlier version', async () => {
  for (const name of ['a', 'b', 'b']) {
    await writeFile(file, JSON.stringify({ name }));
    await writeInFormat(file, await migrated(file), MADE_UP);
  }
  expect(await names()).toEqual(['state.json', 'state.json.format1', 'state.json.format1-2']);
  expect(await readFile(`${file}.format1-2`, 'utf8')).toBe('{"name":"b"}');
});

test.each(['{"format":4,"future":true}', '{"future":true,"format":4}'])('replaces no %s', async (newer) => {
  await writeFile(file, newer);
  await expect(writeInFormat(file, NEW, MADE_UP)).rejects.toMatchObject({ code: 'workspace-format' });
  expect(await readFile(file, 'utf8')).toBe(newer);
  expect(await names()).toEqual(['state.json']);
});

test('a pipe in place of the file does not block', async () => {
  spawnSync('mkfifo', [file]);
  await writeInFormat(file, NEW, MADE_UP);
  expect(await readFile(file, 'utf8')).toBe(NEW);
  expect(await names()).toEqual(['state.json']);
});

test.each([
  [1, ['state.json'], OLD],
  [2, ['state.json', 'state.json.format1'], OLD],
  [3, ['state.json', 'state.json.format1'], NEW],
])(
  'a kill before rename %i loses nothing, and the next migration completes',
  async (killAt, left, content) => {
    await writeFile(file, OLD);
    const { signal, status, stderr } = spawnSync(process.execPath, ['--import', KILLER, CHILD, file], {
      env: { ...process.env, KILL_AT: `${killAt}` },
      encoding: 'utf8',
    });
    // Two renames in total: the third never happens.
    expect({ signal, status }, stderr).toEqual(
      killAt < 3 ? { signal: 'SIGKILL', status: null } : { signal: null, status: 0 },
    );
    expect(await names()).toEqual(left);
    expect(await readFile(file, 'utf8')).toBe(content);
    if (left.length > 1) expect(await readFile(`${file}.format1`, 'utf8')).toBe(OLD);
    await writeInFormat(file, await migrated(file), MADE_UP);
    expect(await readFile(file, 'utf8')).toBe(NEW);
    expect(await readFile(`${file}.format1`, 'utf8')).toBe(OLD);
    expect(await names()).toEqual(['state.json', 'state.json.format1']);
  },
);
