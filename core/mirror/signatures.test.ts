import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import type { PracticeRelease } from '../test-world/inventory.ts';
import { airlock } from './airlock-process.fixture.ts';
import {
  across,
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

let rig: Rig;
let wanted: ExpectedImage[];
/** The release with the invalid signature, and the content that only it has. */
let bad: PracticeRelease;
let others: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
  bad = rig.world.inventory.releases[1]!;
  others = wanted.filter(({ destination }) => !destination.includes(bad.tag));
  expect(others.length).toBeLessThan(wanted.length - 3);
});
afterEach(() => {
  rig.world.services.signatures.restore();
  rig.world.upstream.faults.clear();
});
afterAll(() => rig[Symbol.asyncDispose]());

const knobs: [name: string, spoil: () => void | Promise<void>, code: string][] = [
  ['missing', () => rig.world.services.signatures.drop(bad.digest), 'signature-missing'],
  ['altered', () => rig.world.services.signatures.alter(bad.digest), 'signature-invalid'],
  [
    'from another release',
    () => rig.world.services.signatures.swap(bad.digest, rig.world.inventory.releases[0]!.digest),
    'signature-invalid',
  ],
  ['from an unknown key', () => rig.world.services.signatures.forge(bad.digest), 'signature-invalid'],
];

async function recorded({ run }: MirrorResult): Promise<{ overrides: string[]; verdicts: string[] }> {
  const { overrides } = JSON.parse(await readFile(join(run!, 'run.json'), 'utf8')) as { overrides: string[] };
  const lines = (await readFile(join(run!, 'images.jsonl'), 'utf8')).trim().split('\n');
  const images = lines.map((line) => JSON.parse(line) as { destination: string; verdict: string });
  const of = images.filter(({ destination }) => destination.includes(`:${bad.tag}`));
  return { overrides, verdicts: [...new Set(of.map(({ verdict }) => verdict))] };
}

describe('a release whose signature is', () => {
  test.each(knobs)(
    '%s is excluded completely, the others are mirrored, and the check can be overridden',
    async (_, spoil, code) => {
      const { world } = rig;
      await spoil();
      const workspace = rig.place('unsigned');
      const result = await toDisk(rig, workspace, world.sets.core.file);
      expect(result).toMatchObject({ status: 'partial', exitCode: 5, images: { failed: 0 } });
      expect(result.rejected).toMatchObject([{ deliverable: expect.stringContaining(bad.tag), code }]);
      expect(result.rejected[0]!.message).toContain(bad.version);
      expect(await missingOnDisk(result.directory!, others)).toEqual([]);
      const set = await openImageSource(result.directory!);
      for (const [repository, tags] of set.tags())
        expect(
          [...tags.keys()].filter((tag) => tag.startsWith(bad.tag)),
          repository,
        ).toEqual([]);
      expect(set.files('').filter((name) => name.includes(bad.tag))).toEqual([]);
      expect(set.size(bad.digest)).toBeUndefined();
      await set.close();

      const overridden = await toDisk(rig, workspace, world.sets.core.file, { ignoreReleaseSignature: true });
      expect(overridden).toMatchObject({ status: 'complete', exitCode: 0, rejected: [] });
      expect(await missingOnDisk(workspace, wanted)).toEqual([]);
      const { overrides, verdicts } = await recorded(overridden);
      expect(overrides).toContain('ignore-release-signature');
      expect(verdicts).toEqual(['override (--ignore-release-signature)']);
    },
  );

  test('missing results in exit code 5 on the command line, also if nothing else was requested', async () => {
    rig.world.services.signatures.drop(rig.world.inventory.releases[0]!.digest);
    const args = ['mirror', '-c', rig.world.sets['release-one'].file, `file://${rig.place('alone')}`];
    const { code, result } = await airlock(rig, args).ended;
    expect(code).toBe(5);
    expect(result).toMatchObject({ type: 'result', status: 'partial', images: { copied: 0 } });
    expect(result).not.toHaveProperty('transfer', expect.anything());
  });

  test('missing is excluded between registries, too', async () => {
    rig.world.services.signatures.drop(bad.digest);
    const destination = await startRegistryServer({ storage: memoryStorage() });
    try {
      const result = await across(rig, rig.place('across'), destination.host, rig.world.sets.core.file);
      expect(result).toMatchObject({ status: 'partial', exitCode: 5 });
      expect(await missingAt(destination.host, others)).toEqual([]);
      const { repository } = split(bad.payload.destination);
      const list = await fetch(`${destination.url}/v2/${repository}/tags/list`);
      const { tags } = (await list.json()) as { tags: string[] };
      expect(tags.filter((tag) => tag.startsWith(bad.tag))).toEqual([]);
    } finally {
      await destination.close();
    }
  });

  test("altered in the set after the download isn't pushed", async () => {
    const workspace = rig.place('altered');
    const { directory } = await toDisk(rig, workspace, rig.world.sets['release-one'].file);
    const name = join(directory!, 'mirror_000001.tar');
    const bytes = await readFile(name);
    const at = bytes.indexOf('Practice release signer');
    expect(at).toBeGreaterThan(0);
    bytes.write('Practise', at);
    await writeFile(name, bytes);
    const destination = await startRegistryServer({ storage: memoryStorage() });
    try {
      const result = await toRegistry(rig, directory!, destination.host);
      expect(result).toMatchObject({ exitCode: 5, images: { copied: 0 } });
      expect(destination.stats.byRoute['PUT manifests']).toBeUndefined();
    } finally {
      await destination.close();
    }
  });
});

describe('on the disconnected side', () => {
  test('only the destination is contacted', async () => {
    const away = await newRig();
    const workspace = away.place('carried');
    const destination = await startRegistryServer({ storage: memoryStorage() });
    try {
      const requestedHere = imagesOf(away, 'core');
      expect(await toDisk(away, workspace, away.world.sets.core.file)).toMatchObject({ exitCode: 0 });
      // No upstream, no services, and addresses that would show any request to them.
      await away.world.upstream.close();
      await away.world.services.close();
      const requested: string[] = [];
      const trap = createServer((request, response) => {
        requested.push(request.url ?? '');
        response.writeHead(500).end();
      });
      await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
      const trapped = `http://127.0.0.1:${(trap.address() as { port: number }).port}`;
      const conf = `${away.place('trap')}.conf`;
      const hosts = ['quay.io', 'registry.redhat.io', 'registry.access.redhat.com'];
      await writeFile(
        conf,
        hosts
          .map(
            (prefix) =>
              `[[registry]]\nprefix = "${prefix}"\nlocation = "${trapped.slice(7)}"\ninsecure = true\n`,
          )
          .join('\n'),
      );
      const env = {
        ...away.host.env,
        CONTAINERS_REGISTRIES_CONF: conf,
        UPDATE_URL_OVERRIDE: `${trapped}/graph`,
        OCP_SIGNATURE_URL: `${trapped}/signatures/`,
      };
      const there = { ...away, host: { ...away.host, env } };
      for (const chosen of [{}, { configFile: away.world.sets.core.file }]) {
        const pushed = await toRegistry(there, workspace, destination.host, chosen);
        expect(pushed).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
      }
      expect(await missingAt(destination.host, requestedHere)).toEqual([]);
      expect(requested).toEqual([]);
      trap.close();
    } finally {
      await destination.close();
      await away.world.destination.close();
      await rm(away.directory, { recursive: true });
    }
  });
});
