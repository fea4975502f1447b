import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect } from 'vitest';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import { ACCEPT_MANIFESTS, OCI_MANIFEST } from '../core/base/image/media-types.ts';
import { sha256 } from '../core/base/image/sha256.ts';
import { deletionOfFile, execute, generate, tagsAt } from '../core/mirror/delete/delete.fixture.ts';
import { nameAt } from '../core/mirror/delete/plan/plan.ts';
import {
  additionalConfig,
  control,
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
  split,
  toDisk,
  toRegistry,
} from '../core/mirror/mirror.fixture.ts';
import {
  digestAt,
  everyKind,
  missingAttachments,
  type Subject,
  uploadAll,
} from '../core/mirror/referrers.fixture.ts';
import { probeDestination } from '../core/registry/capabilities/probe/destination.ts';
import type { Product } from '../core/registry/capabilities/profile.ts';
import {
  blobOf,
  client,
  inChunks,
  noise,
  plainAccess,
  type RunningRegistry,
  readAll,
} from '../core/registry/exchange/registry.fixture.ts';
import type { ImageResult } from '../core/runs/progress/events.ts';
import { forEach } from './for-each.ts';
import { ELSEWHERE, type Shape, shapesFromElsewhere, unusualShapes } from './image-shapes.ts';
import { incompleteTags } from './registry-content.ts';
import {
  breakingDoor,
  DOCKER_IMAGES,
  type StartRegistry,
  smallPages,
  startCrane,
  startDistribution,
  startGitea,
  startZot,
  startZotForDocker,
} from './registry-servers.ts';
import { type Judged, judgedBy } from './verdicts.ts';

const NAMESPACE = 'site/mirror';
const PREFIX = `${NAMESPACE}/`;
/** Several pages of tags. A registry without links between pages needs more than one page as Airlock requests them. */
const TAGS = { linked: 30, linkedBeyond: 30, whole: 30, unlinked: 1_050 };
const TAGS_A_PAGE = 7;

/** What Airlock finds in a registry without limits. */
const CAPABILITIES = {
  namespace: 'ready',
  projects: 'created-on-push',
  pathDepth: { accepted: 10, rejected: null },
  mounts: 'yes',
  mountsFromItself: 'yes',
  chunks: 'yes',
  requestBytes: { accepted: 64 * 2 ** 30, rejected: null },
  blobBytes: 'unknown',
  manifestBytes: { accepted: 4 * 2 ** 20, rejected: null },
  quotaBytes: 'unknown',
  dockerImages: 'yes',
  ociImages: 'yes',
  sparseIndexes: 'no',
  mixedIndexes: 'yes',
  subjects: 'yes',
  referrersApi: 'no',
  tagsMove: 'yes',
  deletes: 'yes',
  concurrentPushes: { accepted: 16, rejected: null },
} as const;

let rig: Rig;
/** A set with every kind of content and attachment, and images of unusual shapes. */
let workspace: string;
/** Repositories of zot whose garbage a test waits for. */
const COLLECTED = 2;

let wanted: ExpectedImage[];
let subjects: Subject[];
let shapes: Shape[];
/** A set with the images whose layers are elsewhere. */
let elsewhere: string;
/** A set with the oldest release only. */
let release: string;
beforeAll(async () => {
  rig = await newRig();
  const { file, subjects: attached } = await everyKind(rig);
  subjects = attached;
  shapes = unusualShapes();
  for (const { repository, image } of shapes)
    await uploadAll(rig.world.upstream.host, repository, image, 'v1');
  const names = shapes.map(({ repository }) => `    - name: quay.io/${repository}:v1\n`).join('');
  const text = (await readFile(file, 'utf8'))
    .replace('architectures: [amd64]', 'architectures: [amd64, multi]')
    .replace('  additionalImages:\n', `  additionalImages:\n${names}`);
  const path = `${rig.place('everything')}.yaml`;
  await writeFile(path, text);
  wanted = [...imagesOf(rig, 'core'), ...imagesOf(rig, 'multi')];
  workspace = rig.place('set');
  expect(await toDisk(rig, workspace, path)).toMatchObject({ exitCode: 0, failures: [] });
  const foreign = Object.values(shapesFromElsewhere());
  for (const { repository, image } of foreign)
    await uploadAll(rig.world.upstream.host, repository, image, 'v1');
  elsewhere = rig.place('elsewhere');
  const config = await additionalConfig(
    `${rig.place('elsewhere')}.yaml`,
    foreign.map(({ repository }) => `quay.io/${repository}:v1`),
  );
  expect(await toDisk(rig, elsewhere, config)).toMatchObject({ exitCode: 0, failures: [] });
  release = rig.place('release');
  expect(await toDisk(rig, release, rig.world.sets['release-one'].file)).toMatchObject({ exitCode: 0 });
});
afterAll(() => rig?.[Symbol.asyncDispose]());

