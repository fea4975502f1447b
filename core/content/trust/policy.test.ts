import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDockerReference, parseImageName, scopesOf } from './docker-reference.ts';
import { loadPolicy } from './host-files.ts';
import { t } from './messages.ts';
import { type Policy, parsePolicy, sectionFor } from './policy.ts';

const ACCEPT = { type: 'insecureAcceptAnything' };
const KEY = { type: 'signedBy', keyType: 'GPGKeys', keyPath: '/k' };
const HEX = 'a'.repeat(64);

const parse = (value: unknown): Policy => parsePolicy(JSON.stringify(value, null, 1), 'policy.json');
const withRequirement = (requirement: unknown) => ({
  default: [{ type: 'reject' }],
  transports: { docker: { 'q.io': [requirement] } },
});

describe('parsePolicy', () => {
  it.each([
    ['the smallest policy', { default: [ACCEPT] }],
    ['keyPaths', withRequirement({ ...KEY, keyPath: undefined, keyPaths: ['/a', '/b'] })],
    ['keyData', withRequirement({ ...KEY, keyPath: undefined, keyData: 'bm9uc2Vuc2U=' })],
    ['an unknown transport', { default: [ACCEPT], transports: { later: { any: [ACCEPT] } } }],
    ['a folder', { default: [ACCEPT], transports: { oci: { '/a/b': [ACCEPT], '': [ACCEPT] } } }],
    ['sigstore keys', withRequirement({ type: 'sigstoreSigned', keyPaths: ['/a'] })],
    ['sigstore data', withRequirement({ type: 'sigstoreSigned', keyDatas: ['bm9uc2Vuc2U='] })],
    [
      'remapping',
      withRequirement({
        ...KEY,
        signedIdentity: { type: 'remapIdentity', prefix: 'm:5000/v', signedPrefix: 'vendor.example' },
      }),
    ],
  ])('reads %s', (_, value) => {
    const policy = parse(value);
    expect(policy.default.requirements.length).toBeGreaterThan(0);
    expect(policy.doubts).toEqual([]);
  });

  it.each<[string, unknown, string, number]>([
    ['no default', { transports: {} }, 'default is missing', 1],
    ['an empty list', { default: [] }, `default ${t('requirementMissing')}`, 2],
    ['an unknown field', { default: [ACCEPT], transport: {} }, `transport ${t('unknownField')}`, 7],
    ['a wrong case', { Default: [ACCEPT] }, 'default is missing', 1],
    ['an unknown type', withRequirement({ type: 'signedby' }), `[0].type ${t('unknownType')}`, 11],
    ['no type', withRequirement({}), `[0].type ${t('unknownType')}`, 10],
    [
      'an unknown nested field',
      withRequirement({ ...ACCEPT, keyPath: '/k' }),
      `["q.io"][0].keyPath ${t('unknownField')}`,
      12,
    ],
    [
      'no key',
      withRequirement({ ...KEY, keyPath: undefined }),
      'exactly one of keyPath, keyPaths or keyData',
      10,
    ],
    ['two keys', withRequirement({ ...KEY, keyData: 'eA==' }), 'but found keyPath and keyData', 10],
    ['an empty path', withRequirement({ ...KEY, keyPath: '' }), 'keyPath must not be empty', 13],
    [
      'no base64',
      withRequirement({ ...KEY, keyPath: undefined, keyData: '???' }),
      'keyData must be base64',
      13,
    ],
    ['no keyType', withRequirement({ ...KEY, keyType: undefined }), 'keyType must be one of GPGKeys', 10],
    ['a number', withRequirement({ ...KEY, keyPath: 4 }), 'keyPath must be a string', 13],
    [
      'an empty scope',
      { default: [ACCEPT], transports: { docker: [] } },
      'transports.docker must be an object',
      8,
    ],
    ['null', { default: [ACCEPT], transports: null }, 'transports must be an object', 7],
    [
      'a relative folder',
      { default: [ACCEPT], transports: { dir: { 'a/b': [ACCEPT] } } },
      'must be an absolute path',
      9,
    ],
    [
      'the root',
      { default: [ACCEPT], transports: { oci: { '/': [ACCEPT] } } },
      'must be an absolute path',
      9,
    ],
    ['..', { default: [ACCEPT], transports: { oci: { '/a/..': [ACCEPT] } } }, 'must be an absolute path', 9],
    [
      'a scope of tarball',
      { default: [ACCEPT], transports: { tarball: { x: [ACCEPT] } } },
      t('scopeUnsupported'),
      9,
    ],
    [
      'an exact reference without a tag',
      withRequirement({ ...KEY, signedIdentity: { type: 'exactReference', dockerReference: 'a.b/c' } }),
      'signedIdentity.dockerReference must be an image reference with a tag',
      16,
    ],
    [
      'a prefix with a tag',
      withRequirement({
        ...KEY,
        signedIdentity: { type: 'remapIdentity', prefix: 'a.b/c:1', signedPrefix: 'a.b' },
      }),
      'signedIdentity.prefix must be host[:port]',
      16,
    ],
    [
      'fulcio without rekor',
      withRequirement({
        type: 'sigstoreSigned',
        fulcio: { caPath: '/a', oidcIssuer: 'i', subjectEmail: 'e' },
      }),
      t('fulcioWithoutRekor'),
      10,
    ],
  ])('rejects %s', (_, value, message, line) => {
    expect(() => parse(value)).toThrowError(
      expect.objectContaining({
        code: 'config-invalid',
        message: expect.stringContaining(message),
        at: expect.objectContaining({ file: 'policy.json', line }),
      }),
    );
  });

  it.each([
    ['a comment', '{\n  /* no */ "default": []}', 2, 3],
    ['a trailing comma', '{"default": [{"type": "reject"},]}', 1, 33],
    ['a missing comma', '{"default": [{"type": "reject"}]\n "transports": {}}', 2, 2],
    ['nothing', '', 1, 1],
    ['text after the JSON', '{}\n{}', 2, 1],
  ])('reports where JSON is invalid: %s', (_, text, line, column) => {
    expect(() => parsePolicy(text, 'p')).toThrowError(
      expect.objectContaining({ code: 'config-invalid', at: { file: 'p', line, column } }),
    );
  });

  it('rejects repeated fields, which JSON.parse accepts', () => {
    const twice = (text: string) => () => parsePolicy(text, 'p');
    expect(
      twice('{"default":[{"type":"reject"}],\n"default":[{"type":"insecureAcceptAnything"}]}'),
    ).toThrowError(
      expect.objectContaining({ message: `p: line 2: ${t('fieldTwice', { path: 'default' })}` }),
    );
    expect(
      twice(
        '{"default":[{"type":"reject"}],"transports":{"docker":{"q.io":[{"type":"reject"}],\n"q\\u002eio":[{"type":"reject"}]}}}',
      ),
    ).toThrowError(
      expect.objectContaining({
        message: `p: line 2: ${t('fieldTwice', { path: 'transports.docker["q.io"]' })}`,
      }),
    );
  });

  it('rejects a scope with a name that is special in JavaScript', () => {
    const text =
      '{"default":[{"type":"insecureAcceptAnything"}],"transports":{"docker":{"__proto__":[{"type":"reject"}]}}}';
    expect(() => parsePolicy(text, 'p')).toThrowError(expect.objectContaining({ code: 'config-invalid' }));
  });

  it('reports all faults, and survives deep nesting', () => {
    const value = { default: [], transports: { docker: { a: [] } } };
    expect(() => parse(value)).toThrowError(
      expect.objectContaining({
        problems: [
          expect.objectContaining({ line: 2 }),
          expect.objectContaining({ line: 5, path: 'transports.docker.a' }),
        ],
      }),
    );
    expect(() => parsePolicy('['.repeat(100_000) + ']'.repeat(100_000), 'p')).toThrowError(
      expect.objectContaining({ code: 'config-invalid' }),
    );
  });

  it('warns about requirements that it cannot check', () => {
    const policy = parse(
      withRequirement({
        type: 'sigstoreSigned',
        fulcio: { caPath: '/a', oidcIssuer: 'i', subjectEmail: 'e' },
        rekorPublicKeyPath: '/r',
      }),
    );
    expect(policy.doubts).toEqual([
      expect.objectContaining({
        code: 'config-unsupported',
        level: 'warning',
        line: 10,
        message: expect.stringContaining('scope "q.io" requires sigstoreSigned with fulcio'),
      }),
    ]);
    const others = [
      { ...KEY, keyType: 'X509Certificates' },
      { type: 'signedBaseLayer', baseLayerIdentity: { type: 'matchExact' } },
      { type: 'sigstoreSigned', keyPath: '/k', rekorPublicKeyPath: '/r' },
      { type: 'sigstoreSigned', pki: { caRootsPath: '/k', subjectEmail: 'e' } },
    ];
    for (const requirement of others) expect(parse(withRequirement(requirement)).doubts).toHaveLength(1);
  });
});

