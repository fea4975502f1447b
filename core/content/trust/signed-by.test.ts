import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ImageContentReader } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import type { HttpGet } from '../signature/http-get.ts';
import { gpgHome, newSigner, signed } from '../signature/signature.fixture.ts';
import { createTrust, type TrustedImage } from './evaluate.ts';
import { readHostFile } from './host-files.ts';
import {
  carriedFolder,
  carriedLookaside,
  hostLookaside,
  keepingLookaside,
  type Lookaside,
} from './lookaside.ts';
import { t } from './messages.ts';
import { parsePolicy } from './policy.ts';
import { mergeRegistriesD, parseRegistriesD } from './registries-d.ts';

const DIGEST = sha256('image');
const OTHER = sha256('another image');
const IMAGE = 'q.io/ns/app:1';

/** The content of an OpenPGP signature of an image (atomic container signature). */
function claim(reference = IMAGE, digest: string = DIGEST, change: object = {}): string {
  const critical = {
    type: 'atomic container signature',
    image: { 'docker-manifest-digest': digest },
    identity: { 'docker-reference': reference },
    ...change,
  };
  return JSON.stringify({ critical, optional: { creator: 'test', timestamp: 1 } });
}

const nothingAttached: ImageContentReader = {
  manifest: async () => {
    throw new AirlockError('not-found', 'no such tag');
  },
  // biome-ignore lint/correctness/useYield: there is nothing to yield.
  async *blob() {
    throw new AirlockError('not-found', 'no such blob');
  },
};

let ours: ReturnType<typeof gpgHome>;
let theirs: ReturnType<typeof gpgHome>;
let fingerprint: string;
let theirId: string;
let server: Server;
let base: string;
let root: string;
let keyPath: string;
const served = new Map<string, Buffer | number>();
const requested: string[] = [];
const get: HttpGet = async (url, { signal }) => {
  const response = await fetch(url, signal ? { signal } : {});
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
};