/** Every part of the images that a registry serves with another content, requested without code of the product. */
async function damagedAt(host: string, images: ExpectedImage[]): Promise<string[]> {
  const accept = ACCEPT_MANIFESTS.join(', ');
  const addresses = images.flatMap((image) => {
    const { repository } = split(image.destination);
    return [image, ...image.attachments].flatMap(({ manifests, blobs }) => [
      ...manifests.map(({ digest }) => `${repository}/manifests/${digest}`),
      ...blobs.map(({ digest }) => `${repository}/blobs/${digest}`),
    ]);
  });
  const damaged: string[] = [];
  const check = async (address: string) => {
    const answer = await fetch(`http://${host}/v2/${PREFIX}${address}`, { headers: { accept } });
    const digest = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    if (`sha256:${digest.digest('hex')}` !== address.slice(address.lastIndexOf('/') + 1))
      damaged.push(address);
  };
  await forEach(new Set(addresses), check, 4);
  return damaged;
}

const missingShapes = async (host: string, prefix = PREFIX) => {
  const missing: string[] = [];
  for (const { repository, image } of shapes)
    if ((await digestAt(host, `${prefix}${repository}/manifests/v1`)) !== image.digest)
      missing.push(repository);
  return missing;
};

/** Everything that the set contains and a registry doesn't serve. */
async function incompleteAt(host: string): Promise<string[]> {
  return [
    ...(await missingAt(host, wanted, PREFIX)),
    ...(await missingAttachments(host, subjects, PREFIX)),
    ...(await missingShapes(host)),
  ];
}

const valuesOf = (capabilities: Record<string, { value: unknown }>) =>
  Object.fromEntries(Object.entries(capabilities).map(([name, { value }]) => [name, value]));

async function probe(host: string, namespace = '') {
  await using c = client();
  return await probeDestination(c.registries.at(host), { namespace, patienceMs: 100 });
}

/** The result of a push, or its error. */
async function pushed(
  host: string,
  chosen: Parameters<typeof toRegistry>[3] & { from?: string } = {},
  onImage?: (image: ImageResult) => void,
) {
  const { from = workspace, ...rest } = chosen;
  const stateDirectory = rig.place('state');
  return await toRegistry(
    rig,
    from,
    host,
    { namespace: NAMESPACE, stateDirectory, probe: true, ...rest },
    control({ onEvent: (event) => event.type === 'image' && onImage?.(event) }),
  ).catch((error: unknown) => {
    if (error instanceof AirlockError) return error;
    throw error;
  });
}

interface Registry {
  start: StartRegistry;
  product: Product | undefined;
  /** Capabilities other than `CAPABILITIES`. */
  limits: Partial<Record<keyof typeof CAPABILITIES, unknown>>;
  /** Where the probe pushes. Default: beside all repositories. */
  namespace?: string;
  /** What the probe can't remove. */
  leftovers?: RegExp;
  /** Whether its storage survives a kill. */
  durable: boolean;
  /** Whether it deletes tags without their manifest. */
  deletesTags: boolean;
  /** Whether pages of tags link to the next one, even to an empty one after the last, or one page contains all tags. */
  pages: keyof typeof TAGS;
  /** Formats whose layers may be elsewhere. The others are rejected. */
  elsewhere: readonly ('docker' | 'oci')[];
  logins: boolean;
  /** Repositories of unusual images that it rejects, and its answer. */
  rejects?: { repository: string; answer: RegExp };
  /** Whether it serves a blob from an offset. Default: yes. */
  offsets?: boolean;
  /** Whether it continues an upload after a break, or rejects that at once. The others fail with 500. Default: yes. */
  continues?: boolean;
}

