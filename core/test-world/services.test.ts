import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readKey } from 'openpgp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hexOf } from '../base/image/digest.ts';
import { buildPracticeContent } from './content.ts';
import { takeInventory } from './inventory.ts';
import { newReleaseSigner } from './release-signer.ts';
import { type PracticeServices, startPracticeServices } from './services.ts';
import type { UpdateGraphAnswer } from './update-graph.ts';

const { releases } = takeInventory(buildPracticeContent({ seed: '1', size: 'tiny' }));
const [first, second] = releases as [(typeof releases)[0], (typeof releases)[0]];
let directory: string;
let services: PracticeServices;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-practice-'));
  services = await startPracticeServices(releases);
  await writeFile(join(directory, 'key.asc'), services.publicKey);
  gpg(['--import', join(directory, 'key.asc')]);
});
afterEach(() => services.signatures.restore());
afterAll(async () => {
  await services.close();
  spawnSync('gpgconf', ['--homedir', directory, '--kill', 'all']);
  await rm(directory, { recursive: true, force: true });
});

function gpg(args: string[], input?: Buffer) {
  const { status, stdout } = spawnSync('gpg', ['--homedir', directory, '--batch', '--quiet', ...args], {
    input,
  });
  return { good: status === 0, text: stdout.toString() };
}

test('signs with an RSA key for programs that support nothing else', async () => {
  const { publicKey } = await newReleaseSigner('rsa');
  const key = await readKey({ armoredKey: publicKey });
  expect(key.getAlgorithmInfo()).toMatchObject({ algorithm: 'rsaEncryptSign', bits: 2048 });
});

async function signatureOf(release: (typeof releases)[0]): Promise<Buffer> {
  const response = await fetch(`${services.signatureUrl}sha256=${hexOf(release.digest)}/signature-1`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function graph(query: string) {
  const response = await fetch(`${services.updateUrl}?${query}`);
  return { status: response.status, body: (await response.json()) as UpdateGraphAnswer };
}

describe('release signatures', () => {
  test('verify with gpg and contain digest and tag of each release', async () => {
    for (const release of releases) {
      const { good, text } = gpg(['--decrypt'], await signatureOf(release));
      expect(good).toBe(true);
      expect(JSON.parse(text).critical).toEqual({
        image: { 'docker-manifest-digest': release.digest },
        type: 'atomic container signature',
        identity: { 'docker-reference': `quay.io/openshift-release-dev/ocp-release:${release.tag}` },
      });
    }
  });

  test('exist only for releases, one for each', async () => {
    const other = await fetch(`${services.signatureUrl}sha256=${'0'.repeat(64)}/signature-1`);
    const next = await fetch(`${services.signatureUrl}sha256=${hexOf(first.digest)}/signature-2`);
    expect([other.status, next.status]).toEqual([404, 404]);
  });

  test('can be removed and restored', async () => {
    services.signatures.drop(first.digest);
    const url = `${services.signatureUrl}sha256=${hexOf(first.digest)}/signature-1`;
    expect((await fetch(url)).status).toBe(404);
    services.signatures.restore();
    expect((await fetch(url)).status).toBe(200);
  });

  test('can be swapped: a valid signature of another release', async () => {
    services.signatures.swap(first.digest, second.digest);
    const { good, text } = gpg(['--decrypt'], await signatureOf(first));
    expect(good).toBe(true);
    expect(text).toContain(second.digest);
  });

  test('can be altered: the right digest, but invalid', async () => {
    services.signatures.alter(first.digest);
    const { good, text } = gpg(['--decrypt'], await signatureOf(first));
    expect(good).toBe(false);
    expect(JSON.parse(text).critical.image['docker-manifest-digest']).toBe(first.digest);
  });

  test('can be forged: by a key other than the exported one', async () => {
    await services.signatures.forge(first.digest);
    expect(gpg(['--decrypt'], await signatureOf(first)).good).toBe(false);
    expect(gpg(['--decrypt'], await signatureOf(second)).good).toBe(true);
  });
});

describe('the update service', () => {
  test('returns releases by digest, with safe and risky edges', async () => {
    const { body } = await graph('arch=amd64&channel=stable-4.16&id=x');
    expect(body.nodes.map(({ version }) => version)).toEqual(['4.16.1', '4.16.2', '4.16.5']);
    expect(body.nodes[0]!.payload).toBe(`quay.io/openshift-release-dev/ocp-release@${first.digest}`);
    expect(body.edges).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(body.conditionalEdges).toMatchObject([
      { edges: [{ from: '4.16.1', to: '4.16.5' }], risks: [{ name: 'PracticeStorageRisk' }] },
    ]);
    expect(services.requests.at(-1)).toBe('/api/upgrades_info/v1/graph?arch=amd64&channel=stable-4.16&id=x');
  });

  test('contains the multi release, and no nodes for nonexistent ones', async () => {
    const multi = await graph('arch=multi&channel=stable-4.16');
    expect(multi.body.nodes.map(({ version }) => version)).toEqual(['4.16.5']);
    for (const query of ['arch=amd64&channel=stable-4.99', 'arch=s390x&channel=stable-4.16']) {
      expect(await graph(query)).toMatchObject({ status: 200, body: { nodes: [], edges: [] } });
    }
    expect((await graph('arch=amd64')).status).toBe(400);
  });

  test('serves the same data as an archive, next to the graph', async () => {
    const response = await fetch(services.updateUrl.replace('/v1/graph', '/graph-data'));
    const archive = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('latin1');
    for (const part of [
      'channels/stable-4.16.yaml',
      '- 4.16.5\n',
      'blocked-edges/4.16.5-from-4.16.1-Practice',
    ]) {
      expect(archive).toContain(part);
    }
  });

  test('reports the port that is in use', async () => {
    const { port } = new URL(services.url);
    await expect(startPracticeServices(releases, Number(port))).rejects.toMatchObject({
      code: 'connection',
      message: expect.stringContaining(port),
    });
  });
});
