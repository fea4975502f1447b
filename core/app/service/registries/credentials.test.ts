import { lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dockerRegistry } from '../../../registry/exchange/registry.fixture.ts';
import { newTestService, type TestService, textsBelow } from '../service.fixture.ts';

const NEEDLE = 'Needle-9f31c7';
const basic = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64');

let rig: TestService;
let authFile: string;
beforeEach(async () => {
  rig = await newTestService();
  authFile = join(rig.home, '.config/containers/auth.json');
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

const set = (registry: string, keep: 'session' | 'key-store' | 'auth-file', password = NEEDLE) =>
  rig.ask('credentials.set', { registry, username: 'me', password, keep });

test('typed credentials are used, listed by registry, and forgotten', async () => {
  expect(await set('https://registry.lab:5000/mirror/', 'session')).toEqual({ where: 'this session' });
  const { registries } = await rig.ask('registries.list', {});
  expect(registries).toEqual([
    {
      name: 'registry.lab:5000/mirror',
      tlsVerify: true,
      listed: false,
      credentials: { from: 'session', user: 'me' },
      mirrors: [],
      notes: [],
    },
  ]);
  await rig.ask('credentials.forget', { registry: 'registry.lab:5000/mirror' });
  expect(await rig.ask('registries.list', {})).toEqual({ registries: [] });
});

test('the auth file keeps all other entries, is readable only by its owner, and a link remains a link', async () => {
  const target = join(rig.directory, 'real.json');
  const before = { auths: { 'quay.io': { auth: basic('a', 'b'), email: 'x' } }, credsStore: '', other: [1] };
  await writeFile(target, JSON.stringify(before, undefined, '\t'), { mode: 0o644 });
  await mkdir(join(rig.home, '.config/containers'), { recursive: true });
  await symlink(target, authFile);
  expect(await set('registry.lab', 'auth-file')).toEqual({ where: authFile });
  expect((await lstat(authFile)).isSymbolicLink()).toBe(true);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  const text = await readFile(target, 'utf8');
  expect(JSON.parse(text)).toEqual({
    ...before,
    auths: { ...before.auths, 'registry.lab': { auth: basic('me', NEEDLE) } },
  });
  expect(text).toContain('\n\t"auths"');
  const { registries } = await rig.ask('registries.list', {});
  expect(registries.map(({ name, credentials }) => [name, credentials.from, credentials.where])).toEqual([
    ['quay.io', 'auth-file', '~/.config/containers/auth.json, entry quay.io'],
    ['registry.lab', 'auth-file', '~/.config/containers/auth.json, entry registry.lab'],
  ]);
});

test('prefers the file of this login session if it exists, and a named one to all others', async () => {
  const runtime = join(rig.directory, 'run');
  const auths = JSON.stringify({ auths: {} });
  await mkdir(join(runtime, 'containers'), { recursive: true });
  await using own = await newTestService({ env: { XDG_RUNTIME_DIR: runtime } });
  expect((await own.ask('host.describe', {})).authFile).toContain('/home/.config/containers/auth.json');
  await writeFile(join(runtime, 'containers/auth.json'), auths);
  expect((await own.ask('host.describe', {})).authFile).toBe(join(runtime, 'containers/auth.json'));
  await using named = await newTestService({
    env: { XDG_RUNTIME_DIR: runtime, REGISTRY_AUTH_FILE: '/dev/null' },
  });
  expect((await named.ask('host.describe', {})).authFile).toBe('/dev/null');
  const failure = await named.fail('credentials.set', {
    registry: 'a.lab',
    username: 'me',
    password: NEEDLE,
    keep: 'auth-file',
  });
  expect(failure.code).toBe('unsupported');
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
});

test('leaves a damaged auth file, and one that leaves the host to a helper, unchanged', async () => {
  await mkdir(join(rig.home, '.config/containers'), { recursive: true });
  for (const [text, code] of [
    [`{"auths": {"quay.io": {"auth": "${NEEDLE}"`, 'config-invalid'],
    ['{"credHelpers": {"a.lab": "secretservice"}}', 'unsupported'],
  ] as const) {
    await writeFile(authFile, text);
    const failure = await rig.fail('credentials.set', {
      registry: 'a.lab',
      username: 'me',
      password: NEEDLE,
      keep: 'auth-file',
    });
    expect(failure.code).toBe(code);
    expect(JSON.stringify(failure)).not.toContain(NEEDLE);
    expect(await readFile(authFile, 'utf8')).toBe(text);
  }
  const { registries } = await rig.ask('registries.list', {});
  expect(registries).toMatchObject([
    { name: 'a.lab', credentials: { from: 'helper', where: expect.stringContaining('secretservice') } },
  ]);
});

test('rejects the key store if there is none, and lists it if there is one', async () => {
  const typed = { registry: 'a.lab', username: 'me', password: NEEDLE, keep: 'key-store' as const };
  const failure = await rig.fail('credentials.set', typed);
  expect(failure).toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('a browser has none'),
  });
  expect(await rig.ask('registries.list', {})).toEqual({ registries: [] });
  await using desktop = await newTestService({ keyStore: { available: true } });
  expect(await desktop.ask('credentials.set', typed)).toEqual({ where: 'key store' });
  expect(await desktop.ask('registries.list', {})).toMatchObject({
    registries: [{ name: 'a.lab', credentials: { from: 'key-store', user: 'me' } }],
  });
  for (const [path] of await textsBelow(desktop.directory)) throw new Error(`${path} was written`);
});

