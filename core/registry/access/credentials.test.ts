import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCredentialHelper } from './credential-helper.ts';
import { AUTH_FILES, type CredentialOptions, createCredentialLookup } from './credentials.ts';
import { t } from './messages.ts';

let root: string;
let home: string;
const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });
const basic = (username: string, password: string) => ({ kind: 'basic', username, password });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-credentials-'));
  home = join(root, 'home/ann');
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content: unknown): Promise<string> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function helper(name: string, script: string): Promise<void> {
  await chmod(await put(`bin/docker-credential-${name}`, `#!/bin/sh\n${script}\n`), 0o755);
}

function lookup(options: Partial<CredentialOptions> = {}) {
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, ...options.env };
  return createCredentialLookup({ home, systemRoot: root, helpers: [AUTH_FILES], ...options, env });
}

describe('auth files', () => {
  test('selects the longest matching namespace of complete path components', async () => {
    const authFile = await put('pull.json', {
      auths: {
        'quay.io': auth('host:1'),
        'quay.io/team': auth('team:2'),
        'quay.io/team/app': auth('app:p:w:3'),
        'quay.io/other': {},
      },
    });
    const find = await lookup({ authFile });
    expect(await find('quay.io', 'team/app')).toEqual({
      credentials: basic('app', 'p:w:3'),
      origin: `${authFile}, entry quay.io/team/app`,
    });
    expect((await find('quay.io', 'team/apple'))?.credentials).toEqual(basic('team', '2'));
    expect((await find('quay.io', 'teams/x'))?.credentials).toEqual(basic('host', '1'));
    expect((await find('quay.io', 'other/x'))?.credentials).toEqual(basic('host', '1'));
    expect((await find('quay.io', ''))?.credentials).toEqual(basic('host', '1'));
    expect(await find('quay.io:443', 'team/app')).toBeUndefined();
  });

  test('reads old formats: API URLs as keys, the names of Docker Hub, tokens', async () => {
    const authFile = await put('pull.json', {
      auths: {
        'https://index.docker.io/v1/': auth('hub:1'),
        'https://127.0.0.1:5000': auth('five:2'),
        'old.lan/v1/': auth('old:3'),
        'id.lan': { ...auth('0000:'), identitytoken: 'refresh' },
        'bearer.lan': { registrytoken: 'bearer' },
        'plain.lan': { username: 'u', password: 'p' },
        'nul.lan': auth('n:pw\0\0'),
      },
    });
    const find = await lookup({ authFile });
    const at = async (host: string, repository = 'a/b') => (await find(host, repository))?.credentials;
    expect(await at('docker.io')).toEqual(basic('hub', '1'));
    expect(await at('registry-1.docker.io', 'library/busybox')).toEqual(basic('hub', '1'));
    expect(await at('127.0.0.1:5000')).toEqual(basic('five', '2'));
    expect(await at('old.lan')).toEqual(basic('old', '3'));
    expect(await at('id.lan')).toEqual({ kind: 'identity-token', token: 'refresh' });
    expect(await at('bearer.lan')).toEqual({ kind: 'registry-token', token: 'bearer' });
    expect(await at('plain.lan')).toEqual(basic('u', 'p'));
    expect(await at('nul.lan')).toEqual(basic('n', 'pw'));
  });

  test('prefers the plain docker.io entry to the old one', async () => {
    const authFile = await put('pull.json', {
      auths: { 'https://index.docker.io/v1/': auth('old:1'), 'docker.io': auth('new:2') },
    });
    const find = await lookup({ authFile });
    expect((await find('registry-1.docker.io', 'a/b'))?.credentials).toEqual(basic('new', '2'));
  });

  test('reads the default files in order, or only a named file', async () => {
    await put('run/user/containers/auth.json', { auths: { 'one.lan': auth('runtime:1') } });
    await put('home/ann/.config/containers/auth.json', {
      auths: { 'one.lan': auth('config:1'), 'two.lan': auth('config:2') },
    });
    await put('home/ann/.docker/config.json', { auths: { 'three.lan': auth('docker:3') } });
    await put('docker/config.json', { auths: { 'three.lan': auth('named-docker:3') } });
    await put('home/ann/.dockercfg', { 'https://four.lan/v1/': auth('dockercfg:4') });
    const env = { XDG_RUNTIME_DIR: join(root, 'run/user'), REGISTRY_AUTH_FILE: '' };
    const find = await lookup({ env });
    const user = async (find: Awaited<ReturnType<typeof lookup>>, host: string) => {
      const found = await find(host, 'a/b');
      return found?.credentials.kind === 'basic' ? found.credentials.username : undefined;
    };
    expect(await user(find, 'one.lan')).toBe('runtime');
    expect(await user(find, 'two.lan')).toBe('config');
    expect((await find('three.lan', 'a'))?.origin).toBe('~/.docker/config.json, entry three.lan');
    expect(await user(find, 'four.lan')).toBe('dockercfg');
    const docker = await lookup({ env: { ...env, DOCKER_CONFIG: join(root, 'docker') } });
    expect(await user(docker, 'three.lan')).toBe('named-docker');

    const REGISTRY_AUTH_FILE = await put('named.json', { auths: { 'two.lan': auth('named:2') } });
    const named = await lookup({ env: { ...env, REGISTRY_AUTH_FILE } });
    expect(await user(named, 'two.lan')).toBe('named');
    expect(await user(named, 'one.lan')).toBeUndefined();
    const flag = await lookup({
      env: { ...env, REGISTRY_AUTH_FILE },
      authFile: await put('flag.json', { auths: { 'two.lan': auth('flag:2') } }),
    });
    expect(await user(flag, 'two.lan')).toBe('flag');
  });

  test('rejects a missing named file', async () => {
    await expect(lookup({ env: { REGISTRY_AUTH_FILE: join(root, 'no.json') } })).rejects.toMatchObject({
      code: 'config-unreadable',
      message: expect.stringMatching(/no\.json \(from REGISTRY_AUTH_FILE\) can't be read: ENOENT/),
    });
  });

  test('reads a changed file again', async () => {
    const authFile = await put('pull.json', { auths: { 'q.lan': auth('u:old') } });
    const find = await lookup({ authFile });
    expect((await find('q.lan', 'a'))?.credentials).toEqual(basic('u', 'old'));
    await put('pull.json', { auths: { 'q.lan': auth('u:new') } });
    await utimes(authFile, new Date(), new Date(Date.now() + 5000));
    expect((await find('q.lan', 'a'))?.credentials).toEqual(basic('u', 'new'));
  });

  test('reports damaged files with the position, but without content', async () => {
    const authFile = await put('pull.json', '{"auths": {\n "q.lan": {"auth": "c2VjcmV0"]}}');
    const error = await lookup({ authFile }).catch((error) => error);
    expect(error).toMatchObject({
      code: 'config-invalid',
      message: t('authFileNotJsonAt', { file: authFile, line: 2, column: 30 }),
      at: { file: authFile, line: 2, column: 30 },
    });
    await put('pull.json', { auths: { 'q.lan': { auth: 42 } } });
    await expect(lookup({ authFile })).rejects.toMatchObject({ at: { path: 'auths.q.lan.auth' } });
    await put('pull.json', { auths: { 'q.lan': { auth: 'not base64!' } } });
    const find = await lookup({ authFile });
    const wrong = await find('q.lan', 'a').catch((error) => error);
    expect(wrong).toMatchObject({ code: 'config-invalid', at: { file: authFile } });
    expect(`${wrong.message}${wrong.remedy}`).not.toContain('not base64!');
  });

  test('ignores /dev/null and empty entries', async () => {
    expect(await (await lookup({ authFile: '/dev/null' }))('q.lan', 'a')).toBeUndefined();
    const authFile = await put('pull.json', { auths: null });
    expect(await (await lookup({ authFile }))('q.lan', 'a')).toBeUndefined();
  });
});

describe('credential helpers', () => {
  const answer = `read server; echo "$server" >> "$(dirname "$0")/asked"
    case "$server" in
      none.lan) echo "credentials not found in native keychain"; exit 1;;
      broken.lan) echo "s3cret leaks"; exit 2;;
      token.lan) echo '{"Username":"<token>","Secret":"refresh"}';;
      *) echo "{\\"ServerURL\\":\\"$server\\",\\"Username\\":\\"u-$server\\",\\"Secret\\":\\"p\\"}";;
    esac`;

  test('uses credHelpers instead of entries, and credsStore without an entry', async () => {
    await helper('vault', answer);
    const authFile = await put('config.json', {
      auths: { 'a.lan': auth('file:1'), 'b.lan': auth('file:2'), 'c.lan': {} },
      credHelpers: { 'a.lan': 'vault', 'none.lan': 'vault' },
      credsStore: 'vault',
    });
    const find = await lookup({ authFile });
    const at = async (host: string) => (await find(host, 'x/y'))?.credentials;
    expect(await at('a.lan')).toEqual(basic('u-a.lan', 'p'));
    expect(await at('b.lan')).toEqual(basic('file', '2'));
    expect(await at('c.lan')).toEqual(basic('u-c.lan', 'p'));
    expect(await at('none.lan')).toBeUndefined();
    expect(await at('token.lan')).toEqual({ kind: 'identity-token', token: 'refresh' });
    expect(await at('docker.io')).toEqual(basic('u-https://index.docker.io/v1/', 'p'));
    expect((await find('a.lan', 'x'))?.origin).toContain('docker-credential-vault');
    const requested = (await readFile(join(root, 'bin/asked'), 'utf8')).trim().split('\n');
    expect(requested.filter((server) => server === 'a.lan')).toHaveLength(1);
  });

  test('queries the helpers of registries.conf and the auth files in order', async () => {
    await helper('first', 'echo "credentials not found in native keychain"; exit 1');
    await helper('second', answer);
    await put('home/ann/.config/containers/auth.json', { auths: { 'a.lan': auth('file:1') } });
    const find = await lookup({ helpers: ['missing', 'first', AUTH_FILES, 'second'] });
    expect((await find('a.lan', 'x'))?.credentials).toEqual(basic('file', '1'));
    expect((await find('b.lan', 'x'))?.credentials).toEqual(basic('u-b.lan', 'p'));
    await expect(find('none.lan', 'x')).rejects.toMatchObject({
      code: 'credential-helper',
      message: t('helperMissing', { program: 'docker-credential-missing' }),
    });
  });

  test('reports a failing helper without its output', async () => {
    await helper('vault', answer);
    const find = await lookup({ helpers: ['vault'] });
    const error = await find('broken.lan', 'x').catch((error) => error);
    expect(error).toMatchObject({ code: 'credential-helper', exitCode: 4 });
    expect(error.message).toBe(
      t('helperExit', { program: 'docker-credential-vault', server: 'broken.lan', exit: '2' }),
    );
    expect(JSON.stringify(error)).not.toContain('s3cret');
  });

  test('stops a hanging helper and its child processes', async () => {
    await helper('slow', 'sleep 3 & wait');
    const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin` };
    await expect(runCredentialHelper('slow', 'a.lan', env, 300)).rejects.toMatchObject({
      message: t('helperTimeout', { program: 'docker-credential-slow', server: 'a.lan', seconds: 0.3 }),
    });
  });

  test('rejects a helper name that is a path', async () => {
    await expect(runCredentialHelper('../evil', 'a.lan', {})).rejects.toMatchObject({
      code: 'credential-helper',
    });
  });
});
