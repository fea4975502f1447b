import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCEPT_MANIFESTS } from '../../core/base/image/media-types.ts';
import { imagesOf, newRig, type Rig, split, toDisk, toRegistry } from '../../core/mirror/mirror.fixture.ts';
import { dockerRegistry } from '../../core/registry/exchange/registry.fixture.ts';
import { rounds, SEED, seededRandom } from '../effort.ts';
import { smallDisk } from './small-disk.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** References of an image that a registry doesn't deliver completely, requested without code of the product. */
async function notPullable(host: string): Promise<string[]> {
  const missing: string[] = [];
  for (const { destination, manifests, blobs } of imagesOf(rig, 'core')) {
    const { repository, tag } = split(destination);
    const get = async (path: string) => {
      const reply = await fetch(`http://${host}/v2/${repository}/${path}`, {
        headers: { accept: ACCEPT_MANIFESTS.join(', ') },
      });
      return reply.ok ? (await reply.arrayBuffer().catch(() => new ArrayBuffer(0))).byteLength : -1;
    };
    if ((await get(`manifests/${tag}`)) <= 0) missing.push(destination);
    for (const { digest, size } of manifests)
      if ((await get(`manifests/${digest}`)) !== size) missing.push(`${repository}@${digest}`);
    for (const { digest, size } of blobs)
      if ((await get(`blobs/${digest}`)) !== size) missing.push(`${repository}@${digest}`);
  }
  return missing;
}

/** Follows the error's remedy like an administrator. */
async function removeEmptyFiles(directory: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory, { recursive: true })) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size > 0) continue;
    await rm(path);
    removed++;
  }
  return removed;
}

test('docker-registry on a disk that fills: exit code 0 means that everything can be pulled', async () => {
  const random = seededRandom(SEED);
  const workspace = rig.place('workspace');
  await toDisk(rig, workspace, rig.world.sets.core.file);
  const figures = { rounds: 0, full: 0, damaged: 0, healed: 0, repaired: 0 };
  const count = rounds(2, 60);
  for (; figures.rounds < count; figures.rounds++) {
    const about = `seed ${SEED}, round ${figures.rounds}`;
    await using disk = await smallDisk({ mountPoint: rig.place('disk'), bytes: 24 * 2 ** 20 });
    await using registry = await dockerRegistry('', { below: disk.root, cache: random() < 0.5 });
    const state = rig.place('state');
    const push = (stateDirectory = state) =>
      toRegistry(rig, workspace, registry.host, { stateDirectory, retryTimes: 1, retryDelayMs: 10 });
    await disk.fill(Math.floor(random() * 2.5 * 2 ** 20));
    const full = await push().catch((error: { exitCode: number }) => error);
    if (full.exitCode === 0) expect(await notPullable(registry.host), about).toEqual([]);
    else figures.full++;
    await disk.empty();
    // Half of the time by a host that knows nothing of the first push.
    const own = random() < 0.5 ? state : rig.place('state');
    const again = await push(own);
    const wrong = await notPullable(registry.host);
    if (again.exitCode === 0) expect(wrong, about).toEqual([]);
    else {
      figures.damaged++;
      expect(again.exitCode, about).toBe(2);
      expect(new Set(again.failures.map(({ code }) => code)), about).toEqual(
        new Set(['destination-storage-damaged']),
      );
      if (wrong.length > 0) {
        await removeEmptyFiles(registry.directory);
        // It remembers the sizes of the files that were removed.
        await registry.restart();
      }
      // A failed image can be served after all if the repair of a later one wrote the content that they share.
      else figures.healed++;
      const last = await push(own);
      expect(last.failures, about).toEqual([]);
      expect(last.exitCode, about).toBe(0);
      expect(await notPullable(registry.host), about).toEqual([]);
      figures.repaired++;
    }
  }
  process.stdout.write(`full registry: ${JSON.stringify(figures)}, seed ${SEED}\n`);
});
