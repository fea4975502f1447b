import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Digest } from '../base/image/digest.ts';
import { dockerRegistry } from '../registry/exchange/registry.fixture.ts';
import type { FaultRule } from '../registry/server/faults/fault-script.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import {
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  type Rig,
  split,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';
import type { MirrorResult } from './run/request.ts';

const run = promisify(execFile);

let rig: Rig;
let wanted: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

/** The layer that only one image and its copies under other names contain, and these images. */
function ownLayerOf(part: string): { digest: Digest; size: number; holders: ExpectedImage[] } {
  const image = wanted.find(({ destination }) => destination.includes(part))!;
  const counted = image.blobs.map((blob) => ({
    ...blob,
    holders: wanted.filter(({ blobs }) => blobs.some(({ digest }) => digest === blob.digest)),
  }));
  // Configs are small, and shared layers have more holders.
  return counted.filter(({ size }) => size > 1000).sort((a, b) => a.holders.length - b.holders.length)[0]!;
}

async function imageLines({ run: folder }: MirrorResult) {
  const text = await readFile(join(folder!, 'images.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { destination: string; result: string; error?: { code: string } });
}

describe('a permanently broken image', () => {
  const cases: [name: string, rule: FaultRule, part: string, code: string][] = [
    ['a wrong byte each time', { corruptAtByte: 50 }, '4.16.1-x86_64-cli', 'digest-mismatch'],
    ['a missing layer', { status: 404 }, 'practice/oci:', 'not-found'],
    ['a layer with server errors', { status: 500 }, '4.16.5-x86_64-etcd', 'server-error'],
  ];

  test.each(cases)(
    '%s: only this image is missing, and a repair set fixes it',
    async (_, fault, part, code) => {
      const { world } = rig;
      const workspace = rig.place('broken');
      const { digest, size, holders } = ownLayerOf(part);
      const complete = wanted.filter((image) => !holders.includes(image));
      expect(holders.length).toBeGreaterThan(0);
      expect(complete.length).toBeGreaterThan(15);

      world.upstream.faults.set({ rules: [{ method: 'GET', path: `/blobs/${digest}`, ...fault }] });
      const first = await toDisk(rig, workspace, world.sets.core.file, { retryTimes: 2 });
      expect(first).toMatchObject({ status: 'partial', exitCode: 2, transfer: 'default-0001' });
      const destinations = holders.map(({ destination }) => destination).sort();
      expect(first.failures.map(({ destination }) => destination).sort()).toEqual(destinations);
      for (const failure of first.failures) expect(failure).toMatchObject({ side: 'source', code });
      expect(first.images).toEqual({
        total: wanted.length,
        copied: complete.length,
        present: 0,
        failed: holders.length,
      });

      const lines = await imageLines(first);
      const failed = lines.filter(({ result }) => result === 'failed');
      expect(failed.map(({ destination }) => destination).sort()).toEqual(destinations);
      for (const { error } of failed) expect(error).toMatchObject({ code, side: 'source' });
      const logs = join(workspace, 'working-dir/logs');
      const [errors] = (await readdir(logs)).filter((name) => name.startsWith('mirroring_errors_'));
      const reported = (await readFile(join(logs, errors!), 'utf8')).trim().split('\n');
      expect(reported).toHaveLength(holders.length);
      for (const line of reported) expect(line).toMatch(/^error mirroring image .+ error: .+/);

      expect(await missingOnDisk(first.directory!, complete)).toEqual([]);
      const set = await openImageSource(first.directory!);
      expect(set.size(digest)).toBeUndefined();
      for (const { destination } of holders) {
        const { repository, tag } = split(destination);
        expect(set.tag(repository, tag)).toBeUndefined();
      }
      await set.close();

      world.upstream.faults.clear();
      world.upstream.resetStats();
      const second = await toDisk(rig, workspace, world.sets.core.file);
      expect(second).toMatchObject({ status: 'complete', exitCode: 0, transfer: 'default-0002' });
      expect(world.upstream.stats.byRoute['GET blobs']?.bytesOut).toBe(size);
      const repair = await openImageSource(second.directory!);
      expect(repair.size(digest)).toBe(size);
      for (const image of complete) expect(repair.size(image.digest)).toBeUndefined();
      for (const image of holders) expect(repair.size(image.digest)).toBeDefined();
      await repair.close();

      const destination = await startRegistryServer({ storage: memoryStorage() });
      try {
        expect(await toRegistry(rig, first.directory!, destination.host)).toMatchObject({
          status: 'partial',
          exitCode: 2,
        });
        expect(await missingAt(destination.host, complete)).toEqual([]);
        // The repair set alone fixes it, and so do both together.
        expect(await toRegistry(rig, second.directory!, destination.host)).toMatchObject({
          exitCode: 0,
          failures: [],
        });
        expect(await missingAt(destination.host, wanted)).toEqual([]);
        expect(await toRegistry(rig, workspace, rig.world.destination.host)).toMatchObject({ exitCode: 0 });
        expect(await missingAt(rig.world.destination.host, wanted)).toEqual([]);
      } finally {
        await destination.close();
      }
    },
  );

  test('oc-mirror can read the set: unpacked by GNU tar it is a registry with all images except that one', async () => {
    const { world } = rig;
    const { digest, holders } = ownLayerOf('practice/oci:');
    world.upstream.faults.set({ rules: [{ path: `/blobs/${digest}`, status: 404 }] });
    const { directory } = await toDisk(rig, rig.place('unpacked'), world.sets.core.file, { retryTimes: 1 });
    await using registry = await dockerRegistry();
    const data = join(registry.directory, 'data');
    await mkdir(data, { recursive: true });
    const archive = join(directory!, 'mirror_000001.tar');
    await run('tar', ['-xf', archive, '-C', data]);
    const { stdout: names } = await run('tar', ['-tf', archive]);
    expect(names).toContain('airlock-filler/1');
    for (const { destination } of holders)
      expect(names).not.toContain(`repositories/${split(destination).repository}/`);
    const complete = wanted.filter((image) => !holders.includes(image));
    expect(await missingAt(registry.host, complete)).toEqual([]);
    const copied = join(registry.directory, 'copied');
    await Promise.all(
      complete
        .filter((_, i) => i % 3 === 0)
        .map(({ destination }, i) =>
          run('skopeo', [
            'copy',
            '--all',
            '--preserve-digests',
            '--src-tls-verify=false',
            `docker://${registry.host}/${destination}`,
            `dir:${copied}-${i}`,
          ]),
        ),
    );
  });
});

describe('an image with an unavailable manifest', () => {
  test('only this image is missing', async () => {
    const { upstream, sets } = rig.world;
    const broken = wanted.find(({ destination }) => destination.startsWith('practice/zstd'))!;
    upstream.faults.set({ rules: [{ path: '/practice/zstd/manifests/', status: 404 }] });
    const result = await toDisk(rig, rig.place('manifest'), sets.core.file, { retryTimes: 1 });
    expect(result).toMatchObject({ status: 'partial', exitCode: 2 });
    expect(result.failures).toMatchObject([
      { destination: broken.destination, side: 'source', code: 'not-found' },
    ]);
    const complete = wanted.filter((image) => image !== broken);
    expect(await missingOnDisk(result.directory!, complete)).toEqual([]);
  });
});

describe('a registry that stays unavailable', () => {
  test.each(['collecting', 'copying'])('while %s: exit 4, nothing is lost', async (when) => {
    const { upstream, sets } = rig.world;
    const workspace = rig.place('away');
    upstream.resetStats();
    upstream.faults.set(
      when === 'copying' ? { latencyMs: 5, bytesPerSec: 200_000 } : { rules: [{ reset: 'before' }] },
    );
    const away = toDisk(rig, workspace, sets.core.file, { retryTimes: 1 });
    if (when === 'copying') {
      while ((upstream.stats.byRoute['GET blobs']?.requests ?? 0) < 20)
        await new Promise((resolve) => setTimeout(resolve, 5));
      upstream.faults.set({ rules: [{ reset: 'before' }] });
    }
    await expect(away).rejects.toMatchObject({ exitCode: 4 });
    upstream.faults.clear();
    const again = await toDisk(rig, workspace, sets.core.file);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(await missingOnDisk(again.directory!, wanted)).toEqual([]);
  });
});
