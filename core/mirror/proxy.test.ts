import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../base/image/sha256.ts';
import { inspectingProxy, type ProxyManners } from '../registry/access/inspecting-proxy.fixture.ts';
import { certificateAuthority, type Issued } from '../registry/access/loopback-servers.fixture.ts';
import { pushImage, type SampleImage, sampleImage } from '../registry/server/sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { additionalConfig, control, newRig, type Rig, requestOf } from './mirror.fixture.ts';
import { mirror } from './mirror.ts';
import type { MirrorResult } from './run/request.ts';

/** Both registries are reached through one corporate proxy, which ends TLS with its own CA. */
const UPSTREAM = 'upstream.example.com';
const REGISTRY = 'registry.example.com';
const IMAGES = 6;
const LAYER_BYTES = 700_000;

let rig: Rig;
let authority: ReturnType<typeof certificateAuthority>;
let certificate: Issued;
let upstream: RegistryServer;
let config: string;
const images: SampleImage[] = [];
beforeAll(async () => {
  rig = await newRig();
  authority = certificateAuthority(rig.directory, 'Firm Root');
  certificate = authority.issue('firm', `DNS:${UPSTREAM},DNS:${REGISTRY}`);
  const storage = memoryStorage();
  // It is filled while it requires no login.
  const open = await startRegistryServer({ storage });
  for (let i = 0; i < IMAGES; i++) {
    const image = sampleImage({ layerBytes: LAYER_BYTES });
    images.push(image);
    await pushImage(open.url, `team/app-${i}`, 'v1', image);
  }
  await open.close();
  upstream = await startRegistryServer({ storage, auth: { kind: 'token', ttlMs: 60_000, announce: false } });
  config = await additionalConfig(
    join(rig.directory, 'isc.yaml'),
    images.map((_, i) => `${UPSTREAM}/team/app-${i}:v1`),
  );
});
afterAll(async () => {
  await upstream.close();
  await rig[Symbol.asyncDispose]();
});

/** Mirrors from registry to registry through such a proxy. @returns also the missing content of the destination */
async function throughProxy(
  manners: ProxyManners,
): Promise<{ result: MirrorResult; missing: string[]; seen: string[]; rejected: number[] }> {
  const users = { pusher: 'pushes' };
  const storage = memoryStorage();
  const destination = await startRegistryServer({
    storage,
    auth: { kind: 'token', ttlMs: 60_000, announce: false, users },
  });
  const ports = { [UPSTREAM]: upstream, [REGISTRY]: destination };
  const targets = Object.fromEntries(
    Object.entries(ports).map(([name, { host }]) => [name, Number(host.split(':')[1])]),
  );
  // Tokens expire during the work and are sometimes rejected.
  const expired = (method: string) => ({ method, path: '/blobs/', status: 401, every: 3, times: 4 });
  upstream.faults.set({ rules: [expired('GET')] });
  destination.faults.set({ rules: [expired('PATCH'), expired('PUT')] });
  await using proxy = await inspectingProxy(certificate, targets, { basic: 'ann:p@ss', ...manners });
  try {
    const authFile = join(rig.directory, 'auth.json');
    await writeFile(authFile, JSON.stringify({ auths: { [REGISTRY]: { auth: btoa('pusher:pushes') } } }));
    const env = {
      ...rig.host.env,
      HTTPS_PROXY: `http://ann:p%40ss@127.0.0.1:${proxy.port}`,
      SSL_CERT_FILE: authority.certFile,
      REGISTRY_AUTH_FILE: authFile,
    };
    const workflow = {
      kind: 'mirrorToMirror',
      workspace: rig.place('workspace'),
      destination: { host: REGISTRY, namespace: 'ocp' },
    } as const;
    const result = await mirror(requestOf(workflow, { configFile: config }), { ...rig.host, env }, control());
    const missing: string[] = [];
    for (const [i, { digest, blobs }] of images.entries()) {
      if ((await storage.tag(`ocp/team/app-${i}`, 'v1')) !== digest) missing.push(`tag app-${i}`);
      for (const blob of blobs) {
        const of = sha256(blob);
        if ((await storage.blobSize(`ocp/team/app-${i}`, of)) !== blob.length) missing.push(`blob ${of}`);
      }
    }
    return { result, missing, seen: proxy.seen, rejected: proxy.rejected };
  } finally {
    await destination.close();
  }
}

test('a push completes through a proxy that limits bodies, removes ranges and breaks, with expiring tokens', async () => {
  const { result, missing, seen, rejected } = await throughProxy({
    bodyLimit: 200_000,
    stripRange: true,
    breakAfter: 300_000,
    scanMs: 50,
  });
  expect(result.failures).toEqual([]);
  expect(result).toMatchObject({ status: 'complete', images: { copied: IMAGES } });
  expect(missing).toEqual([]);
  expect(rejected).toContain(413);
  expect(seen.filter((line) => line.startsWith('PATCH')).length).toBeGreaterThan(IMAGES);
  const tokens = (host: string) => seen.filter((line) => line === `GET ${host} /token`).length;
  expect(tokens(REGISTRY)).toBeGreaterThan(IMAGES);
  expect(tokens(UPSTREAM)).toBeGreaterThan(IMAGES);
  // Each broken layer was downloaded from its start again, because ranges aren't supported.
  expect(
    seen.filter((line) => line.startsWith('GET upstream') && line.includes('/blobs/')).length,
  ).toBeGreaterThan(2 * IMAGES);
});

test('waits for content that a proxy delays longer than the stall timeout', async () => {
  const { result, missing } = await throughProxy({
    scanMs: 3 * Number(rig.host.env.AIRLOCK_STALL_MS),
  });
  expect(result).toMatchObject({ status: 'complete', failures: [] });
  expect(missing).toEqual([]);
});
