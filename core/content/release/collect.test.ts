import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collected } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { PlatformSelection, ReleaseChannel } from '../../image-set/config/image-set.ts';
import { newSigner, releaseClaim, type Signer, signed } from '../signature/signature.fixture.ts';
import type { SignatureSource } from '../signature/signature-source.ts';
import { parseVerificationKeys } from '../signature/verification-keys.ts';
import { savedGraphs, updateService } from './cincinnati.ts';
import { collectReleases, type ReleaseContext } from './collect.ts';
import { ART, componentDigest, shelvePayload } from './payload.fixture.ts';
import { ImageShelf, type TemporaryFiles, temporaryFiles } from './release.fixture.ts';

const PAYLOADS = 'quay.io/openshift-release-dev/ocp-release';

let files: TemporaryFiles;
let shelf: ImageShelf;
let signer: Signer;
let digests: Record<string, Digest>;
/** The content of the signature service: digest to message or fault. */
let service: Map<Digest, Buffer | AirlockError>;
let context: ReleaseContext;
/** All actions in order: requested signatures, read manifests and blobs. */
let log: string[];

beforeEach(async () => {
  files = await temporaryFiles();
  shelf = new ImageShelf();
  log = shelf.reads;
  signer = await newSigner();
  service = new Map();
  digests = {};
  const content: Record<string, string[]> = {
    '4.16.1-x86_64': ['etcd-1', 'cli-1'],
    '4.16.2-x86_64': ['etcd-2', 'cli-1'],
    '4.16.2-multi': ['etcd-m', 'cli-m'],
  };
  for (const [tag, [etcd, cli]] of Object.entries(content)) {
    const components = {
      etcd: componentDigest(etcd!),
      cli: componentDigest(cli!),
      tools: componentDigest(cli!),
    };
    const kubevirt = tag.endsWith('multi') ? ['x86_64', 's390x'] : ['x86_64'];
    const { digest } = await shelvePayload(shelf, { version: tag.split('-')[0]!, components, kubevirt });
    digests[tag] = digest;
    service.set(digest, await signed(signer, releaseClaim(digest, tag)));
    shelf.tags.set(`openshift-release-dev/ocp-release:${tag}`, digest);
  }
  context = {
    files,
    state: files,
    graphs: updateService({ get: answerGraph, files }),
    signatures: signatureService(),
    content: shelf,
    keys: () => parseVerificationKeys(signer.armored, 'test'),
    ignoreReleaseSignature: false,
  };
});
afterEach(() => files.remove());

async function answerGraph(url: string) {
  const query = new URL(url).searchParams;
  const node = (version: string, tag: string) => ({ version, payload: `${PAYLOADS}@${digests[tag]}` });
  const nodes =
    query.get('arch') === 'multi'
      ? [node('4.16.2', '4.16.2-multi')]
      : [node('4.16.1', '4.16.1-x86_64'), node('4.16.2', '4.16.2-x86_64')];
  const edges = nodes.length > 1 ? [[0, 1]] : [];
  return { status: 200, body: Buffer.from(JSON.stringify({ nodes, edges })) };
}

function signatureService(): SignatureSource {
  return {
    location: 'https://signatures.example/',
    async *signatures(digest) {
      log.push(`signature ${digest}`);
      const found = service.get(digest);
      if (found instanceof AirlockError) throw found;
      if (found) yield found;
    },
  };
}

const channel = (more: Partial<ReleaseChannel> = {}): ReleaseChannel => ({
  name: 'stable-4.16',
  type: 'ocp',
  shortestPath: false,
  full: false,
  ...more,
});
const platform = (more: Partial<PlatformSelection> = {}): PlatformSelection => ({
  graph: false,
  channels: [channel({ minVersion: '4.16.1' })],
  architectures: ['amd64'],
  platforms: [],
  kubeVirtContainer: false,
  ...more,
});
async function collect(selection = platform(), more: Partial<ReleaseContext> = {}) {
  const all: Collected[] = [];
  for await (const each of collectReleases(selection, { ...context, ...more })) all.push(each);
  const images = all.flatMap((each) => (each.type === 'image' ? [each.image] : []));
  return {
    images,
    tags: images.map(({ destination }) => `${destination.repository}:${destination.tag}`),
    problems: all.flatMap((each) => (each.type === 'problem' ? [each.problem] : [])),
    rejected: all.flatMap((each) => (each.type === 'rejected' ? [each] : [])),
  };
}
/** The disconnected side, which only has files and the content of sets. */
function disconnected(): Partial<ReleaseContext> {
  delete context.signatures;
  return { files: files.readOnly(), graphs: savedGraphs(files.readOnly()) };
}

