import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { findReleaseSignature, savedSignatureDigest } from './find-signature.ts';
import type { HttpGet } from './http-get.ts';
import { newSigner, releaseClaim, type Signer, signed } from './signature.fixture.ts';
import { SIGNATURE_URL, signatureService } from './signature-source.ts';
import { parseVerificationKeys, type VerificationKeys } from './verification-keys.ts';

const DIGEST = sha256('release');
const FILE = `signatures/4.16.1-x86_64-sha256-${hexOf(DIGEST)}`;

let server: Server;
let requested: string[];
let served: Map<string, Buffer | number>;
let baseUrl: string;
let directory: string;
let files: WorkingFiles;
let signer: Signer;
let keys: VerificationKeys;
let good: Buffer;
let stranger: Buffer;

const get: HttpGet = async (url, { signal }) => {
  const response = await fetch(url, signal ? { signal } : {});
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
};

beforeEach(async () => {
  requested = [];
  served = new Map();
  server = createServer((request, response) => {
    requested.push(request.url!);
    const answer = served.get(request.url!.split('/').at(-1)!) ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openshift/release`;
  directory = await mkdtemp(join(tmpdir(), 'airlock-signature-'));
  files = {
    read: (name) => readFile(join(directory, name)).catch(() => undefined),
    list: async (prefix) =>
      (await readdir(join(directory, 'signatures')).catch(() => []))
        .map((name) => `signatures/${name}`)
        .filter((name) => name.startsWith(prefix)),
    write: async (name, content) => {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), content);
    },
  };
  signer = await newSigner();
  keys = await parseVerificationKeys(signer.armored, 'test');
  good = await signed(signer, releaseClaim(DIGEST));
  stranger = await signed(await newSigner(), releaseClaim(DIGEST));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

const find = (offline = false) =>
  findReleaseSignature({
    digest: DIGEST,
    files: offline ? { read: files.read, list: files.list } : files,
    source: offline ? undefined : signatureService({ get, baseUrl }),
    keys,
  });

describe('findReleaseSignature', () => {
  it('returns the first valid signature and saves it raw', async () => {
    served.set('signature-1', stranger).set('signature-2', Buffer.from('?')).set('signature-3', good);
    await expect(find()).resolves.toMatchObject({
      dockerReference: expect.stringContaining('4.16.1-x86_64'),
    });
    expect(requested).toEqual(
      [1, 2, 3].map((n) => `/openshift/release/sha256=${hexOf(DIGEST)}/signature-${n}`),
    );
    expect(await files.read(FILE)).toEqual(good);
  });

  it('sends no request for a saved one, and needs no service offline', async () => {
    await files.write!(FILE, good);
    await find();
    await find(true);
    expect(requested).toEqual([]);
    expect(await savedSignatureDigest(files, '4.16.1-x86_64')).toBe(DIGEST);
    expect(await savedSignatureDigest(files, '4.16.1')).toBeUndefined();
  });

  it('verifies a saved one again, and replaces it when it has been altered', async () => {
    await files.write!(FILE, stranger);
    await expect(find(true)).rejects.toMatchObject({ code: 'signature-invalid', exitCode: 5 });
    served.set('signature-1', good);
    await expect(find()).resolves.toBeDefined();
    expect(await files.read(FILE)).toEqual(good);
  });

  it('distinguishes a missing signature from an invalid one, both with exit code 5', async () => {
    await expect(find()).rejects.toMatchObject({ code: 'signature-missing', exitCode: 5 });
    await expect(find(true)).rejects.toMatchObject({
      code: 'signature-missing',
      message: expect.stringContaining('in the transferred content'),
    });
    served.set('signature-1', stranger);
    await expect(find()).rejects.toMatchObject({ code: 'signature-invalid', exitCode: 5 });
    expect(await files.list('signatures/')).toEqual([]);
  });

  it('reports a clock that is behind, unless another signature is valid', async () => {
    const future = await signed(signer, releaseClaim(DIGEST), new Date(Date.now() + 86_400_000));
    served.set('signature-1', stranger).set('signature-2', future).set('signature-3', stranger);
    await expect(find()).rejects.toMatchObject({ code: 'clock-skew', exitCode: 5 });
    served.set('signature-3', good);
    await expect(find()).resolves.toBeDefined();
  });

  it('does not treat an error of the service as a missing signature', async () => {
    served.set('signature-1', 503);
    await expect(find()).rejects.toMatchObject({ code: 'server-error', exitCode: 4, retryable: true });
    served.set('signature-1', 401);
    await expect(find()).rejects.toMatchObject({ code: 'unauthorized', exitCode: 4 });
    served.set('signature-1', 403);
    await expect(find()).rejects.toMatchObject({ code: 'signature-missing' });
  });

  it('requests at most ten', async () => {
    for (let n = 1; n <= 12; n++) served.set(`signature-${n}`, stranger);
    await expect(find()).rejects.toMatchObject({ code: 'signature-invalid' });
    expect(requested).toHaveLength(10);
  });

  it('stops on request', async () => {
    const options = { digest: DIGEST, files, source: signatureService({ get, baseUrl }), keys };
    await expect(findReleaseSignature({ ...options, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(requested).toEqual([]);
  });
});

describe('signatureService', () => {
  it("uses Red Hat's service by default, and shows no secrets", async () => {
    const urls: string[] = [];
    const record: HttpGet = async (url) => {
      urls.push(url);
      return { status: 404, body: Buffer.alloc(0) };
    };
    const read = async (baseUrl?: string) => {
      const source = signatureService({ get: record, baseUrl: baseUrl || undefined });
      for await (const _ of source.signatures(DIGEST)) expect.unreachable();
      return source.location;
    };
    expect(await read()).toBe(SIGNATURE_URL);
    expect(urls[0]).toBe(`${SIGNATURE_URL}sha256=${hexOf(DIGEST)}/signature-1`);
    expect(await read('https://u:p@mirror.example/s?sig=secret')).toBe('https://mirror.example/s/');
    expect(urls[1]).toBe(`https://u:p@mirror.example/s/sha256=${hexOf(DIGEST)}/signature-1?sig=secret`);
    expect(() => signatureService({ get, baseUrl: 'mirror' })).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });
});
