import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpointsOf, securityOf } from './endpoints.ts';
import { parseRegistriesConf } from './registries-conf.ts';
import { loadRegistriesConf } from './registries-conf-files.ts';

const parse = (text: string) => parseRegistriesConf(text, '/etc/containers/registries.conf').registries;
const silent = () => undefined;

function pull(toml: string, name: string, byDigest = true) {
  const slash = name.indexOf('/');
  const request = { host: name.slice(0, slash), repository: name.slice(slash + 1), byDigest };
  return endpointsOf(parse(toml), silent, { ...request, purpose: 'pull' }).map(
    ({ host, repository, security, mirror }) =>
      `${host}/${repository}${security === 'insecure' ? ' insecure' : ''}${mirror ? ' mirror' : ''}`,
  );
}

const REMAPPED = `
[[registry]]
prefix = "example.com/foo"
location = "internal.net:5000/bar/"
[[registry.mirror]]
location = "m0.local/mirror-for-foo"
[[registry.mirror]]
location = "m1.local/mirrors/foo"
insecure = true
pull-from-mirror = "digest-only"
[[registry.mirror]]
location = "m2.local"
pull-from-mirror = "tag-only"
[[registry]]
location = "example.com"
insecure = true
`;

describe('endpoints', () => {
  test('returns mirrors in order, then the location, by digest and by tag', () => {
    expect(pull(REMAPPED, 'example.com/foo/image')).toEqual([
      'm0.local/mirror-for-foo/image mirror',
      'm1.local/mirrors/foo/image insecure mirror',
      'internal.net:5000/bar/image',
    ]);
    expect(pull(REMAPPED, 'example.com/foo/image', false)).toEqual([
      'm0.local/mirror-for-foo/image mirror',
      'm2.local/image mirror',
      'internal.net:5000/bar/image',
    ]);
  });

  test('matches prefixes of complete path components or the host', () => {
    expect(pull(REMAPPED, 'example.com/foo')).toContain('internal.net:5000/bar');
    expect(pull(REMAPPED, 'example.com/foobar/x')).toEqual(['example.com/foobar/x insecure']);
    expect(pull(REMAPPED, 'example.com.evil.org/foo/x')).toEqual(['example.com.evil.org/foo/x']);
    expect(pull(REMAPPED, 'example.com:5000/foo/x')).toEqual(['example.com:5000/foo/x']);
  });

  test('mirror-by-digest-only', () => {
    const toml = `[[registry]]\nlocation = "a.lan"\nmirror-by-digest-only = true\n[[registry.mirror]]\nlocation = "m.lan/x"`;
    expect(pull(toml, 'a.lan/app')).toEqual(['m.lan/x/app mirror', 'a.lan/app']);
    expect(pull(toml, 'a.lan/app', false)).toEqual(['a.lan/app']);
  });

  test('matches wildcards with any number of subdomains, but not the domain itself', () => {
    const toml = `
[[registry]]
prefix = "*.example.com"
insecure = true
[[registry]]
prefix = "*.sub.example.com"
location = "proxy.lan/sub"
`;
    expect(pull(toml, 'a.b.example.com:5000/x/y')).toEqual(['a.b.example.com:5000/x/y insecure']);
    expect(pull(toml, 'a.sub.example.com/x/y')).toEqual(['proxy.lan/sub/x/y']);
    expect(pull(toml, 'example.com/x')).toEqual(['example.com/x']);
    expect(pull(toml, 'other.com/a.example.com/x')).toEqual(['other.com/a.example.com/x']);
  });

  test('matches docker.io with library/, and connects to its registry', () => {
    expect(pull('', 'docker.io/alpine')).toEqual(['registry-1.docker.io/library/alpine']);
    const toml = `[[registry]]\nprefix = "docker.io/library"\nlocation = "quay.io/libpod"`;
    expect(pull(toml, 'docker.io/alpine')).toEqual(['quay.io/libpod/alpine']);
    expect(pull(toml, 'docker.io/team/app')).toEqual(['registry-1.docker.io/team/app']);
  });

  test('pushes to the location, never to mirrors', () => {
    const request = {
      host: 'example.com',
      repository: 'foo/image',
      purpose: 'push',
      byDigest: true,
    } as const;
    expect(endpointsOf(parse(REMAPPED), silent, request)).toEqual([
      { host: 'internal.net:5000', repository: 'bar/image', security: 'verified', mirror: false },
    ]);
  });

  test('gives the command line precedence over registries.conf, per host', () => {
    const flags = (host: string) => (host === 'm0.local' ? true : host === 'm1.local' ? false : undefined);
    const request = {
      host: 'example.com',
      repository: 'foo/image',
      purpose: 'pull',
      byDigest: true,
    } as const;
    expect(endpointsOf(parse(REMAPPED), flags, request).map(({ security }) => security)).toEqual([
      'insecure',
      'verified',
      'verified',
    ]);
    expect(securityOf(parse(REMAPPED), flags, 'example.com')).toBe('insecure');
    expect(securityOf(parse(REMAPPED), flags, 'auth.example.com')).toBe('verified');
    expect(securityOf(parse(REMAPPED), flags, 'm0.local')).toBe('insecure');
  });

  test('rejects blocked registries, also for pushes, and prefixes of a single tag', () => {
    const toml = `[[registry]]\nlocation = "a.lan/bad"\nblocked = true\n[[registry]]\nlocation = "a.lan/b:v1"\nblocked = true`;
    for (const purpose of ['pull', 'push'] as const) {
      const request = { host: 'a.lan', repository: 'bad/x', purpose, byDigest: true };
      expect(() => endpointsOf(parse(toml), silent, request)).toThrowError(
        expect.objectContaining({ code: 'blocked-registry', message: expect.stringContaining('a.lan/bad') }),
      );
    }
    expect(() => pull(toml, 'a.lan/b')).toThrowError(expect.objectContaining({ code: 'config-unsupported' }));
    expect(pull(toml, 'a.lan/bc')).toEqual(['a.lan/bc']);
  });

  test('rejects an invalid location only if it is used', () => {
    const toml = `[[registry]]\nlocation = "a.lan"\n[[registry.mirror]]\nlocation = "<server:port>/ocp4"`;
    expect(pull(toml, 'b.lan/x')).toEqual(['b.lan/x']);
    expect(() => pull(toml, 'a.lan/x')).toThrowError(expect.objectContaining({ code: 'config-invalid' }));
  });
});

