import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { testImage, writeTestSet } from './set.fixture.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-storage-'));
});
afterAll(() => rm(root, { recursive: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answer(url: string): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch(url, {
        headers: { accept: 'application/vnd.docker.distribution.manifest.v2+json' },
      });
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test('a registry serves the images of an unpacked set', async () => {
  const image = testImage('openshift/release-images', '4.16.1-x86_64', ['base', 'top']);
  const { directory } = await writeTestSet(root, 1, [image]);
  const storage = join(root, 'storage');
  await mkdir(storage);
  execFileSync('tar', ['xf', join(directory, 'mirror_000001.tar'), '-C', storage]);
  const port = await freePort();
  const config = join(root, 'config.yml');
  await writeFile(
    config,
    `version: 0.1\nstorage:\n  filesystem:\n    rootdirectory: ${storage}\nhttp:\n  addr: 127.0.0.1:${port}\n`,
  );
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('REGISTRY_')));
  const registry = spawn('/usr/bin/docker-registry', ['serve', config], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => registry.once('close', resolve));
  try {
    const repository = `http://127.0.0.1:${port}/v2/openshift/release-images`;
    const manifest = await answer(`${repository}/manifests/4.16.1-x86_64`);
    expect(manifest.status).toBe(200);
    expect(sha256(Buffer.from(await manifest.arrayBuffer()))).toBe(image.digest);
    for (const digest of image.blobs) {
      const blob = await answer(`${repository}/blobs/${digest}`);
      expect(blob.status).toBe(200);
      expect(sha256(Buffer.from(await blob.arrayBuffer()))).toBe(digest);
    }
  } finally {
    registry.kill();
    await ended;
  }
});
