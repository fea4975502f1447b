import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ACCEPT_MANIFESTS } from '../../base/image/media-types.ts';
import { previewAcknowledgment } from '../../media/delivery/acknowledge.ts';
import type { PracticeAttachment, PracticePart } from '../../test-world/inventory.ts';
import { type PracticeWorld, startPracticeWorld } from '../../test-world/world.ts';
import { proveDestination } from './destination-proof.ts';
import { type JourneyOptions, runJourney } from './journey.ts';
import { t } from './messages.ts';
import { JOURNEY_STEPS, type JourneyStep } from './steps.ts';

const accept = ACCEPT_MANIFESTS.join(', ');
const never = new AbortController().signal;

async function newWorld(): Promise<PracticeWorld> {
  return startPracticeWorld({ directory: await mkdtemp(join(tmpdir(), 'airlock-journey-')), size: 'tiny' });
}

async function end(world: PracticeWorld): Promise<void> {
  await world.close();
  await rm(world.directory, { recursive: true, force: true });
}

function travel(world: PracticeWorld, options: Partial<JourneyOptions> = {}): Promise<JourneyStep[]> {
  return runJourney({
    world,
    directory: world.directory,
    host: { tool: 'airlock 0.0.0' },
    control: { emit: () => {}, signal: never, pause: never },
    onStep: () => {},
    ...options,
  });
}

/** Digest of every tag in the destination, by `repository:tag`. */
async function destinationTags({ destination }: PracticeWorld): Promise<Map<string, string | null>> {
  const json = async (path: string) => (await fetch(`${destination.url}/v2/${path}`)).json();
  const found = new Map<string, string | null>();
  const { repositories } = (await json('_catalog')) as { repositories: string[] };
  for (const repository of repositories) {
    const { tags } = (await json(`${repository}/tags/list`)) as { tags: string[] | null };
    for (const tag of tags ?? []) {
      const url = `${destination.url}/v2/${repository}/manifests/${tag}`;
      const { headers } = await fetch(url, { method: 'HEAD', headers: { accept } });
      found.set(`${repository}:${tag}`, headers.get('docker-content-digest'));
    }
  }
  return found;
}

function coreImages({ inventory }: PracticeWorld) {
  const releases = inventory.releases.filter(({ architecture }) => architecture === 'amd64');
  return [
    ...releases.flatMap(({ components, payload }) => [...components, payload]),
    ...inventory.additional,
  ];
}

/** Bytes of parts, each digest once. */
function bytesOf(parts: PracticePart[]): number {
  return [...new Map(parts.map((part) => [part.digest, part.size])).values()].reduce((sum, n) => sum + n, 0);
}