describe('the section that decides', () => {
  const scoped = parse({
    default: [{ type: 'reject' }],
    transports: {
      docker: Object.fromEntries(
        [
          'q.io/ns/repo:1',
          `q.io/ns/repo@sha256:${HEX}`,
          'q.io/ns/repo',
          'q.io/ns',
          'q.io:5000',
          '*.example.com',
          '*.com',
          'docker.io/library/busybox',
          'docker.io',
        ].map((scope) => [scope, [ACCEPT]]),
      ),
      oci: { '/srv/a': [ACCEPT], '': [ACCEPT] },
    },
  });
  it.each([
    ['q.io/ns/repo:1', 'scope "q.io/ns/repo:1"'],
    [`q.io/ns/repo@sha256:${HEX}`, `scope "q.io/ns/repo@sha256:${HEX}"`],
    ['q.io/ns/repo:2', 'scope "q.io/ns/repo"'],
    ['q.io/ns/repo/more:1', 'scope "q.io/ns/repo"'],
    ['q.io/ns/repository:1', 'scope "q.io/ns"'],
    ['q.io/other/x:1', 'the global default'],
    ['q.io:5000/other:1', 'scope "q.io:5000"'],
    ['a.b.example.com:8443/x:1', 'scope "*.example.com"'],
    ['example.com/x:1', 'scope "*.com"'],
    ['docker.io/busybox:1', 'scope "docker.io/library/busybox"'],
    ['index.docker.io/library/other:1', 'scope "docker.io"'],
    // The engine pulls from a host of that name, so rules for docker.io don't apply to it.
    ['mirror/library/busybox:1', 'the global default'],
    // Host with a name that every JavaScript object has.
    ['constructor/x:1', 'the global default'],
  ])('%s: %s', (image, words) => {
    const reference = parseImageName(image)!;
    expect(sectionFor(scoped, { transport: 'docker', reference }).words).toBe(words);
  });
  it('matches folders for oci://', () => {
    const words = (path: string) => sectionFor(scoped, { transport: 'oci', path }).words;
    expect(words('/srv/a/b/c')).toBe('scope "/srv/a"');
    expect(words('/srv/ab')).toBe('the default for oci');
    expect(words('relative')).toBe('the default for oci');
  });
});

