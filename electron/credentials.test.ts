import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers } from './electron.fixture.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { openKeyStore } = await import('./credentials.ts');

const NEEDLE = 'hunter2-needle';
const lab = { auth: NEEDLE };
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-keys-'));
  file = join(folder, 'deep', 'credentials');
  answers.encryption = true;
  answers.backend = 'gnome_libsecret';
});
afterEach(() => rm(folder, { recursive: true }));

test('stored credentials are available to the next process, encrypted and only for their owner', async () => {
  await (await openKeyStore(file)).keep({ 'registry.lab:5000': lab });
  expect(await (await openKeyStore(file)).load()).toEqual({ 'registry.lab:5000': lab });
  expect(await readFile(file, 'utf8')).not.toContain(NEEDLE);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('concurrent changes are all stored', async () => {
  const store = await openKeyStore(file);
  await Promise.all([
    store.keep({ a: lab }),
    store.keep({ b: lab }),
    store.keep({ c: lab }),
    store.forget(['b']),
  ]);
  expect(Object.keys(await store.load())).toEqual(['a', 'c']);
});

test('forgetting the last credentials leaves no file', async () => {
  const store = await openKeyStore(file);
  await store.keep({ a: lab });
  await store.forget(['a']);
  expect(await readdir(join(folder, 'deep'))).toEqual([]);
});

describe('without a key store', () => {
  test('of the desktop session, Chromium would encrypt with a fixed password: rejected, with a reason', async () => {
    answers.backend = 'basic_text';
    const store = await openKeyStore(file);
    expect(store.available).toBe(process.platform !== 'linux');
    expect(store.reason).toMatch(/no key store/);
  });

  test('of the system, credentials are rejected, too', async () => {
    answers.encryption = false;
    expect(await openKeyStore(file)).toMatchObject({ available: false, reason: expect.any(String) });
  });

  test('credentials stored with one are neither read nor lost', async () => {
    await (await openKeyStore(file)).keep({ a: lab });
    answers.encryption = false;
    const store = await openKeyStore(file);
    expect(await store.load()).toEqual({});
    await store.forget(['a']);
    answers.encryption = true;
    expect(await (await openKeyStore(file)).load()).toEqual({ a: lab });
  });
});

test('a file whose key no longer exists is moved aside, not overwritten, and not quoted', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const store = await openKeyStore(file);
  await store.keep({ a: lab });
  await writeFile(file, `other:${NEEDLE}`);
  expect(await store.load()).toEqual({});
  await store.keep({ b: lab });
  expect(await store.load()).toEqual({ b: lab });
  expect(await readFile(`${file}.unreadable`, 'utf8')).toBe(`other:${NEEDLE}`);
  expect(reported.mock.calls.join(' ')).toContain(file);
  expect(reported.mock.calls.join(' ')).not.toContain(NEEDLE);
  reported.mockRestore();
});