describe('a journey', () => {
  let world: PracticeWorld;
  let steps: JourneyStep[];
  const reported: string[] = [];

  beforeAll(async () => {
    // Configuration of the user must not be read.
    for (const name of ['UPDATE_URL_OVERRIDE', 'OCP_SIGNATURE_URL', 'HTTPS_PROXY', 'HTTP_PROXY'])
      vi.stubEnv(name, 'http://127.0.0.1:9/');
    for (const name of ['REGISTRY_AUTH_FILE', 'CONTAINERS_REGISTRIES_CONF', 'OCP_SIGNATURE_VERIFICATION_PK'])
      vi.stubEnv(name, '/nowhere/at/all');
    world = await newWorld();
    steps = await travel(world, {
      onStep: (event) =>
        reported.push(event.state === 'started' ? `${event.intent.name} begun` : `${event.step.name} done`),
    });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await end(world);
  });

  function step<N extends JourneyStep['name']>(name: N): Extract<JourneyStep, { name: N }> {
    const found = steps.find((each): each is Extract<JourneyStep, { name: N }> => each.name === name);
    if (!found) throw new Error(`no step ${name}`);
    return found;
  }

  test('reports each step before and after it, in order', () => {
    expect(reported).toEqual(JOURNEY_STEPS.flatMap((name) => [`${name} begun`, `${name} done`]));
    expect(steps.map(({ name }) => name)).toEqual([...JOURNEY_STEPS]);
  });

  test('counts the images of the first set at every step, and all of them after the update', () => {
    const { length } = world.sets.first.expected.images;
    const names = ['plan', 'mirror-to-disk', 'media-import', 'disk-to-mirror'] as const;
    expect(step('proof').images).toBe(world.sets.core.expected.images.length);
    // Attachments such as signatures belong to their image.
    expect(coreImages(world).some(({ attachments }) => attachments.length > 0)).toBe(true);
    expect(names.map((name) => step(name).images)).toEqual(names.map(() => length));
    expect(
      step('plan')
        .sections.map(({ images }) => images)
        .reduce((sum, n) => sum + n),
    ).toBe(length);
  });

  test('ends with the upstream digests and their attachments at the destination, and nothing else', async () => {
    const images = coreImages(world);
    const expected = new Map(images.map(({ destination, digest }) => [destination, digest]));
    for (const { destination, attachments } of images) {
      const repository = destination.slice(0, destination.lastIndexOf(':'));
      for (const { tag, digest } of attachments) expected.set(`${repository}:${tag}`, digest);
    }
    const found = await destinationTags(world);
    for (const [tag, digest] of found) expect([tag, digest]).toEqual([tag, expected.get(tag)]);
    const releases = world.inventory.releases.filter(({ architecture }) => architecture === 'amd64');
    const superseded = releases.at(-2)!;
    // The cluster still runs the oldest release, and is updated to the newest.
    const retained = releases.filter((release) => release !== superseded);
    expect(retained.map(({ version }) => version)).toContain(step('apply').version);
    for (const { payload, components } of retained)
      for (const { destination } of [payload, ...components]) expect(found.has(destination)).toBe(true);
    expect(found.has(superseded.payload.destination)).toBe(false);
    expect(step('delete')).toMatchObject({ version: superseded.version });
    expect(step('delete').images).toBeGreaterThan(0);
  });

  test('updates by a second transfer that has only new content', () => {
    expect(step('upgrade')).toMatchObject({
      path: ['4.16.1', '4.16.2', '4.16.5'],
      transfer: 'default-0002',
    });
    expect(step('upgrade').fetched).toBeLessThan(step('mirror-to-disk').bytes);
  });

  test('applies the manifests to the simulated cluster', () => {
    const { version, objects } = step('apply');
    expect(version).toBe('4.16.1');
    expect(new Set(objects.map(({ kind }) => kind))).toEqual(
      new Set(['ConfigMap', 'ImageDigestMirrorSet', 'ImageTagMirrorSet']),
    );
    expect(new Set(objects.map(({ result }) => result))).toEqual(new Set(['created']));
  });

  test('downloads only needed content, each byte once', () => {
    const images = coreImages(world);
    const all = [...images, ...images.flatMap(({ attachments }): PracticeAttachment[] => attachments)];
    const { byRoute, blobGets } = world.upstream.stats;
    expect(byRoute['GET blobs']?.bytesOut).toBe(bytesOf(all.flatMap(({ blobs }) => blobs)));
    expect(byRoute['GET manifests']?.bytesOut).toBe(bytesOf(all.flatMap(({ manifests }) => manifests)));
    expect(new Set(blobGets.values())).toEqual(new Set([1]));
    const needed = world.sets.first.neededWithSignatures;
    expect(step('plan').bytes).toBeGreaterThanOrEqual(needed.bytes + needed.manifestBytes);
    expect(step('verify').bytes).toBeGreaterThanOrEqual(needed.bytes + needed.manifestBytes);
  });

  test('sends each blob once', () => {
    const images = coreImages(world);
    const all = [...images, ...images.flatMap(({ attachments }): PracticeAttachment[] => attachments)];
    const { 'PUT blobs/uploads': put } = world.destination.stats.byRoute;
    expect(put?.bytesIn).toBe(bytesOf(all.flatMap(({ blobs }) => blobs)));
  });

  test('lists the files of each step', async () => {
    const { transfer, directory, files } = step('mirror-to-disk');
    expect(transfer).toBe('default-0001');
    expect(files.map(({ path }) => path)).toEqual(['index.json', 'mirror_000001.tar']);
    expect(files.map(({ path }) => path)).toEqual((await readdir(directory)).sort());

    const resources = step('cluster-resources');
    expect(resources.files.map(({ path }) => path)).toEqual([
      'idms-oc-mirror.yaml',
      'itms-oc-mirror.yaml',
      'signature-configmap.json',
      'signature-configmap.yaml',
    ]);
    // The push of the update wrote the file again.
    const idms = await readFile(join(resources.directory, resources.excerpt.file), 'utf8');
    const steady = (lines: string[]) => lines.filter((line) => !line.includes('createdAt')).join('\n');
    expect(steady(idms.split('\n'))).toContain(steady(resources.excerpt.lines));
    expect(resources.excerpt.lines.join('\n')).toContain(`- ${world.destination.host}/openshift/`);
  });

  test('crosses on two drives. The damage is found and repaired. Both sides have the same fingerprint', async () => {
    const out = step('media-export');
    const arrived = step('media-import');
    expect(out.volumes).toBe(2);
    for (const label of ['DRIVE-A', 'DRIVE-B'])
      expect(out.files.map(({ path }) => path)).toContain(`${label}/AIRLOCK.html`);
    const { damage } = out;
    expect(damage).toMatchObject({ drive: 'DRIVE-B', file: 'default-0001-v0002.tar', volume: 2 });
    expect(arrived.repaired).toEqual([2]);
    expect(arrived.found).toHaveLength(1);
    const [found] = arrived.found;
    expect(found!.offset).toBeLessThanOrEqual(damage.from);
    expect(found!.offset + found!.length).toBeGreaterThan(damage.to);
    expect(arrived.fingerprint).toBe(out.fingerprint);
    expect(arrived.summary).toBe('0001 is complete');
    expect(arrived.written).toBeLessThan(arrived.bytes / 2);
    const accepted = await previewAcknowledgment(join(world.directory, 'connected'), arrived.code);
    expect(accepted).toMatchObject({ transfer: 'default-0001', missing: [] });
    const set = join(world.directory, 'connected', 'transfers', 'default-0001');
    for (const name of await readdir(set))
      expect(await readFile(join(arrived.directory, name))).toEqual(await readFile(join(set, name)));
  });

  test('shows the equivalent commands', () => {
    const connected = `file://${world.directory}/connected`;
    expect(step('mirror-to-disk').command).toBe(
      `airlock mirror -c ${world.directory}/practice.yaml ${connected}`,
    );
    expect(step('disk-to-mirror').command).toBe(
      `airlock mirror --from file://${world.directory}/received docker://${world.destination.host} --state ${world.directory}/disconnected`,
    );
  });

  test('checks the destination, and reports moved and missing tags', async () => {
    const { first } = world.sets;
    const proof = () => proveDestination({ ...world, sets: { ...world.sets, core: first } }, never);
    await expect(proof()).resolves.toBe(first.expected.images.length);
    const [moved, removed] = world.inventory.additional.filter(({ source }) =>
      /practice\/(docker|oci):/.test(source),
    );
    const at = (image: { destination: string } | undefined, reference: string) =>
      `${world.destination.url}/v2/${image!.destination.replace(/:.*/, '')}/manifests/${reference}`;
    const manifest = await (await fetch(at(moved, 'v1'), { headers: { accept } })).text();
    await fetch(at(moved, 'v1'), {
      method: 'PUT',
      headers: { 'content-type': moved!.mediaType },
      body: `${manifest}\n`,
    });
    await expect(proof()).rejects.toMatchObject({
      code: 'digest-mismatch',
      side: 'destination',
      expected: moved!.digest,
      message: expect.stringContaining(moved!.destination),
    });
    await fetch(at(moved, 'v1'), {
      method: 'PUT',
      headers: { 'content-type': moved!.mediaType },
      body: manifest,
    });
    await fetch(at(removed, removed!.digest), { method: 'DELETE' });
    await expect(proof()).rejects.toMatchObject({
      code: 'content-missing',
      message: expect.stringContaining(removed!.destination),
    });
  });
});