describe('names', () => {
  it('are expanded like in containers tools (with the vectors of their tests)', () => {
    const vectors: Record<string, string[]> = {
      'example.com/ns/repo': ['example.com/ns/repo', 'example.com/ns', 'example.com', '*.com'],
      'localhost/repo': ['localhost/repo', 'localhost'],
      'notlocalhost/repo': ['docker.io/notlocalhost/repo', 'docker.io/notlocalhost', 'docker.io', '*.io'],
      repo: ['docker.io/library/repo', 'docker.io/library', 'docker.io', '*.io'],
      'yet.another.example.com:8443/ns/repo': [
        'yet.another.example.com:8443/ns/repo',
        'yet.another.example.com:8443/ns',
        'yet.another.example.com:8443',
        '*.another.example.com',
        '*.example.com',
        '*.com',
      ],
    };
    for (const [name, scopes] of Object.entries(vectors)) {
      expect(scopesOf(parseDockerReference(`${name}:tag`)!)).toEqual([`${scopes[0]}:tag`, ...scopes]);
      const digest = `sha256:${HEX}`;
      expect(scopesOf(parseDockerReference(`${name}@${digest}`)!)[0]).toBe(`${scopes[0]}@${digest}`);
    }
  });
  it.each([
    '',
    'a.b/',
    'a.b/C',
    'a.b/c:',
    'a.b/c:-',
    'a.b/c@sha256:1',
    'a.b/../c:1',
    'a.b//c',
    HEX,
    `a.b/${'x/'.repeat(140)}x:1`,
  ])('rejects %j', (text) => expect(parseDockerReference(text)).toBeUndefined());
  it('use the digest if there is a tag as well', () => {
    expect(parseImageName(`q.io/a:1@sha256:${HEX}`)).toEqual({ name: 'q.io/a', digest: `sha256:${HEX}` });
    expect(parseImageName('q.io/a')).toBeUndefined();
  });
});

describe('loadPolicy', () => {
  it("loads the one of the option, else the user's, else the system's", async () => {
    const root = await mkdtemp(join(tmpdir(), 'airlock-policy-'));
    try {
      const options = { env: {}, home: join(root, 'home'), systemRoot: root };
      const write = async (path: string) => {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), '{"default":[{"type":"reject"}]}');
      };
      await expect(loadPolicy(options)).rejects.toMatchObject({ code: 'config-unreadable' });
      await write('usr/share/containers/policy.json');
      const file = async (more: object = {}) => (await loadPolicy({ ...options, ...more })).file;
      expect(await file()).toBe(join(root, 'usr/share/containers/policy.json'));
      await write('etc/containers/policy.json');
      expect(await file()).toBe(join(root, 'etc/containers/policy.json'));
      await write('home/.config/containers/policy.json');
      expect(await file()).toBe(join(root, 'home/.config/containers/policy.json'));
      await write('own.json');
      const own = join(root, 'own.json');
      expect(await file({ env: { CONTAINERS_POLICY_CONF: own } })).toBe(own);
      expect(await file({ policy: own, env: { CONTAINERS_POLICY_CONF: '/none' } })).toBe(own);
      await expect(file({ policy: '/none.json' })).rejects.toMatchObject({
        code: 'config-unreadable',
        message: t('policyMissing', { file: '/none.json' }),
      });
      await expect(file({ policy: root })).rejects.toMatchObject({
        message: expect.stringContaining('EISDIR'),
      });
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