function everyTest({ agrees }: Judged, expected: Registry): void {
  const { start, product, limits, leftovers, durable, deletesTags, pages, logins } = expected;
  const { rejects, offsets = true, continues = true } = expected;
  const storable = () => shapes.filter(({ repository }) => repository !== rejects?.repository);
  const failures = rejects
    ? [
        {
          destination: expect.stringContaining(`/${PREFIX}${rejects.repository}:v1`),
          message: expect.stringMatching(rejects.answer),
        },
      ]
    : [];
  const result = rejects ? { exitCode: 2, failures } : { exitCode: 0, failures };
  let registry: RunningRegistry | undefined;
  afterAll(() => registry?.[Symbol.asyncDispose]());

  agrees('its capabilities are those that the probe finds', async (program, cases) => {
    registry = await start(program);
    const profile = await probe(registry.host, expected.namespace);
    expect(valuesOf(profile.capabilities)).toEqual({ ...CAPABILITIES, ...limits });
    expect(profile.product?.name).toBe(product);
    expect(profile.leftovers).toEqual(leftovers ? [expect.stringMatching(leftovers)] : []);
    cases(Object.keys(profile.capabilities).length);
  });

  const killed = durable ? ', although it is killed during the push' : '';
  agrees(`stores a set completely${killed}`, async (_, cases) => {
    const { host, restart } = registry!;
    let images = 0;
    let restarted: Promise<void> | undefined;
    // The last attempt must be later than the restart.
    const pushing = pushed(host, { retryDelayMs: 1_000 }, () => {
      if (++images === 5 && durable) restarted = restart();
    });
    expect(await pushing).toMatchObject({ status: rejects ? 'partial' : 'complete', ...result });
    await restarted;
    expect(restarted !== undefined).toBe(durable);
    expect(await incompleteAt(host)).toEqual(rejects ? [rejects.repository] : []);
    expect(await damagedAt(host, wanted)).toEqual([]);
    const again = await pushed(host);
    expect(again).toMatchObject({ ...result, images: { copied: 0, failed: failures.length } });
    if (!rejects) expect(again).toMatchObject({ bytes: { sent: 0 } });
    cases(
      partsOf(wanted, 'manifests').length + partsOf(wanted, 'blobs').length + subjects.length + shapes.length,
    );
  });

  agrees('is a source with the same content', async (_, cases) => {
    const { host } = registry!;
    const images = imagesOf(rig, 'core').map((image) => ({
      ...image,
      destination: PREFIX + image.destination,
    }));
    const config = await additionalConfig(
      `${rig.place('back')}.yaml`,
      [
        ...images.map(({ destination }) => destination),
        ...storable().map(({ repository }) => `${PREFIX}${repository}:v1`),
      ].map((name) => `${host}/${name}`),
    );
    const back = rig.place('back');
    expect(await toDisk(rig, back, config, { sourceTlsVerify: false })).toMatchObject({
      exitCode: 0,
      failures: [],
    });
    expect(await missingOnDisk(back, images)).toEqual([]);
    cases(images.length + storable().length);
  });

  agrees('an interrupted upload is completed, and a download resumes at its offset', async (_, cases) => {
    for (const uploads of ['complete', 'chunks'] as const) {
      const content = noise(3_000_000, uploads.length);
      await using door = await breakingDoor(registry!.host, 1_500_000);
      await using c = client({ uploads, chunkBytes: 1_000_000 });
      const at = c.registries.at(door.host);
      expect(await at.uploadBlob('broken/upload', blobOf(content), () => inChunks(content))).toBe('uploaded');
      expect(door.broken).toBe(true);
      // Not every registry stores what it received before the break, so the blob is sent again at most once.
      expect(c.registries.counters.sent).toBeLessThanOrEqual((continues ? 2 : 3) * content.length);
      const offset = 1_000_000;
      const hash = createHash('sha256').update(content.subarray(0, offset));
      const rest = await readAll(at.blob('broken/upload', blobOf(content), { resume: { offset, hash } }));
      expect(rest.equals(content.subarray(offset))).toBe(true);
      expect(c.registries.counters.fetched).toBe(content.length - (offsets ? offset : 0));
    }
    cases(4);
  });

  agrees('lists all tags of a repository', async (_, cases) => {
    await using c = client();
    const at = c.registries.at(registry!.host);
    const content = noise(100, 5);
    const config = Buffer.from('{}');
    for (const each of [content, config])
      await at.uploadBlob('many/tags', blobOf(each), () => inChunks(each));
    const bytes = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: OCI_MANIFEST,
        config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...blobOf(config) },
        layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...blobOf(content) }],
      }),
    );
    const manifest = { mediaType: OCI_MANIFEST, digest: sha256(bytes), bytes };
    const tags = Array.from({ length: TAGS[pages] }, (_, number) => `v${number}`);
    await forEach(tags, (tag) => at.putManifest('many/tags', tag, manifest), 8);
    expect((await at.tags('many/tags')).sort()).toEqual(tags.sort());
    cases(tags.length);
    if (pages === 'unlinked') return;
    await using door = await smallPages(registry!.host, TAGS_A_PAGE);
    expect((await c.registries.at(door.host).tags('many/tags')).sort()).toEqual(tags.sort());
    const full = Math.ceil(tags.length / TAGS_A_PAGE);
    expect(door.pages).toBe({ whole: 1, linked: full, linkedBeyond: full + 1 }[pages]);
  });

  agrees('a layer that only another server has is accepted, or rejected with a remedy', async (_, cases) => {
    const remedies = new Map<string, string | undefined>();
    await pushed(registry!.host, { from: elsewhere, retryTimes: 0 }, ({ destination, error }) => {
      if (error) remedies.set(destination, error.remedy);
    });
    const images = shapesFromElsewhere();
    for (const format of ['docker', 'oci'] as const) {
      const { repository, image } = images[format];
      const accepted = expected.elsewhere.includes(format);
      const found = await digestAt(registry!.host, `${PREFIX}${repository}/manifests/v1`);
      expect({ format, found }).toEqual({ format, found: accepted ? image.digest : undefined });
      const remedy = remedies.get(`${registry!.host}/${PREFIX}${repository}:v1`) ?? '';
      expect(remedy).toMatch(accepted ? /^$/ : new RegExp(`blockedImages.*${ELSEWHERE}`));
    }
    cases(2);
  });

  agrees('deletes what Airlock deletes, and nothing else', async (_, cases) => {
    const { host } = registry!;
    const at = { destination: { host, namespace: NAMESPACE } };
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const { plan, files } = await generate(rig, host, { workspace, configFile, ...at });
    expect(plan.images.length).toBeGreaterThan(2);
    const before = await tagsAt(host);
    const done = await execute(rig, host, files[0]!, at);
    expect(done).toMatchObject({ exitCode: 0, images: { deleted: plan.images.length, failed: 0 } });
    const after = await tagsAt(host);
    // Not every registry deletes a tag whose manifest other tags need.
    const mustGo = new Set(
      [...plan.images, ...plan.attachments, ...(deletesTags ? plan.tagsOnly : [])].map(nameAt),
    );
    expect(after).toEqual(new Map([...before].filter(([name]) => !mustGo.has(name))));
    expect(await incompleteTags(host, after)).toEqual([]);
    expect(await execute(rig, host, files[0]!, at)).toMatchObject({ exitCode: 0 });
    cases(before.size);
  });

  if (!logins) return;
  agrees('accepts the right password only', async (program, cases) => {
    const htpasswd = join(rig.directory, 'htpasswd');
    await writeFile(htpasswd, `me:${bcrypt.hashSync('s3cret', 4)}\n`);
    await using locked = await start(program, { htpasswd });
    const profileOf = async (password?: string) => {
      await using c = client(
        {},
        plainAccess(password ? { credentials: { kind: 'basic', username: 'me', password } } : {}),
      );
      return await probeDestination(c.registries.at(locked.host), {
        namespace: expected.namespace ?? '',
        patienceMs: 100,
      });
    };
    const profile = await profileOf('s3cret');
    expect(valuesOf(profile.capabilities)).toMatchObject({ namespace: 'ready', deletes: 'yes' });
    expect(profile.product?.name).toBe(product);
    for (const password of ['wr0ng', undefined])
      await expect(profileOf(password)).rejects.toMatchObject({ code: 'unauthorized' });
    cases(3);
  });
}

