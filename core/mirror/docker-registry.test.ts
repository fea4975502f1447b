import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../base/image/sha256.ts';
import { dockerRegistry } from '../registry/exchange/registry.fixture.ts';
import {
  across,
  additionalConfig,
  control,
  type ExpectedImage,
  imagesOf,
  missingAt,
  newRig,
  type Rig,
  requestOf,
  split,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';
import { planMirror } from './plan/plan-mirror.ts';

const run = promisify(execFile);

let rig: Rig;
let wanted: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  wanted = [...imagesOf(rig, 'core'), ...imagesOf(rig, 'multi')];
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Tags and instances with a raw manifest, as returned by skopeo, whose digest differs from upstream. */
async function differing(registry: string, images: ExpectedImage[], namespace = ''): Promise<string[]> {
  const references = images.flatMap(({ destination, digest, manifests }) => [
    { reference: `${destination}`, digest },
    ...manifests.map((part) => ({
      reference: `${split(destination).repository}@${part.digest}`,
      digest: part.digest,
    })),
  ]);
  const unique = [...new Map(references.map((each) => [each.reference, each])).values()];
  const wrong: string[] = [];
  const queue = unique.values();
  const worker = async () => {
    for (const { reference, digest } of queue) {
      const { stdout } = await run('skopeo', [
        'inspect',
        '--raw',
        '--tls-verify=false',
        `docker://${registry}/${namespace}${reference}`,
      ]);
      if (sha256(Buffer.from(stdout)) !== digest) wrong.push(reference);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return wrong;
}

/** The core set and the release for several architectures, as one configuration. */
async function everything(): Promise<string> {
  const path = `${rig.place('everything')}.yaml`;
  const { yaml } = rig.world.sets.core;
  await writeFile(path, yaml.replace('architectures: [amd64]', 'architectures: [amd64, multi]'));
  return path;
}

describe("Debian's docker-registry", () => {
  test('accepts a set, and serves the same as upstream on every architecture', {
    timeout: 60_000,
  }, async () => {
    await using registry = await dockerRegistry();
    const workspace = rig.place('set');
    expect(await toDisk(rig, workspace, await everything())).toMatchObject({ exitCode: 0 });
    const pushed = await toRegistry(rig, workspace, registry.host, { namespace: 'site/mirror' });
    expect(pushed).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expect(await missingAt(registry.host, wanted, 'site/mirror/')).toEqual([]);
    expect(await differing(registry.host, wanted, 'site/mirror/')).toEqual([]);
    // One digest under several tags of one repository, which distribution 2.8 answers with 400 if requests coincide.
    const names = wanted.filter(
      ({ digest }) => digest === wanted.find((w) => w.destination.endsWith('-cli'))!.digest,
    );
    expect(names.length).toBeGreaterThan(1);
    const again = await toRegistry(rig, workspace, registry.host, { namespace: 'site/mirror' });
    expect(again).toMatchObject({ exitCode: 0, images: { copied: 0, failed: 0 }, bytes: { sent: 0 } });
  });

  test('is a destination, and a source to disk and to another registry', { timeout: 60_000 }, async () => {
    await using first = await dockerRegistry();
    await using second = await dockerRegistry();
    const copied = await across(rig, rig.place('across'), first.host, rig.world.sets.core.file);
    expect(copied).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    const core = imagesOf(rig, 'core');
    expect(await missingAt(first.host, core)).toEqual([]);

    const config = await additionalConfig(
      `${rig.place('from-docker')}.yaml`,
      core.map(({ destination }) => `${first.host}/${destination}`),
    );
    const workspace = rig.place('from-docker');
    const fetched = await toDisk(rig, workspace, config, { sourceTlsVerify: false });
    expect(fetched).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expect(await toRegistry(rig, workspace, second.host)).toMatchObject({ exitCode: 0, failures: [] });
    expect(await missingAt(second.host, core)).toEqual([]);
    expect(await differing(second.host, core)).toEqual([]);
  });
});

describe('two sources with the same destination name', () => {
  test.each(['mirror to disk', 'mirror to mirror', 'plan'])(
    'are reported before anything is copied: %s',
    async (route) => {
      const { upstream, destination } = rig.world;
      const config = await additionalConfig(`${rig.place('collision')}.yaml`, [
        { name: 'quay.io/practice/docker:v1', targetRepo: 'meeting/point' },
        { name: 'quay.io/practice/oci:v1', targetRepo: 'meeting/point' },
        'quay.io/practice/zstd:v1',
      ]);
      upstream.resetStats();
      destination.resetStats();
      const workspace = rig.place('collision');
      const running =
        route === 'mirror to disk'
          ? toDisk(rig, workspace, config)
          : route === 'plan'
            ? planMirror(
                requestOf({ kind: 'mirrorToDisk', directory: workspace }, { configFile: config }),
                rig.host,
                control(),
              )
            : across(rig, workspace, destination.host, config);
      await expect(running).rejects.toMatchObject({
        code: 'destination-collision',
        exitCode: 1,
        message: expect.stringMatching(/practice\/docker:v1.*practice\/oci:v1/s),
      });
      expect(upstream.stats.byRoute['GET blobs']).toBeUndefined();
      expect(destination.stats.bytesIn).toBe(0);
    },
  );
});
