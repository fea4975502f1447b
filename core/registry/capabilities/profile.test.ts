import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { t } from './messages.ts';
import { profileWith } from './profile.fixture.ts';
import { isFresh } from './profile.ts';
import { profileFileName, readProfile, writeProfile } from './profile-file.ts';
import { profileLines } from './profile-lines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-profile-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('stores one file per host and namespace, and replaces older ones', async () => {
  const profiles = ['ocp', '', 'ocp/site'].map((namespace) =>
    profileWith({ deletes: 'yes' }, { host: 'reg.lan:5000', namespace }),
  );
  for (const profile of [...profiles, ...profiles]) await writeProfile(folder, profile);
  for (const profile of profiles)
    expect(await readProfile(folder, profile.host, profile.namespace)).toEqual(profile);
  expect(await readProfile(folder, 'reg.lan:5000', 'other')).toBeUndefined();
  const names = await readdir(folder);
  expect(names).toHaveLength(3);
  for (const name of names) expect(name).toMatch(/^[a-z0-9._-]+$/);
});

test('gives similar names different file names', () => {
  const names = [
    profileFileName('a', 'b/c'),
    profileFileName('a', 'b-c'),
    profileFileName('a-b', 'c'),
    profileFileName('A', 'b/c'),
  ];
  expect(new Set(names).size).toBe(4);
});

test('ignores a damaged file', async () => {
  for (const text of ['{', '{"format":2}', JSON.stringify({ ...profileWith({}), capabilities: {} })]) {
    await writeFile(join(folder, profileFileName('reg.lan', 'ocp')), text);
    expect(await readProfile(folder, 'reg.lan', 'ocp')).toBeUndefined();
  }
});

test('is valid for 30 days, unless it shows something to fix', () => {
  const at = (day: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + day * 86_400_000);
  const profile = profileWith({ pathDepth: { accepted: 2, rejected: 3 } });
  expect(isFresh(profile, at(0))).toBe(true);
  expect(isFresh(profile, at(30))).toBe(true);
  expect(isFresh(profile, at(30.01))).toBe(false);
  expect(isFresh(profile, at(-1))).toBe(false);
  expect(isFresh(profileWith({ namespace: 'rejected' }), at(1))).toBe(false);
  expect(isFresh(profileWith({ quotaBytes: { accepted: 1, rejected: 2 } }), at(1))).toBe(false);
  expect(isFresh(profileWith({}, { missingProjects: ['ubi9'] }), at(1))).toBe(false);
});

test('writes one line per capability', () => {
  const lines = profileLines(
    profileWith(
      {
        pathDepth: { accepted: 2, rejected: 3 },
        requestBytes: { accepted: 64 * 2 ** 20, rejected: 128 * 2 ** 20 },
        manifestBytes: { accepted: 4 * 2 ** 20, rejected: null },
        deletes: 'no',
      },
      { product: { name: 'quay', evidence: 'by its header' }, leftovers: ['3 manifests'] },
    ),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      t('profileOf', { place: 'reg.lan/ocp', time: '2026-01-01T00:00:00.000Z' }),
      t('product', { name: 'quay', evidence: 'by its header' }),
      `namespace: ${t('ready')} (POST request: HTTP status 202)`,
      `${t('pathDepthLabel')}: at most 2 (pathDepth was probed)`,
      `${t('requestBytesLabel')}: 64 MiB accepted, 128 MiB rejected (requestBytes was probed)`,
      `${t('manifestBytesLabel')}: at least 4 MiB (manifestBytes was probed)`,
      `${t('deletesLabel')}: no (deletes was probed)`,
      t('leftover', { leftover: '3 manifests' }),
    ]),
  );
});