test('reads a pull secret as text and as a file, and reports faults with their place and without content', async () => {
  const secret = JSON.stringify({
    auths: {
      'quay.io': { auth: basic('robot', NEEDLE), email: 'me@example.com' },
      'https://index.docker.io/v1/': { auth: basic('hub', NEEDLE) },
    },
  });
  expect(await rig.ask('credentials.importPullSecret', { text: secret, keep: 'session' })).toEqual({
    registries: ['quay.io', 'docker.io'],
    where: 'this session',
  });
  const file = join(rig.directory, 'pull-secret.txt');
  await writeFile(file, secret);
  expect(await rig.ask('credentials.importPullSecret', { file, keep: 'auth-file' })).toEqual({
    registries: ['quay.io', 'docker.io'],
    where: authFile,
  });
  expect(JSON.parse(await readFile(authFile, 'utf8'))).toMatchObject({
    auths: { 'quay.io': { auth: basic('robot', NEEDLE) } },
  });
  for (const [text, place] of [
    [`{"auths": {"quay.io": {"auth": "${NEEDLE}`, /line 1, column 32/],
    [`{"auths": {"quay.io": {"auth": "${NEEDLE}!"}}}`, /quay\.io isn't valid base64/],
    [`{"auths": {"quay.io": {"mail": "${NEEDLE}"}}}`, /entry for quay\.io doesn't contain a username/],
    [`{"auths": {"x:${NEEDLE}@y": {"auth": "YTpi"}}}`, /isn't a registry name/],
    [`{"auth": "${NEEDLE}"}`, /no entries in "auths"/],
    [NEEDLE, /line 1, column 1/],
  ] as const) {
    const failure = await rig.fail('credentials.importPullSecret', { text, keep: 'session' });
    expect(failure.message).toMatch(place);
    expect(JSON.stringify(failure)).not.toContain(NEEDLE);
  }
  expect(await rig.fail('credentials.importPullSecret', { keep: 'session' })).toMatchObject({
    code: 'usage',
  });
});

test("doesn't quote an invalid registry, because it may contain a password", async () => {
  const failure = await rig.fail('credentials.set', {
    registry: `me:${NEEDLE}@registry.lab`,
    username: 'me',
    password: NEEDLE,
    keep: 'session',
  });
  expect(failure).toMatchObject({ code: 'usage', path: 'registry' });
  expect(JSON.stringify(failure)).not.toContain(NEEDLE);
});

test('a typed password is in no answer, event, file or diagnostics afterwards', async () => {
  const htpasswd = join(rig.directory, 'htpasswd');
  await writeFile(htpasswd, `me:${bcrypt.hashSync(NEEDLE, 4)}\n`);
  await using registry = await dockerRegistry(`auth: { htpasswd: { realm: r, path: ${htpasswd} } }`);
  const answers: unknown[] = [];
  const signal = new AbortController().signal;
  const query = async (name: string, input: unknown): Promise<void> =>
    void answers.push(await rig.service.request(name, input, { signal }));
  const workspace = join(rig.directory, 'workspace');
  const configFile = join(rig.directory, 'isc.yaml');
  await writeFile(
    configFile,
    `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n    - name: ${registry.host}/a/b:1\n`,
  );
  for (const password of [NEEDLE, `${NEEDLE}-wrong`]) {
    await query('credentials.set', { registry: registry.host, username: 'me', password, keep: 'session' });
    await query('registries.test', { name: `${registry.host}/a`, tlsVerify: false, push: true });
    await query('registries.test', {
      name: registry.host,
      tlsVerify: false,
      typed: { username: 'me', password },
    });
    await query('workspaces.open', { directory: workspace, create: true });
    const settings = { workflow: 'mirrorToDisk', directory: workspace, configFile, sourceTlsVerify: false };
    await query('plans.make', { settings, ticket: 't' });
    await query('runs.start', { settings });
    await expect
      .poll(
        () =>
          rig.events
            .flatMap((event) => (event.type === 'job' ? [event.job] : []))
            .findLast(({ kind }) => kind === 'run')?.status,
        { timeout: 10_000 },
      )
      .toMatch(/failed|partial|complete/);
    await query('runs.list', {});
    await query('registries.list', {});
  }
  await query('diagnostics.preview', {});
  await query('diagnostics.save', { file: join(rig.directory, 'bundle.tar') });
  expect(answers.length).toBe(18);
  const seen = new Map(await textsBelow(rig.directory));
  expect([...seen.keys()].some((path) => path.endsWith('events.jsonl'))).toBe(true);
  seen.set('answers', JSON.stringify(answers));
  seen.set('events', JSON.stringify(rig.events));
  for (const needle of [NEEDLE, basic('me', NEEDLE), basic('me', `${NEEDLE}-wrong`)])
    for (const [place, text] of seen) expect(text.includes(needle), place).toBe(false);
});