describe('parseRegistriesConf rejects', () => {
  test.each([
    ['[[registry]\nlocation = "a"', /isn't valid TOML \(line 1/],
    ['[registries.search]\nregistries = ["a.lan"]', /version 1 of the format/],
    ['[registries.block]\nregistries = []\n[[registry]]\nlocation = "a.lan"', /mixes version 1/],
    ['unqualified-search-registries = []\n[registries.search]\nregistries = []', /mixes version 1/],
    ['[[registry]]\nlocation = "https://a.lan"', /must not start with http/],
    [
      '[[registry]]\nlocation = "a.lan"\n[[registry.mirror]]\nlocation = "http://b"',
      /must not start with http/,
    ],
    ['[[registry]]\ninsecure = true', /neither a location nor a prefix/],
    ['[[registry]]\nprefix = "a.lan"', /has no location, which/],
    ['[[registry]]\nprefix = "*.a.lan/x"\nlocation = "b"', /wildcard \* is allowed only/],
    ['[[registry]]\nprefix = "a.*.lan"\nlocation = "b"', /wildcard \* is allowed only/],
    ['[[registry]]\nlocation = "a.lan"\n[[registry.mirror]]\ninsecure = true', /mirror has no location/],
    ['[[registry]]\nlocation = "a"\npull-from-mirror = "all"', /allowed only in \[\[registry.mirror\]\]/],
    [
      '[[registry]]\nlocation = "a"\nmirror-by-digest-only = true\n[[registry.mirror]]\nlocation = "b"\npull-from-mirror = "all"',
      /mutually exclusive/,
    ],
    [
      '[[registry]]\nlocation = "a"\n[[registry.mirror]]\nlocation = "b"\npull-from-mirror = "some"',
      /is "some", but must be all/,
    ],
    [
      '[[registry]]\nlocation = "a"\n[[registry]]\nprefix = "c"\nlocation = "a"\nblocked = true',
      /conflicting values for "blocked"/,
    ],
    ['[[registry]]\nlocation = "a"\ninsecure = "yes"', /registry\[0\]\.insecure: /],
    ['unqualified-search-registries = ["a.lan/ns"]', /"a.lan\/ns" isn't a valid host/],
    ['credential-helpers = "x"', /credential-helpers: /],
    ['short-name-mode = "maybe"', /short-name-mode/],
  ])('%s', (toml, message) => {
    expect(() => parse(toml)).toThrowError(
      expect.objectContaining({
        code: 'config-invalid',
        message: expect.stringMatching(message),
        at: expect.objectContaining({ file: '/etc/containers/registries.conf' }),
      }),
    );
  });
});

describe('loadRegistriesConf', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'airlock-registries-'));
  });
  afterEach(() => rm(root, { recursive: true }));
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const load = async (env: Record<string, string> = {}, registriesConf?: string) => {
    const home = join(root, 'home');
    const options = { env, home, systemRoot: root, registriesConf: registriesConf || undefined };
    const { registries, credentialHelpers } = await loadRegistriesConf(options);
    return [
      ...registries.map(({ prefix, location }) => `${prefix}>${location}`).sort(),
      ...credentialHelpers,
    ].join(' ');
  };
  const entry = (prefix: string, location: string) =>
    `[[registry]]\nprefix = "${prefix}"\nlocation = "${location}"\n`;

  test('reads the system file, the drop-ins of both folders, the user file, or a named file', async () => {
    expect(await load()).toBe('containers-auth.json');
    await put('etc/containers/registries.conf', `credential-helpers = ["h1"]\n${entry('a', 'system')}`);
    await put('etc/containers/registries.conf.d/20-b.conf', entry('b', 'dropin20') + entry('a', 'dropin20'));
    await put('etc/containers/registries.conf.d/10-b.conf', entry('b', 'dropin10'));
    await put('etc/containers/registries.conf.d/30-c.ignored', entry('c', 'never'));
    await put('home/.config/containers/registries.conf.d/x.conf', entry('c', 'user-dropin'));
    expect(await load()).toBe('a>dropin20 b>dropin20 c>user-dropin h1');

    const named = join(root, 'named.conf');
    await writeFile(named, entry('a', 'named') + entry('n', 'named'));
    expect(await load({ CONTAINERS_REGISTRIES_CONF: named })).toBe(
      'a>dropin20 b>dropin20 c>user-dropin n>named containers-auth.json',
    );
    expect(await load({ CONTAINERS_REGISTRIES_CONF: '/nowhere' }, named)).toContain('n>named');

    await put('home/.config/containers/registries.conf', entry('u', 'user'));
    expect(await load()).toBe('c>user-dropin u>user containers-auth.json');
  });

  test('rejects a missing named file, and reports a damaged drop-in', async () => {
    await expect(load({ CONTAINERS_REGISTRIES_CONF: join(root, 'no.conf') })).rejects.toMatchObject({
      code: 'config-unreadable',
      message: expect.stringContaining('(from CONTAINERS_REGISTRIES_CONF)'),
    });
    await put('etc/containers/registries.conf.d/bad.conf', '[registries.search]\nregistries = []');
    await expect(load()).rejects.toMatchObject({
      at: { file: join(root, 'etc/containers/registries.conf.d/bad.conf') },
    });
  });
});
