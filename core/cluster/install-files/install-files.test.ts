import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ManifestFile } from '../../install/install-config/model/manifest-file.ts';
import { t } from './messages.ts';
import { mirrorPullSecrets, readTrustBundle } from './mirror-settings.ts';
import { readPushedSources } from './pushed-sources.ts';
import { writeManifests } from './write-manifests.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-install-files-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('manifests', () => {
  const file = (path: string, secret = false): ManifestFile => ({
    ...{ path, text: `${path}\n`, kind: 'Secret', name: 'x', purpose: 'For a test.', secret },
  });

  test('are written below the folder, passwords for their owner alone', async () => {
    const { others } = await writeManifests(directory, [file('openshift/a.yaml', true), file('b.md')]);
    expect(others).toEqual([]);
    expect((await stat(join(directory, 'openshift/a.yaml'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'b.md'))).mode & 0o777).toBe(0o644);
    expect(await readFile(join(directory, 'b.md'), 'utf8')).toBe('b.md\n');
  });

  test('omit secrets on request, and report existing files', async () => {
    await writeManifests(directory, [file('cluster-api/machines/old.yaml')]);
    const { written, others } = await writeManifests(
      directory,
      [file('openshift/a.yaml', true), file('b.md')],
      {
        withSecrets: false,
      },
    );
    expect(written.map(({ path }) => path)).toEqual(['b.md']);
    expect(others).toEqual(['cluster-api/machines/old.yaml']);
    expect((await readdir(directory)).sort()).toEqual(['b.md', 'cluster-api']);
  });

  test('lead to no other folder', async () => {
    await expect(writeManifests(directory, [file('../x.yaml')])).rejects.toThrow(
      t('pathOutside', { path: '../x.yaml', directory }),
    );
  });
});

describe('the results of a push', () => {
  const set = (kind: string, list: string, entries: object[]) =>
    `---\n${JSON.stringify({ kind, metadata: { name: 'x' }, spec: { [list]: entries } })}\n`;

  test('are read from mirror sets of every kind, each source once', async () => {
    await writeFile(
      join(directory, 'idms.yaml'),
      set('ImageDigestMirrorSet', 'imageDigestMirrors', [{ source: 'quay.io/b', mirrors: ['reg:5000/b'] }]) +
        set('ImageDigestMirrorSet', 'imageDigestMirrors', [
          { source: 'quay.io/a', mirrors: ['reg:5000/a', 'other/a'] },
        ]),
    );
    await writeFile(
      join(directory, 'icsp.yaml'),
      set('ImageContentSourcePolicy', 'repositoryDigestMirrors', [
        { source: 'quay.io/b', mirrors: ['reg:5000/b2'] },
      ]),
    );
    await writeFile(
      join(directory, 'itms.yaml'),
      set('ImageTagMirrorSet', 'imageTagMirrors', [
        { source: 'quay.io/b', mirrors: ['x'] },
        { source: 'quay.io/t', mirrors: ['x'] },
      ]),
    );
    await writeFile(join(directory, 'cs.yaml'), 'kind: CatalogSource\nspec: {}\n');
    expect(await readPushedSources(directory)).toEqual({
      imageDigestSources: [
        { source: 'quay.io/a', mirrors: ['reg:5000/a', 'other/a'] },
        { source: 'quay.io/b', mirrors: ['reg:5000/b2', 'reg:5000/b'] },
      ],
      byTagOnly: ['quay.io/t'],
      registries: [
        { host: 'reg:5000', repository: 'b2' },
        { host: 'other', repository: 'a' },
      ],
      files: ['icsp.yaml', 'idms.yaml', 'itms.yaml'],
    });
  });

  test('are reported as missing in a folder that no push wrote', async () => {
    await writeFile(join(directory, 'itms.yaml'), set('ImageTagMirrorSet', 'imageTagMirrors', []));
    await expect(readPushedSources(directory)).rejects.toMatchObject({ code: 'config-unreadable' });
    await expect(readPushedSources(join(directory, 'none'))).rejects.toMatchObject({
      code: 'config-unreadable',
    });
  });
});

test('uses the login of the most specific entry, and no tokens of this host', async () => {
  const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });
  const authFile = join(directory, 'auth.json');
  const auths = {
    'reg:5000': auth('a:all'),
    'reg:5000/ocp': auth('o:ocp'),
    token: { identitytoken: 'secret-token' },
  };
  await writeFile(authFile, JSON.stringify({ auths }));
  const registries = [
    { host: 'reg:5000', repository: 'ocp/release' },
    { host: 'token', repository: 'x' },
  ];
  const { entries, problems } = await mirrorPullSecrets(registries, { env: {}, home: directory, authFile });
  expect(entries).toEqual([{ registry: 'reg:5000', ...auth('o:ocp') }]);
  expect(problems).toMatchObject([{ code: 'unauthorized', level: 'warning' }]);
  expect(JSON.stringify(problems)).not.toContain('secret-token');
});

test('returns only the certificates of a CA bundle', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----';
  const file = async (text: string) => {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'ca.pem'), text);
    return join(directory, 'ca.pem');
  };
  expect(await readTrustBundle(await file(`subject=x\n${pem}\r\ntext\n${pem}`))).toBe(`${pem}\n${pem}\n`);
  await expect(readTrustBundle(await file('nothing'))).rejects.toMatchObject({ code: 'config-invalid' });
  await expect(
    readTrustBundle(await file('-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----')),
  ).rejects.toThrow('contains a private key');
});