describe("a journey that can't complete", () => {
  let world: PracticeWorld;
  beforeEach(async () => {
    world = await newWorld();
  });
  afterEach(() => end(world));

  test('stops at a release without a signature, and names the release', async () => {
    const unsigned = world.inventory.releases[0]!;
    world.services.signatures.drop(unsigned.digest);
    const reported: string[] = [];
    await expect(
      travel(world, {
        onStep: (event) => reported.push(event.state === 'started' ? event.intent.name : 'done'),
      }),
    ).rejects.toMatchObject({
      code: 'signature-missing',
      exitCode: 5,
      message: expect.stringContaining(`release ${unsigned.tag}`),
    });
    expect(reported).toEqual(['plan']);
  });

  test('stops if the mirror run finds an unsigned release that the plan accepted', async () => {
    const unsigned = world.inventory.releases[0]!;
    await expect(
      travel(world, {
        onStep: (event) => {
          if (event.state === 'done' && event.step.name === 'plan')
            world.services.signatures.drop(unsigned.digest);
        },
      }),
    ).rejects.toMatchObject({
      code: 'signature-missing',
      exitCode: 5,
      message: expect.stringContaining(unsigned.tag),
    });
    expect(world.destination.stats.requests).toBe(0);
  });

  test('stops if the destination rejects everything', async () => {
    world.destination.faults.set({ rules: [{ method: 'POST', path: 'uploads', status: 403 }] });
    await expect(travel(world)).rejects.toMatchObject({
      code: 'denied',
      exitCode: 4,
      message: expect.stringContaining(world.destination.host),
    });
  });

  test("stops if an image can't be downloaded, and names it", async () => {
    const image = world.inventory.additional[0]!;
    const layer = image.blobs.at(-1)!;
    world.upstream.faults.set({ rules: [{ method: 'GET', path: layer.digest, status: 404 }] });
    await expect(travel(world)).rejects.toMatchObject({
      code: 'not-found',
      exitCode: 2,
      side: 'source',
      message: expect.stringContaining(image.source),
    });
    expect(world.destination.stats.requests).toBe(0);
  });

  test('stops on request between steps and within one', async () => {
    for (const [state, at] of [
      ['done', 'plan'],
      ['started', 'mirror-to-disk'],
    ]) {
      const pause = new AbortController();
      const stopped = travel(world, {
        directory: join(world.directory, state!),
        control: { emit: () => {}, signal: never, pause: pause.signal },
        onStep: (event) => {
          const name = event.state === 'started' ? event.intent.name : event.step.name;
          if (event.state === state && name === at) pause.abort();
        },
      });
      await expect(stopped).rejects.toMatchObject({
        code: 'interrupted',
        exitCode: 3,
        message: t('journeyStopped', { step: 'mirror-to-disk' }),
      });
    }
  });
});