const fingerprintIn = (home: typeof ours) =>
  /^fpr:+([0-9A-F]{40})/m.exec(String(home.run(['--with-colons', '--list-keys'])))![1]!;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-signed-by-'));
  [ours, theirs] = [gpgHome(), gpgHome()];
  ours.run(['--quick-gen-key', 'Vendor <vendor@example.com>', 'ed25519', 'sign', '0']);
  theirs.run(['--quick-gen-key', 'Stranger <s@example.com>', 'rsa2048', 'sign', '0']);
  fingerprint = fingerprintIn(ours);
  theirId = fingerprintIn(theirs).slice(-16);
  keyPath = join(root, 'key.asc');
  await writeFile(keyPath, ours.run(['--armor', '--export']));
  server = createServer((request, response) => {
    requested.push(request.url!);
    const found = served.get(request.url!) ?? 404;
    if (typeof found === 'number') response.writeHead(found).end('no');
    else response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/store`;
});
afterAll(async () => {
  ours?.stop();
  theirs?.stop();
  await new Promise((resolve) => server.close(resolve));
  await rm(root, { recursive: true });
});
beforeEach(() => {
  served.clear();
  requested.length = 0;
});

const serve = (messages: Buffer[], digest: Digest = DIGEST, path = 'ns/app') => {
  for (const [index, message] of messages.entries())
    served.set(`/store/${path}@sha256=${hexOf(digest)}/signature-${index + 1}`, message);
};

const SIGNED_BY = () => ({ type: 'signedBy', keyType: 'GPGKeys', keyPath });

function trustWith(requirements: object[], options: { lookaside?: Lookaside; url?: string } = {}) {
  const registriesD = parseRegistriesD(
    `docker:\n  q.io:\n    lookaside: ${options.url ?? base}\n`,
    'regd.yaml',
  );
  return createTrust({
    policy: parsePolicy(
      JSON.stringify(
        { default: [{ type: 'reject' }], transports: { docker: { 'q.io': requirements } } },
        null,
        1,
      ),
      'policy.json',
    ),
    registriesD,
    lookaside:
      options.lookaside ??
      hostLookaside({ registriesD, builtIn: join(root, 'built-in'), get, readFile: readHostFile }),
    attachments: nothingAttached,
    readFile: readHostFile,
  });
}

const decide = (requirements: object[] = [SIGNED_BY()], image: Partial<TrustedImage> = {}) =>
  trustWith(requirements).verdictOf({ reference: IMAGE, digest: DIGEST, ...image });

const rejected = (why: RegExp, result = 'rejected') => ({
  accepted: false,
  verdict: { result },
  problem: expect.objectContaining({ code: 'policy-rejected', message: expect.stringMatching(why) }),
});

describe('signedBy', () => {
  it('accepts a signature by the key, and returns the key', async () => {
    serve([ours.run(['--sign'], claim())]);
    expect(await decide()).toEqual({ accepted: true, verdict: { result: 'verified', by: fingerprint } });
    expect(requested).toHaveLength(2);
  });

  it('accepts it after others, by binary keyrings and inline keys, and by one of two keys', async () => {
    serve([Buffer.from('<html>'), theirs.run(['--sign'], claim()), ours.run(['--sign'], claim())]);
    const binary = ours.run(['--export']);
    await writeFile(join(root, 'ring.gpg'), binary);
    const sources = [
      { keyPath: join(root, 'ring.gpg') },
      { keyData: binary.toString('base64') },
      { keyPaths: [await strangersKey(), keyPath] },
    ];
    for (const source of sources) {
      const requirement = { type: 'signedBy', keyType: 'GPGKeys', ...source };
      expect(await decide([requirement])).toMatchObject({ accepted: true });
    }
  });

  it('reports the required key and the keys of the signatures', async () => {
    serve([theirs.run(['--sign'], claim()), theirs.run(['--sign'], claim())]);
    const { problem, ...decision } = await decide();
    expect(decision).toEqual({ accepted: false, verdict: { result: 'rejected' } });
    expect(problem).toEqual({
      code: 'policy-rejected',
      level: 'error',
      message: t('imageRejected', {
        image: IMAGE,
        why: `signedBy: ${t('otherSigners', { signer: t('signer', { key: `${fingerprint} (${keyPath})` }), count: 2, keys: theirId })}`,
        file: 'policy.json',
        scope: 'scope "q.io"',
      }),
      remedy: expect.any(String),
      file: 'policy.json',
      line: 9,
      path: 'transports.docker["q.io"]',
    });
  });

  it('reports where no signature was found', async () => {
    expect(await decide()).toEqual(
      rejected(new RegExp(`no signature found in ${base}/ns/app@sha256=${hexOf(DIGEST)},`), 'unsigned'),
    );
    served.set(`/store/ns/app@sha256=${hexOf(DIGEST)}/signature-1`, 403);
    expect(await decide()).toMatchObject({ verdict: { result: 'unsigned' } });
  });

  it('rejects an altered text', async () => {
    const message = ours.run(['--compress-algo', 'none', '--sign'], claim('q.io/ns/app:9'));
    message.write('1', message.indexOf('app:9') + 4);
    serve([message]);
    expect(await decide()).toEqual(rejected(/signature is invalid: .*(verif|digest)/i));
  });

  it('never accepts another text of a message with a changed byte', async () => {
    const message = ours.run(['--compress-algo', 'none', '--sign'], claim('q.io/ns/app:2'));
    for (let at = 0; at < message.length; at += 7) {
      const changed = Buffer.from(message);
      changed[at]! ^= 0x55;
      serve([changed]);
      expect((await decide()).accepted).toBe(false);
    }
  });

  it.each<[string, () => string, RegExp]>([
    ['of another image', () => claim(IMAGE, OTHER), new RegExp(`is for a different image \\(${OTHER}\\)`)],
    ['of another tag', () => claim('q.io/ns/app:2'), /is for a different image name \(q\.io\/ns\/app:2\)/],
    ['of another repository', () => claim('q.io/ns/other:1'), /a different image name/],
    [
      'of cosign',
      () => claim(IMAGE, DIGEST, { type: 'cosign container image signature' }),
      /unexpected type/,
    ],
    ['with unknown fields', () => claim(IMAGE, DIGEST, { more: 1 }), /doesn't describe an image: critical/],
    [
      'with a repeated field',
      () => claim().replace('"identity"', '"image":{"docker-manifest-digest":"x"},"identity"'),
      /twice/,
    ],
    ['of plain text', () => 'hello', /isn't JSON/],
    [
      'with a fraction of a second',
      () => claim().replace('"timestamp":1', '"timestamp":1.5'),
      /optional.timestamp/,
    ],
    ['without optional', () => claim().replace(/"optional":\{.*\}\}$/, '"optional":null}'), /optional/],
  ])('rejects a signature %s', async (_, text, why) => {
    serve([ours.run(['--sign'], text())]);
    expect(await decide()).toEqual(rejected(why));
  });

  it('rejects detached and clear signatures, and two in one message', async () => {
    serve([ours.run(['--detach-sign'], claim()), ours.run(['--clearsign'], claim())]);
    expect((await decide()).accepted).toBe(false);
    const both = gpgHome();
    try {
      both.run(['--quick-gen-key', 'One <one@example.com>', 'ed25519', 'sign', '0']);
      both.run(['--quick-gen-key', 'Two <two@example.com>', 'ed25519', 'sign', '0']);
      const keyData = both.run(['--export']).toString('base64');
      const requested = { type: 'signedBy', keyType: 'GPGKeys', keyData };
      serve([both.run(['-u', 'one@example.com', '-u', 'two@example.com', '--sign'], claim())]);
      expect(await decide([requested])).toEqual(rejected(/2 signatures/));
      serve([both.run(['-u', 'two@example.com', '--sign'], claim())]);
      expect((await decide([requested])).accepted).toBe(true);
    } finally {
      both.stop();
    }
  });

  it('accepts a subkey of the key', async () => {
    const home = gpgHome();
    try {
      home.run(['--quick-gen-key', 'Owner <o@example.com>', 'ed25519', 'cert', '0']);
      const primary = fingerprintIn(home);
      home.run(['--quick-add-key', primary, 'ed25519', 'sign']);
      serve([home.run(['--sign'], claim())]);
      const keyData = home.run(['--export']).toString('base64');
      expect(await decide([{ type: 'signedBy', keyType: 'GPGKeys', keyData }])).toEqual({
        accepted: true,
        verdict: { result: 'verified', by: primary },
      });
    } finally {
      home.stop();
    }
  });

  it('rejects a key that has expired since', async () => {
    const date = new Date('2020-01-01T00:00:00Z');
    const signer = await newSigner({ date, days: 30 });
    serve([await signed(signer, claim(), new Date('2020-01-02T00:00:00Z'))]);
    const keyData = Buffer.from(signer.armored).toString('base64');
    expect(await decide([{ type: 'signedBy', keyType: 'GPGKeys', keyData }])).toEqual(rejected(/expired/));
  });

  it('requires that every requirement is met', async () => {
    const second = { type: 'signedBy', keyType: 'GPGKeys', keyPath: await strangersKey() };
    serve([ours.run(['--sign'], claim())]);
    expect(await decide([SIGNED_BY(), second])).toEqual(rejected(/no signature by key/));
    expect(await decide([{ type: 'insecureAcceptAnything' }, SIGNED_BY()])).toMatchObject({ accepted: true });
    serve([ours.run(['--sign'], claim()), theirs.run(['--sign'], claim())]);
    expect(await decide([SIGNED_BY(), second])).toEqual({
      accepted: true,
      verdict: { result: 'verified', by: `${fingerprint}, ${fingerprintIn(theirs)}` },
    });
  });

  it('requires a signature for every image of a list, and none for the list', async () => {
    const [one, two] = [sha256('one'), sha256('two')];
    serve([ours.run(['--sign'], claim(IMAGE, one))], one);
    serve([ours.run(['--sign'], claim())]);
    const instances = [one, two];
    expect(await decide([SIGNED_BY()], { instances })).toEqual(
      rejected(new RegExp(`image ${two} in ${IMAGE}`), 'unsigned'),
    );
    serve([ours.run(['--sign'], claim(IMAGE, two))], two);
    expect(await decide([SIGNED_BY()], { instances })).toMatchObject({ accepted: true });
    expect(requested.some((url) => url.includes(hexOf(DIGEST)))).toBe(false);
  });

  it('rejects images that cannot be accepted without network requests', async () => {
    expect(await decide([{ type: 'reject' }])).toEqual(
      rejected(new RegExp(`${t('rejectedByPolicy')}.*scope "q\\.io"`)),
    );
    expect(await decide([SIGNED_BY()], { reference: 'r.io/x:1' })).toEqual(rejected(/the global default/));
    const pki = { type: 'sigstoreSigned', pki: { caRootsPath: '/k', subjectEmail: 'e' } };
    expect(await decide([pki])).toMatchObject({
      accepted: false,
      problem: {
        message: expect.stringContaining(
          t('requirementUnsupported', { requirement: 'sigstoreSigned with pki' }),
        ),
      },
    });
    const removed = { ...SIGNED_BY(), keyPath: join(root, 'gone.asc') };
    expect(await decide([removed])).toEqual(rejected(/gone\.asc specified in policy\.json doesn't exist/));
    await writeFile(join(root, 'no.asc'), 'no key');
    expect(await decide([{ ...SIGNED_BY(), keyPath: join(root, 'no.asc') }])).toEqual(
      rejected(/contains no readable OpenPGP/),
    );
    expect(await decide([{ type: 'signedBy', keyType: 'GPGKeys', keyPaths: [] }])).toEqual(
      rejected(/keyPaths in policy\.json contain no keys/),
    );
    expect(requested).toEqual([]);
  });

  it('returns not-checked if the policy requires nothing', async () => {
    expect(await decide([{ type: 'insecureAcceptAnything' }])).toEqual({
      accepted: true,
      verdict: { result: 'not-checked' },
    });
  });

  it('uses the digest in a name', async () => {
    serve([ours.run(['--sign'], claim('q.io/ns/app:any'))]);
    const reference = `q.io/ns/app@${DIGEST}`;
    expect(await decide([SIGNED_BY()], { reference })).toMatchObject({ accepted: true });
    await expect(decide([SIGNED_BY()], { reference, digest: OTHER })).rejects.toMatchObject({
      code: 'digest-mismatch',
    });
    await expect(decide([SIGNED_BY()], { reference: 'q.io/ns/app' })).rejects.toMatchObject({
      code: 'reference-invalid',
    });
  });

  it('requests an image once, and again after a fault', async () => {
    const trust = trustWith([SIGNED_BY()]);
    const image = { reference: IMAGE, digest: DIGEST };
    const first = `/store/ns/app@sha256=${hexOf(DIGEST)}/signature-1`;
    served.set(first, 503);
    await expect(trust.verdictOf(image)).rejects.toMatchObject({ code: 'server-error', retryable: true });
    served.set(first, 401);
    await expect(trust.verdictOf(image)).rejects.toMatchObject({ code: 'unauthorized' });
    serve([ours.run(['--sign'], claim())]);
    expect((await trust.verdictOf(image)).accepted).toBe(true);
    const before = requested.length;
    expect((await trust.verdictOf(image)).accepted).toBe(true);
    expect(requested).toHaveLength(before);
    const stopped = AbortSignal.abort();
    await expect(trust.verdictOf({ ...image, reference: 'q.io/ns/app:2' }, stopped)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('lists the keys with their origin, and unreadable ones', async () => {
    const removed = { ...SIGNED_BY(), keyPath: join(root, 'gone.asc') };
    expect(await trustWith([SIGNED_BY(), SIGNED_BY(), removed]).keys()).toEqual({
      keys: [{ kind: 'openpgp', fingerprint, origin: keyPath, names: ['Vendor <vendor@example.com>'] }],
      problems: [expect.objectContaining({ code: 'config-unreadable', file: 'policy.json' })],
    });
  });
});

describe('lookasides', () => {
  it('can be folders', async () => {
    const write = async (folder: string) => {
      const file = join(root, folder, `ns/app@sha256=${hexOf(DIGEST)}/signature-1`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, ours.run(['--sign'], claim()));
    };
    await write('a folder');
    const trust = trustWith([SIGNED_BY()], { url: `file://${root}/a%20folder/` });
    expect((await trust.verdictOf({ reference: IMAGE, digest: DIGEST })).accepted).toBe(true);
    await write('built-in');
    const registriesD = mergeRegistriesD([]);
    const lookaside = hostLookaside({
      registriesD,
      builtIn: join(root, 'built-in'),
      get,
      readFile: readHostFile,
    });
    const found = await lookaside.signatures({ name: 'q.io/ns/app', tag: '1' }, DIGEST);
    expect(found.messages).toHaveLength(1);
  });

  it.each(['relative/path', ':empty', '/no/scheme', 'ftp://x/y'])(
    'must be URLs: %s is rejected with its line',
    async (url) => {
      const trust = trustWith([SIGNED_BY()], { url: `"${url}"` });
      await expect(trust.verdictOf({ reference: IMAGE, digest: DIGEST })).rejects.toMatchObject({
        code: 'config-invalid',
        at: { file: 'regd.yaml', line: 2, path: 'docker["q.io"].lookaside' },
      });
    },
  );

  it('never show credentials, and are bounded', async () => {
    const url = base.replace('http://', 'http://user:hunter2@');
    const decision = await trustWith([SIGNED_BY()], {
      url,
      lookaside: hostLookaside({
        registriesD: parseRegistriesD(`default-docker:\n  lookaside: ${url}?token=hunter2\n`, 'f'),
        builtIn: root,
        get: async () => ({ status: 404, body: Buffer.alloc(0) }),
        readFile: readHostFile,
      }),
    }).verdictOf({ reference: IMAGE, digest: DIGEST });
    expect(JSON.stringify(decision)).not.toContain('hunter2');
    serve(Array.from({ length: 129 }, () => Buffer.from('x')));
    await expect(decide()).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('128'),
    });
    serve([Buffer.alloc(300_000, 1)]);
    await expect(decide()).rejects.toMatchObject({ code: 'protocol' });
  });

  it('are transferred: signatures are found again on the other side', async () => {
    const files = workingFiles(join(root, 'working-dir'), { colons: false });
    serve([ours.run(['--sign'], claim('q.io:5000/ns/app:1'))]);
    const reference = 'q.io:5000/ns/app:1';
    const registriesD = parseRegistriesD(`default-docker:\n  lookaside: ${base}\n`, 'f');
    const host = hostLookaside({ registriesD, builtIn: root, get, readFile: readHostFile });
    const requirement = { default: [SIGNED_BY()] };
    const policy = parsePolicy(JSON.stringify(requirement), 'policy.json');
    const rest = { policy, registriesD, attachments: nothingAttached, readFile: readHostFile };
    const image = { reference, digest: DIGEST };
    const connected = createTrust({ ...rest, lookaside: keepingLookaside(host, files) });
    expect((await connected.verdictOf(image)).accepted).toBe(true);
    const folder = carriedFolder({ name: 'q.io:5000/ns/app' }, DIGEST);
    expect(await files.list(folder)).toEqual([
      `airlock/lookaside/q.io+5000/ns/app@sha256=${hexOf(DIGEST)}/signature-1`,
    ]);
    const requests = requested.length;
    const there = createTrust({ ...rest, lookaside: carriedLookaside(files) });
    expect((await there.verdictOf(image)).accepted).toBe(true);
    expect(await there.verdictOf({ reference: 'q.io:5000/ns/app:1', digest: OTHER })).toEqual(
      rejected(/no signature found in airlock\/lookaside\//, 'unsigned'),
    );
    expect(requested).toHaveLength(requests);
  });
});

async function strangersKey(): Promise<string> {
  const path = join(root, 'stranger.asc');
  await writeFile(path, theirs.run(['--armor', '--export']));
  return path;
}