/** The tests with limits that distribution has. */
function limitsOfDistribution({ agrees }: Judged, start: StartRegistry): void {
  agrees('rejects deletions if they are disabled, with the setting that enables them', async (program) => {
    await using registry = await start(program, { deletes: false });
    const { host } = registry;
    const profile = await probe(host);
    expect(profile.capabilities.deletes.value).toBe('no');
    expect(await pushed(host, { from: release })).toMatchObject({ exitCode: 0 });
    const at = { destination: { host, namespace: NAMESPACE } };
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const before = await tagsAt(host);
    const { files } = await generate(rig, host, { workspace: release, configFile, ...at });
    await expect(execute(rig, host, files[0]!, at)).rejects.toMatchObject({
      code: 'delete-rejected',
      remedy: expect.stringContaining('storage.delete.enabled: true'),
    });
    expect(await tagsAt(host)).toEqual(before);
  });

  agrees('rejects pushes if it is read-only, with the setting that allows them', async (program) => {
    await using registry = await start(program, { readOnly: true });
    expect(await pushed(registry.host)).toMatchObject({
      code: 'destination-unfit',
      message: expect.stringContaining('405'),
      remedy: expect.stringContaining('storage.maintenance.readonly'),
    });
  });
}

await judgedBy('docker-registry', (judged) => {
  const start = startDistribution;
  everyTest(judged, {
    start,
    product: 'distribution',
    limits: {},
    // A kill can leave empty link files in its storage, which it then answers with 500.
    durable: false,
    deletesTags: false,
    pages: 'whole',
    elsewhere: [],
    logins: true,
  });
  limitsOfDistribution(judged, start);
});