describe('collectReleases', () => {
  it('returns components, then the payload, by release, by digest and with the names of oc-mirror', async () => {
    const { images, tags, problems, rejected } = await collect();
    expect(tags).toEqual([
      'openshift/release:4.16.1-x86_64-etcd',
      'openshift/release:4.16.1-x86_64-cli',
      'openshift/release:4.16.1-x86_64-tools',
      'openshift/release-images:4.16.1-x86_64',
      'openshift/release:4.16.2-x86_64-etcd',
      'openshift/release:4.16.2-x86_64-cli',
      'openshift/release:4.16.2-x86_64-tools',
      'openshift/release-images:4.16.2-x86_64',
    ]);
    const keyId = signer.privateKey.getKeyID().toHex().toUpperCase();
    const shared = {
      deliverable: 'release 4.16.1-x86_64',
      why: 'channel stable-4.16, 4.16.1 to 4.16.2',
      verdict: { result: 'verified', by: keyId },
    };
    expect(images[0]).toEqual({
      kind: 'ocpReleaseContent',
      origin: `${ART}@${componentDigest('etcd-1')}`,
      source: {
        registry: 'quay.io',
        repository: 'openshift-release-dev/ocp-v4.0-art-dev',
        digest: componentDigest('etcd-1'),
      },
      destination: { repository: 'openshift/release', tag: '4.16.1-x86_64-etcd' },
      ...shared,
    });
    expect(images[3]).toEqual({
      kind: 'ocpRelease',
      origin: `${PAYLOADS}:4.16.1-x86_64`,
      source: {
        registry: 'quay.io',
        repository: 'openshift-release-dev/ocp-release',
        tag: '4.16.1-x86_64',
        digest: digests['4.16.1-x86_64'],
      },
      destination: { repository: 'openshift/release-images', tag: '4.16.1-x86_64' },
      ...shared,
    });
    expect([problems, rejected]).toEqual([[], []]);
  });

  it('verifies the signature before it reads a payload', async () => {
    await collect(platform({ channels: [channel()] }));
    const digest = digests['4.16.2-x86_64'];
    expect(log.slice(0, 2)).toEqual([`signature ${digest}`, `manifest ${digest}`]);
  });

  it('only requests graphs the second time', async () => {
    const first = await collect();
    log.length = 0;
    expect(await collect()).toEqual(first);
    expect(log).toEqual([]);
  });

  it('rejects an entire release without a signature, and continues with the next', async () => {
    service.delete(digests['4.16.1-x86_64']!);
    const { tags, rejected } = await collect();
    expect(rejected).toMatchObject([
      {
        deliverable: 'release 4.16.1-x86_64',
        exitCode: 5,
        problem: { code: 'signature-missing', level: 'error' },
      },
    ]);
    expect(tags).toHaveLength(4);
    expect(tags.every((tag) => tag.includes('4.16.2'))).toBe(true);
    expect(log).not.toContain(`manifest ${digests['4.16.1-x86_64']}`);
  });

  it.each([
    ['of another release', async () => service.get(digests['4.16.2-x86_64']!)!],
    ['by an unknown key', async () => signed(await newSigner(), releaseClaim(digests['4.16.1-x86_64']!))],
    ['of random bytes', async () => Buffer.from('noise')],
  ])('rejects a release with a signature %s', async (_, message) => {
    service.set(digests['4.16.1-x86_64']!, await message());
    const { tags, rejected } = await collect();
    expect(rejected).toMatchObject([{ exitCode: 5, problem: { code: 'signature-invalid' } }]);
    expect(tags).toHaveLength(4);
  });

  it('records the override for a release without a signature, and still verifies the others', async () => {
    service.delete(digests['4.16.1-x86_64']!);
    const { images, tags, problems, rejected } = await collect(platform(), { ignoreReleaseSignature: true });
    expect(rejected).toEqual([]);
    expect(tags[3]).toBe('openshift/release-images:4.16.1-x86_64');
    expect(images[0]!.verdict).toEqual({ result: 'override', by: '--ignore-release-signature' });
    expect(images[7]!.verdict.result).toBe('verified');
    expect(problems).toMatchObject([{ code: 'signature-missing', level: 'warning' }]);
  });

  it('tries a failing service only once if signatures are ignored, and else rejects with exit code 4', async () => {
    const fault = new AirlockError('connection', 'no route', { side: 'source' });
    for (const digest of service.keys()) service.set(digest, fault);
    const strict = await collect();
    expect(strict.rejected.map(({ exitCode }) => exitCode)).toEqual([4, 4]);
    log.length = 0;
    const { tags } = await collect(platform(), { ignoreReleaseSignature: true });
    expect(tags).toHaveLength(8);
    expect(log.filter((line) => line.startsWith('signature'))).toHaveLength(1);
  });

  it('reports that OKD releases are not signed', async () => {
    service.clear();
    const channels = [channel({ name: '4-scos-stable', type: 'okd' })];
    const { rejected } = await collect(platform({ channels }));
    expect(rejected).toMatchObject([{ exitCode: 5, problem: { message: expect.stringContaining('OKD') } }]);
  });

  it('rejects a payload that is not a release, or that is unavailable, with exit code 2', async () => {
    const image = shelf.image([]);
    digests['4.16.1-x86_64'] = image.digest;
    service.set(image.digest, await signed(signer, releaseClaim(image.digest)));
    const { tags, rejected } = await collect();
    expect(rejected).toMatchObject([{ exitCode: 2, problem: { code: 'payload-invalid' } }]);
    expect(tags).toHaveLength(4);
    expect(await files.list('hold-release/ocp-release/4.16.1-x86_64/')).toEqual([]);
  });

  it('returns nothing for an unknown version', async () => {
    const channels = [
      channel(),
      channel({ name: 'stable-4.15', minVersion: '4.15.9', maxVersion: '4.15.9' }),
    ];
    const collecting = collectReleases(platform({ channels }), context);
    await expect(collecting.next()).rejects.toMatchObject({ code: 'release-unknown', exitCode: 1 });
  });

  it('warns if the update service and the signature have different names for a release', async () => {
    const digest = digests['4.16.2-x86_64']!;
    service.set(digest, await signed(signer, releaseClaim(digest, '4.14.0-x86_64')));
    const { tags, problems } = await collect(platform({ channels: [channel()] }));
    expect(problems).toMatchObject([{ level: 'warning', message: expect.stringContaining('4.14.0-x86_64') }]);
    expect(tags.at(-1)).toBe('openshift/release-images:4.14.0-x86_64');
  });

  it('skips blocked images', async () => {
    const blocked = ({ destination }: { destination: { tag: string } }) => destination.tag.endsWith('-etcd');
    const { tags } = await collect(platform({ channels: [channel()] }), { blocked });
    expect(tags.map((tag) => tag.split('_64')[1])).toEqual(['-cli', '-tools', '']);
  });

  it('stops on a full disk, and on request', async () => {
    const full = {
      ...files,
      write: async (name: string, content: Uint8Array | string) => {
        if (name.includes('4.16.2')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        await files.write(name, content);
      },
    };
    await expect(collect(platform(), { files: full })).rejects.toMatchObject({ code: 'ENOSPC' });
    const stop = new AbortController();
    const collecting = collectReleases(platform(), { ...context, signal: stop.signal });
    await collecting.next();
    for (let left = 3; left > 0; left--) await collecting.next();
    stop.abort();
    await expect(collecting.next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('architectures', () => {
  it('requests each architecture, or only multi with platforms, which it passes on', async () => {
    const both = await collect(
      platform({ channels: [channel()], architectures: ['amd64', 'multi', 'amd64'] }),
    );
    expect(both.tags.filter((tag) => tag.includes('release-images'))).toEqual([
      'openshift/release-images:4.16.2-x86_64',
      'openshift/release-images:4.16.2-multi',
    ]);
    expect(both.images[0]).not.toHaveProperty('platforms', expect.anything());
    const platforms = [{ os: 'linux', architecture: 'arm64' }];
    const sparse = await collect(platform({ channels: [channel()], architectures: ['amd64'], platforms }));
    expect(sparse.tags.at(-1)).toBe('openshift/release-images:4.16.2-multi');
    expect(sparse.images.every((image) => image.platforms === platforms)).toBe(true);
  });

  it.each([
    [['amd64'], ['4.16.2-x86_64-kube-virt-container']],
    [['multi'], ['4.16.2-multi-kube-virt-container-x86_64', '4.16.2-multi-kube-virt-container-s390x']],
  ])('adds the KubeVirt images of %s', async (architectures, expected) => {
    const { images, tags } = await collect(
      platform({ channels: [channel()], architectures, kubeVirtContainer: true }),
    );
    expect(tags.filter((tag) => tag.includes('kube-virt')).map((tag) => tag.split(':')[1])).toEqual(expected);
    expect(images.at(-2)).toMatchObject({
      kind: 'ocpReleaseContent',
      source: { digest: componentDigest(`kubevirt-${architectures[0] === 'multi' ? 's390x' : 'x86_64'}`) },
    });
    expect(images.at(-1)!.kind).toBe('ocpRelease');
  });

  it('warns about a missing KubeVirt image', async () => {
    const wanted = platform({
      channels: [channel()],
      platforms: [{ os: 'linux', architecture: 'arm64' }],
      kubeVirtContainer: true,
    });
    const { problems, tags } = await collect(wanted);
    expect(problems).toMatchObject([
      {
        level: 'warning',
        message: expect.stringContaining('4.16.2-multi contains no KubeVirt image for arm64'),
      },
    ]);
    expect(tags).toHaveLength(4);
  });
});

describe('an exact release', () => {
  const tagged = `${PAYLOADS}:4.16.1-x86_64`;

  it('is looked up by tag or used by digest, and channels are ignored', async () => {
    const byTag = await collect(platform({ release: tagged }));
    const byDigest = await collect(platform({ release: `${PAYLOADS}@${digests['4.16.1-x86_64']}` }));
    expect(byTag.tags.at(-1)).toBe('openshift/release-images:4.16.1-x86_64');
    expect(byDigest.tags).toEqual(byTag.tags);
    expect(byTag.images[0]!.why).toBe(`platform.release ${tagged}`);
    expect(await files.list('hold-release/cincinnati-graph-data/')).toEqual([]);
  });

  it('is rejected if its tag contains another release', async () => {
    shelf.tags.set('openshift-release-dev/ocp-release:4.16.1-x86_64', digests['4.16.2-x86_64']!);
    const { images, rejected } = await collect(platform({ release: tagged }));
    expect(images).toEqual([]);
    expect(rejected).toMatchObject([
      {
        exitCode: 5,
        problem: { code: 'signature-invalid', expected: '4.16.1-x86_64', found: '4.16.2-x86_64' },
      },
    ]);
  });

  it('by digest without a signature is named by its digest', async () => {
    service.clear();
    const digest = digests['4.16.1-x86_64']!;
    const { tags, images } = await collect(platform({ release: `${PAYLOADS}@${digest}` }), {
      ignoreReleaseSignature: true,
    });
    expect(tags.at(-1)).toBe(`openshift/release-images:${hexOf(digest)}`);
    expect(tags[0]).toBe(`openshift/release:${hexOf(digest)}-etcd`);
    expect(images.at(-1)!.origin).toBe(`${PAYLOADS}@${digest}`);
  });

  it('that is not an image in a registry ends the run', async () => {
    await expect(collect(platform({ release: 'oci:///tmp/x' }))).rejects.toMatchObject({
      code: 'reference-invalid',
    });
  });

  it('by tag is found offline by its signature, or among the tags of the sets', async () => {
    const there = await collect(platform({ release: tagged }));
    const offline = disconnected();
    const here = await collect(platform({ release: tagged }), offline);
    expect(here.images).toEqual(there.images);
    await rm(`${files.directory}/signatures`, { recursive: true });
    const storedTag = (repository: string, tag: string) =>
      repository === 'openshift/release-images' ? digests[tag] : undefined;
    const unsigned = await collect(platform({ release: tagged }), {
      ...offline,
      storedTag,
      ignoreReleaseSignature: true,
    });
    expect(unsigned.tags).toEqual(there.tags);
    const neither = await collect(platform({ release: tagged }), offline);
    expect(neither.rejected).toMatchObject([{ exitCode: 2, problem: { code: 'content-missing' } }]);
  });
});

describe('on the disconnected side', () => {
  it('collects the same from transferred content', async () => {
    const there = await collect();
    const here = await collect(platform(), disconnected());
    expect(here).toEqual(there);
  });

  it('lists components of transferred manifests if an increment has no payload, as not checked', async () => {
    const there = await collect();
    const { tags, images } = await collect(platform(), { ...disconnected(), content: new ImageShelf() });
    expect(tags).toEqual(there.tags);
    expect(images[0]!.verdict).toEqual({ result: 'not-checked' });
    expect(images[3]!.verdict.result).toBe('verified');
  });

  it('verifies transferred signatures again', async () => {
    await collect();
    const [name] = await files.list(`signatures/4.16.1-x86_64-sha256-${hexOf(digests['4.16.1-x86_64']!)}`);
    await files.write(name!, await signed(await newSigner(), releaseClaim(digests['4.16.1-x86_64']!)));
    const { rejected, tags } = await collect(platform(), disconnected());
    expect(rejected).toMatchObject([{ deliverable: 'release 4.16.1-x86_64', exitCode: 5 }]);
    expect(tags).toHaveLength(4);
  });

  it('ends if the graph was not transferred', async () => {
    await expect(collect(platform(), disconnected())).rejects.toMatchObject({ code: 'content-missing' });
  });
});
