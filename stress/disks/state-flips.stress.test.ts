import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAirlockError } from '../../core/base/errors/airlock-error.ts';
import { imagesOf, missingOnDisk, newRig, type Rig, toDisk } from '../../core/mirror/mirror.fixture.ts';
import { openImageSource } from '../../core/store/archive/archive-source.ts';
import { rounds, SEED, seededRandom } from '../effort.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** State files of a workspace by kind: their folder, or their own name if a folder has several kinds. */
async function stateFiles(workspace: string): Promise<Map<string, string[]>> {
  const kinds = new Map<string, string[]>();
  const names = await Promise.all(
    ['working-dir', '.airlock'].map(async (folder) =>
      (await readdir(join(workspace, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  for (const name of names.flat().sort()) {
    const found = await stat(join(workspace, name));
    if (!found.isFile() || found.size === 0) continue;
    const kind = name
      .replace(/sha256-[0-9a-f]{64}|[0-9a-f]{64}|\d{4}-\d{8}T\d{6}Z/g, '*')
      .replace(/(blobs\/sha256)\/.*/, '$1')
      .replace(/(release-manifests)\/.*/, '$1');
    kinds.set(kind, [...(kinds.get(kind) ?? []), join(workspace, name)]);
  }
  return kinds;
}

/** Names and digests of all images and files of a set. */
async function contentOf(folder: string): Promise<string[]> {
  const source = await openImageSource(folder);
  try {
    const links = [...source.tags()].flatMap(([repository, tags]) =>
      [...tags].map(([tag, digest]) => `${repository}:${tag} ${digest}`),
    );
    // Graphs are responses of a service with the time, and runs aren't content.
    return [...links, ...source.files('').filter((name) => !name.startsWith('hold-release/'))].sort();
  } finally {
    await source.close();
  }
}

test('a flipped bit in any state file results in the same set, or in an error with its own code', async () => {
  const random = seededRandom(SEED);
  const { core, additional } = rig.world.sets;
  const original = rig.place('original');
  await toDisk(rig, original, core.file);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const wanted = [...imagesOf(rig, 'core'), ...imagesOf(rig, 'additional')];
  /** A complete set for another enclave, or the next one of the same. */
  const steps = {
    complete: (at: string) => toDisk(rig, at, core.file, { enclave: 'other' }),
    increment: (at: string) => toDisk(rig, at, additional.file),
  };
  const expected: Record<string, string[]> = {};
  for (const step of ['complete', 'increment'] as const) {
    const healthy = rig.place('healthy');
    await cp(original, healthy, { recursive: true });
    const { directory } = await steps[step](healthy);
    expected[step] = directory ? await contentOf(directory) : [];
    await rm(healthy, { recursive: true });
  }
  const kinds = await stateFiles(original);
  const figures: Record<string, number> = { rounds: 0, kinds: kinds.size, same: 0 };
  const count = rounds(10, 320);
  for (; figures.rounds! < count; figures.rounds!++) {
    const step = pick(['complete', 'increment'] as const);
    const kind = pick([...kinds.keys()]);
    const file = pick(kinds.get(kind)!);
    const workspace = rig.place('flipped');
    await cp(original, workspace, { recursive: true });
    const target = join(workspace, file.slice(original.length));
    const bytes = await readFile(target);
    const bit = Math.floor(random() * bytes.length * 8);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    await writeFile(target, bytes);
    const about = `seed ${SEED}, round ${figures.rounds}: bit ${bit} of ${kind}, ${step}`;
    const result = await steps[step](workspace).catch(asAirlockError);
    if ('code' in result) {
      expect(result.code, `${about}: ${result.message}`).not.toBe('internal');
      figures[result.code] = (figures[result.code] ?? 0) + 1;
    } else {
      expect(result.exitCode, about).toBe(0);
      const found = result.directory ? await contentOf(result.directory) : [];
      // Content missing in a damaged ledger is transferred again: more than needed is correct, less is not.
      const missing = expected[step]!.filter((line) => !found.includes(line));
      expect(missing, about).toEqual([]);
      if (step === 'complete') expect(found, about).toEqual(expected[step]);
      expect(
        await missingOnDisk(workspace, step === 'complete' ? imagesOf(rig, 'core') : wanted),
        about,
      ).toEqual([]);
      figures.same!++;
    }
    await rm(workspace, { recursive: true });
  }
  process.stdout.write(`state flips: ${JSON.stringify(figures)}, seed ${SEED}\n`);
});