await judgedBy('docker-registry', ({ agrees }) => {
  agrees(
    'content that is damaged in its storage is found by this suite and by Airlock',
    async (program, cases) => {
      await using registry = await startDistribution(program);
      const { host, directory } = registry;
      expect(await pushed(host, { from: release })).toMatchObject({ exitCode: 0 });
      const images = imagesOf(rig, 'release-one');
      expect(await damagedAt(host, images)).toEqual([]);
      const { digest, size } = images[0]!.blobs.at(-1)!;
      const hex = digest.slice('sha256:'.length);
      const path = `data/docker/registry/v2/blobs/sha256/${hex.slice(0, 2)}/${hex}/data`;
      await writeFile(join(directory, path), Buffer.alloc(size));
      expect((await damagedAt(host, images)).every((address) => address.endsWith(digest))).toBe(true);
      expect(await damagedAt(host, images)).not.toEqual([]);
      const name = `${host}/${PREFIX}${images[0]!.destination}`;
      const config = await additionalConfig(`${rig.place('damaged')}.yaml`, [name]);
      const result = await toDisk(rig, rig.place('damaged'), config, {
        sourceTlsVerify: false,
        retryTimes: 1,
      });
      expect(result.failures).toMatchObject([
        { code: 'digest-mismatch', message: expect.stringContaining(hex) },
      ]);
      cases(2);
    },
  );
});

await judgedBy('distribution', (judged) => {
  const start = startDistribution;
  everyTest(judged, {
    start,
    product: 'distribution',
    limits: {},
    durable: true,
    deletesTags: true,
    pages: 'linked',
    elsewhere: [],
    logins: true,
  });
  limitsOfDistribution(judged, start);

  judged.agrees('accepts layers from elsewhere with the setting of the remedy', async (program) => {
    const extra = "validation: { manifests: { urls: { allow: ['^https://content\\.example\\.com/'] } } }";
    await using registry = await start(program, { extra });
    expect(await pushed(registry.host, { from: elsewhere })).toMatchObject({ exitCode: 0, failures: [] });
  });

  judged.agrees('accepts incomplete indexes with the setting of the remedy', async (program) => {
    const extra = 'validation: { manifests: { indexes: { platforms: none } } }';
    await using registry = await start(program, { extra });
    expect(valuesOf((await probe(registry.host)).capabilities)).toEqual({
      ...CAPABILITIES,
      sparseIndexes: 'yes',
    });
  });
});

await judgedBy('zot', (judged) => {
  const { agrees } = judged;
  everyTest(judged, {
    start: startZotForDocker,
    product: 'zot',
    limits: { referrersApi: 'yes' },
    leftovers: /empty repositories .*zot doesn't remove/,
    durable: true,
    deletesTags: true,
    pages: 'linked',
    elsewhere: ['oci'],
    logins: true,
  });

  agrees(
    'rejects Docker images by default, and accepts them with the setting of the remedy',
    async (zot, cases) => {
      await using registry = await startZot(zot);
      const { host } = registry;
      expect(valuesOf((await probe(host)).capabilities)).toEqual({
        ...CAPABILITIES,
        ...{ dockerImages: 'no', mixedIndexes: 'unknown', referrersApi: 'yes' },
      });
      expect(await pushed(host)).toMatchObject({
        code: 'destination-unfit',
        message: expect.stringMatching(/doesn't support Docker images: .* and \d+ more/),
        remedy: expect.stringContaining('http.compat: ["docker2s2"]'),
      });
      expect([...(await tagsAt(host)).keys()]).toEqual([]);
      const result = await pushed(host, { probe: false, retryTimes: 0, from: release });
      const { failures } = result as Exclude<typeof result, AirlockError>;
      expect(failures.length).toBeGreaterThan(0);
      for (const { remedy } of failures) expect(remedy).toContain('http.compat: ["docker2s2"]');
      cases(4);
    },
  );

  agrees('its garbage collection removes nothing that was pushed', async (zot, cases) => {
    const storage = { gc: true, gcDelay: '1s', gcInterval: '1s', retention: { delay: '1s' } };
    await using registry = await startZot(zot, { http: DOCKER_IMAGES, storage });
    const { host } = registry;
    const repositories = [...new Set(wanted.map(({ destination }) => split(destination).repository))];
    await using c = client();
    // It collects a blob without a manifest, so that the test sees which repositories it has visited.
    const samples = new Map(repositories.map((name, index) => [name, noise(100, 9 + index)]));
    for (const [name, sample] of samples)
      await c.registries.at(host).uploadBlob(`${PREFIX}${name}`, blobOf(sample), () => inChunks(sample));
    expect(await pushed(host)).toMatchObject({ exitCode: 0, failures: [] });
    const collected = new Set<string>();
    // It visits all repositories in random order, and waits up to 30 seconds before each.
    await expect
      .poll(
        async () => {
          for (const [name, sample] of samples)
            if (!(await digestAt(host, `${PREFIX}${name}/blobs/${sha256(sample)}`))) collected.add(name);
          return collected.size;
        },
        { timeout: 260_000, interval: 1000 },
      )
      .toBeGreaterThanOrEqual(COLLECTED);
    expect(await incompleteAt(host)).toEqual([]);
    cases(COLLECTED);
  });

  const withActions = (...actions: string[]) => ({
    ...DOCKER_IMAGES,
    accessControl: { repositories: { '**': { anonymousPolicy: actions } } },
  });

  agrees('rejects deletions without the action of the remedy', async (zot) => {
    await using registry = await startZot(zot, { http: withActions('read', 'create', 'update') });
    const { host } = registry;
    expect((await probe(host)).capabilities.deletes.value).toBe('no');
    expect(await pushed(host, { from: release })).toMatchObject({ exitCode: 0 });
    const at = { destination: { host, namespace: NAMESPACE } };
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const { files } = await generate(rig, host, { workspace: release, configFile, ...at });
    await expect(execute(rig, host, files[0]!, at)).rejects.toMatchObject({
      code: 'delete-rejected',
      remedy: expect.stringContaining('the delete action'),
    });
    expect(await missingAt(host, imagesOf(rig, 'release-one'), PREFIX)).toEqual([]);
  });

  agrees('rejects pushes without the action of the remedy', async (zot) => {
    await using registry = await startZot(zot, { http: withActions('read') });
    expect(await pushed(registry.host)).toMatchObject({
      code: 'destination-unfit',
      remedy: expect.stringContaining('the read, create and update actions'),
    });
  });

  agrees('moves tags only with the action of the remedy', async (zot) => {
    await using registry = await startZot(zot, { http: withActions('read', 'create', 'delete') });
    expect((await probe(registry.host)).capabilities.tagsMove.value).toBe('no');
  });

  agrees('rejects repositories beyond its quota, and Airlock names the quota', async (zot) => {
    await using registry = await startZot(zot, { http: DOCKER_IMAGES, storage: { maxRepos: 2 } });
    const result = await pushed(registry.host, { probe: false, retryTimes: 0 });
    expect(result).toMatchObject({ exitCode: 2 });
    const { failures } = result as Exclude<typeof result, AirlockError>;
    expect(failures.length).toBeGreaterThan(1);
    for (const { message } of failures) expect(message).toMatch(/429: TOOMANYREQUESTS: .*limit: 2/);
  });
});

await judgedBy('crane', (judged) => {
  everyTest(judged, {
    start: startCrane,
    product: undefined,
    limits: { mounts: 'no', mountsFromItself: 'no' },
    durable: false,
    deletesTags: true,
    pages: 'unlinked',
    elsewhere: ['docker', 'oci'],
    logins: false,
  });
});

await judgedBy('gitea', (judged) => {
  const { agrees, differs } = judged;
  everyTest(judged, {
    start: startGitea,
    namespace: NAMESPACE,
    product: undefined,
    limits: { projects: 'unknown' },
    durable: true,
    deletesTags: true,
    pages: 'linkedBeyond',
    elsewhere: [],
    logins: true,
    rejects: { repository: 'shapes/nested', answer: /400: MANIFEST_INVALID/ },
    offsets: false,
    continues: false,
  });

  agrees('rejects repositories of owners that are missing, and Airlock names them', async (gitea, cases) => {
    await using registry = await startGitea(gitea);
    const { host } = registry;
    expect(await probe(host, 'nobody/mirror')).toMatchObject({
      capabilities: { namespace: { value: 'missing' }, projects: { value: 'must-exist' } },
      missingProjects: ['nobody'],
    });
    expect(valuesOf((await probe(host)).capabilities)).toMatchObject({
      namespace: 'missing',
      projects: 'must-exist',
    });
    for (const [namespace, owner] of [
      ['nobody/mirror', 'nobody'],
      ['', 'openshift'],
    ] as const)
      expect(await pushed(host, { namespace, from: release })).toMatchObject({
        code: 'destination-unfit',
        remedy: expect.stringContaining(`Create ${owner} in the registry`),
      });
    cases(4);
  });

  agrees('replaces tags that differ only in case, and Airlock fails such an image', async (gitea, cases) => {
    await using registry = await startGitea(gitea);
    const { host } = registry;
    const digests = shapes.slice(0, 2).map(({ image }) => image.digest);
    for (const [index, tag] of ['v1', 'V1'].entries())
      await uploadAll(rig.world.upstream.host, 'similar/tags', shapes[index]!.image, tag);
    const names = ['quay.io/similar/tags:v1', 'quay.io/similar/tags:V1'];
    const from = rig.place('similar');
    await toDisk(rig, from, await additionalConfig(`${from}.yaml`, names));
    const result = await pushed(host, { from });
    expect(result).toMatchObject({ exitCode: 2, failures: [{ code: 'destination-collision' }] });
    const { failures } = result as Exclude<typeof result, AirlockError>;
    const failed = failures[0]!.destination!.endsWith(':v1') ? 0 : 1;
    for (const tag of ['v1', 'V1'])
      expect(await digestAt(host, `${PREFIX}similar/tags/manifests/${tag}`)).toBe(digests[1 - failed]);
    cases(2);
  });

  agrees('anyone may read, and only a user may push', async (gitea, cases) => {
    await using registry = await startGitea(gitea);
    const { host, withoutLogin } = registry;
    expect((await probe(withoutLogin, NAMESPACE)).capabilities.namespace.value).toBe('rejected');
    expect(await pushed(withoutLogin, { from: release })).toMatchObject({ code: 'destination-unfit' });
    expect(await pushed(withoutLogin, { from: release, probe: false })).toMatchObject({
      code: 'unauthorized',
      remedy: expect.stringContaining('podman login'),
    });
    expect([...(await tagsAt(host)).keys()]).toEqual([]);
    expect(await pushed(host, { from: release })).toMatchObject({ exitCode: 0 });
    const images = imagesOf(rig, 'release-one');
    const names = images.map(({ destination }) => `${withoutLogin}/${PREFIX}${destination}`);
    const config = await additionalConfig(`${rig.place('read')}.yaml`, names);
    const read = await toDisk(rig, rig.place('read'), config, { sourceTlsVerify: false });
    expect(read).toMatchObject({ exitCode: 0, images: { failed: 0 } });
    cases(3 + images.length);
  });

  differs(
    'rejects content beyond its quota without a reason',
    'Gitea answers 403 without a body to content beyond its quota, so Airlock reports a rejection and not the quota.',
    async (gitea) => {
      const extra = '[packages]\nLIMIT_TOTAL_OWNER_SIZE = 20 KiB';
      await using registry = await startGitea(gitea, { extra });
      const result = await pushed(registry.host, { from: release, probe: false });
      expect(result).toMatchObject({ exitCode: 2 });
      const { failures } = result as Exclude<typeof result, AirlockError>;
      expect(failures.length).toBeGreaterThan(1);
      for (const { code, message } of failures) {
        expect(code).toBe('denied');
        expect(message).toMatch(/the server returned 403$/);
      }
    },
  );
});
