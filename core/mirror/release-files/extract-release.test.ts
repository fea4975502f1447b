import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { MARKERS } from '../../content/release-tools/release-markers.ts';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { trustKey } from '../../content/signature/trusted-keys.ts';
import { dockerRegistry } from '../../registry/exchange/registry.fixture.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { PRACTICE_SCALES } from '../../test-world/materials.ts';
import { toolWithPlaceholders } from '../../test-world/payload-files.ts';
import { control, newRig, type Rig, requestOf, toDisk, toRegistry } from '../mirror.fixture.ts';
import { asOcMirror } from '../oc-mirror-archive.fixture.ts';
import { openSession } from '../run/session.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { releaseBootImages } from './boot-images.ts';
import { type ExtractProgress, type ExtractRequest, extractReleaseFiles } from './extract-release.ts';
import { t } from './messages.ts';

let rig: Rig;
/** One release for amd64. */
let workspace: string;
/** The newest release for several architectures, and all for amd64. */
let several: string;

beforeAll(async () => {
  // All components with tools.
  rig = await newRig({ size: { ...PRACTICE_SCALES.tiny, components: 8 } });
  workspace = rig.place('ws');
  expect(await toDisk(rig, workspace, rig.world.sets['release-one'].file)).toMatchObject({ exitCode: 0 });
  several = rig.place('several');
  const config = `${rig.place('several')}.yaml`;
  const { yaml } = rig.world.sets.core;
  await writeFile(config, yaml.replace('architectures: [amd64]', 'architectures: [amd64, multi]'));
  expect(await toDisk(rig, several, config)).toMatchObject({ exitCode: 0 });
}, 60_000);
afterAll(() => rig[Symbol.asyncDispose]());

const NAME = 'quay.io/openshift-release-dev/ocp-release';

async function extract(
  request: Partial<ExtractRequest> & Pick<ExtractRequest, 'from'>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: ExtractProgress) => void } = {},
) {
  const to = request.to ?? rig.place('tools');
  const never = async () => Promise.reject(new Error('no network'));
  const session =
    request.from.kind === 'registry'
      ? await openSession(
          requestOf({ kind: 'mirrorToDisk', directory: to }, { sourceTlsVerify: false }),
          rig.host,
          control().emit,
        )
      : undefined;
  try {
    const result = await extractReleaseFiles(
      {
        ...{ tools: true, iso: true, to, hostArchitecture: 'amd64' },
        ...{ ignoreReleaseSignature: false, securePolicy: false },
        ...request,
      },
      { host: rig.host, registries: async () => session?.registries ?? never(), onProgress, signal },
    );
    return { ...result, to };
  } finally {
    await session?.close();
  }
}

const inSets = (directory: string) => ({ kind: 'sets' as const, directory });

/** A tool as `oc adm release extract` writes it. */
function toolFor(name: string, values: Partial<Record<keyof typeof MARKERS, string>>): Buffer {
  const tool = toolWithPlaceholders(name);
  for (const [marker, value] of Object.entries(values))
    tool.write(`${value}\0`, tool.indexOf(MARKERS[marker as keyof typeof MARKERS]));
  return tool;
}

function componentsOf(version: string, architecture = 'amd64') {
  const release = rig.world.inventory.releases.find(
    (each) => each.version === version && each.architecture === architecture,
  )!;
  const digestOf = (name: string) => release.components.find((each) => each.name === name)!.digest;
  return { digest: release.payload.digest, digestOf };
}

describe('from a transfer', () => {
  test('extracts every file with size, checksum and the image of the signed release', async () => {
    const progress: ExtractProgress[] = [];
    const result = await extract({ from: inSets(workspace) }, { onProgress: (each) => progress.push(each) });
    const { digest, digestOf } = componentsOf('4.16.1');
    expect(result).toMatchObject({
      ...{ version: '4.16.1', tag: '4.16.1-x86_64', release: digest, architecture: 'amd64' },
      ...{ installs: `${NAME}@${digest}`, isOriginalName: true, exitCode: 0, problems: [] },
      verdict: { result: 'verified' },
    });
    expect(result.files.map(({ name, component, image }) => [name, component, image])).toEqual([
      ['openshift-install', 'installer', digestOf('installer')],
      ['oc', 'cli', digestOf('cli')],
      ['ccoctl', 'cloud-credential-operator', digestOf('cloud-credential-operator')],
      ['iso', 'machine-os-images', digestOf('machine-os-images')],
    ]);
    for (const { path, size, sha256: expected } of result.files) {
      const content = await readFile(path);
      expect(content).toHaveLength(size);
      expect(sha256(content)).toBe(`sha256:${expected}`);
    }
    expect((await readdir(result.to)).sort()).toEqual([
      'ccoctl',
      'coreos-x86_64.iso',
      'oc',
      'openshift-install',
    ]);
    expect(await readFile(join(result.to, 'openshift-install'))).toEqual(
      toolFor('openshift-install', {
        ...{ image: `${NAME}@${digest}`, version: '4.16.1', architecture: 'linux/amd64' },
      }),
    );
    expect(await readFile(join(result.to, 'oc'))).toEqual(toolFor('oc', { version: '4.16.1' }));
    // Not injected: `oc` only replaces in tools that have the marker.
    expect(await readFile(join(result.to, 'ccoctl'))).toEqual(toolFor('ccoctl', {}));
    const modes = await Promise.all(result.files.map(async ({ path }) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o644]);
    const { done, total } = progress.at(-1)!;
    expect(done).toBe(total);
    expect(progress.map((each) => each.done)).toEqual(
      progress.map((each) => each.done).toSorted((a, b) => a - b),
    );
  });

  test('sets a mirror as the release of openshift-install', async () => {
    const destination = { host: 'mirror.example.com:8443', namespace: 'ocp' };
    const { installs, to, isOriginalName } = await extract({
      ...{ from: inSets(workspace), iso: false },
      mirror: { destination, maxNestedPaths: 0 },
    });
    const name = `mirror.example.com:8443/ocp/openshift/release-images@${componentsOf('4.16.1').digest}`;
    expect({ installs, isOriginalName }).toEqual({ installs: name, isOriginalName: false });
    expect((await readFile(join(to, 'openshift-install'))).includes(`${name}\0`)).toBe(true);
    expect(await readdir(to)).not.toContain('coreos-x86_64.iso');
  });

  test("reads oc-mirror's archives, and replaces files of an earlier extraction", async () => {
    const archives = await asOcMirror(join(workspace, 'transfers', 'default-0001'), rig.place('oc-mirror'));
    const to = rig.place('tools');
    await mkdir(to);
    await writeFile(join(to, 'oc'), 'old');
    const { files, exitCode } = await extract({ from: inSets(archives), to });
    expect([files.length, exitCode]).toEqual([4, 0]);
    expect(await readFile(join(to, 'oc'))).toEqual(toolFor('oc', { version: '4.16.1' }));
  });

  test('requires --version for several releases, and lists them', async () => {
    await expect(extract({ from: inSets(several) })).rejects.toMatchObject({
      code: 'usage',
      remedy: t('severalReleasesRemedy', {
        releases: '4.16.1-x86_64, 4.16.2-x86_64, 4.16.5-multi, 4.16.5-x86_64',
      }),
    });
    await expect(extract({ from: inSets(several), version: '4.16.5' })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(extract({ from: inSets(several), version: '4.17.0' })).rejects.toMatchObject({
      code: 'content-missing',
      remedy: expect.stringContaining('4.16.5-multi'),
    });
    for (const chosen of [{ version: '4.16.2' }, { version: '4.16.5', architecture: 'amd64' }])
      expect(await extract({ from: inSets(several), ...chosen })).toMatchObject({
        tag: `${chosen.version}-x86_64`,
        exitCode: 0,
      });
    await expect(extract({ from: inSets(several), tools: false, iso: false })).rejects.toMatchObject({
      code: 'usage',
      message: t('nothingSelected'),
    });
  });

  test('extracts the files of each architecture of a release for several', async () => {
    const multi = { from: inSets(several), version: '4.16.5-multi' };
    const { digest } = componentsOf('4.16.5', 'multi');
    for (const [architecture, machine] of [
      ['amd64', 'x86_64'],
      ['arm64', 'aarch64'],
    ] as const) {
      const { to, files, exitCode, problems } = await extract({ ...multi, architecture });
      expect([files.length, exitCode, problems]).toEqual([4, 0, []]);
      expect(await readdir(to)).toContain(`coreos-${machine}.iso`);
      expect(await readFile(join(to, 'openshift-install'))).toEqual(
        toolFor('openshift-install', {
          ...{ image: `${NAME}@${digest}`, version: '4.16.5', architecture: `multi (linux/${architecture})` },
        }),
      );
    }
    const { files, problems, exitCode } = await extract({ ...multi, architecture: 's390x' });
    expect([files, exitCode]).toEqual([[], 2]);
    expect(problems[0]).toMatchObject({
      code: 'content-missing',
      message: t('instanceMissing', {
        component: 'installer',
        release: '4.16.5-multi',
        architecture: 's390x',
      }),
      found: 'amd64, arm64',
    });
  });

  test('names the component that a release for another architecture would need', async () => {
    const result = await extract({ from: inSets(workspace), architecture: 'arm64' });
    expect(result).toMatchObject({ files: [], exitCode: 2 });
    const messages = result.problems.map(({ level, message }) => [level, message]);
    const shared = { release: '4.16.1-x86_64', built: 'amd64', architecture: 'arm64' };
    expect(messages).toEqual([
      ['warning', t('fileNotForArchitecture', { file: 'ccoctl', ...shared })],
      [
        'error',
        t('componentMissing', {
          ...{ file: 'openshift-install', component: 'installer-artifacts', release: '4.16.1-x86_64' },
        }),
      ],
      ['error', t('componentMissing', { file: 'oc', component: 'cli-artifacts', release: '4.16.1-x86_64' })],
      ['error', t('fileNotForArchitecture', { file: 'iso', ...shared })],
    ]);
  });

  test('names the image that an earlier transfer contains, and extracts the rest', async () => {
    // An archive of oc-mirror after one that had the installer.
    const { digestOf } = componentsOf('4.16.1');
    const transfer = join(workspace, 'transfers', 'default-0001');
    const installer = digestOf('installer');
    const increment = await asOcMirror(transfer, rig.place('increment'), {
      '2026-01-01T00:00:00Z': [installer],
    });
    const { files, problems, exitCode } = await extract({ from: inSets(increment) });
    expect(exitCode).toBe(2);
    expect(files.map(({ name }) => name)).toEqual(['oc', 'ccoctl', 'iso']);
    expect(problems).toMatchObject([
      {
        code: 'content-missing',
        message: expect.stringContaining(
          `no complete image installer of release 4.16.1-x86_64 (${installer})`,
        ),
        remedy: t('imageMissingInSetsRemedy'),
      },
    ]);
  });

  test('leaves nothing behind when it is stopped', async () => {
    const stop = new AbortController();
    const to = rig.place('tools');
    const stopped = extract(
      { from: inSets(workspace), to, tools: false },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
    expect(await readdir(to)).toEqual([]);
  });
});

describe('the signature', () => {
  const withoutKey = () => ({
    ...rig.host,
    env: { ...rig.host.env, OCP_SIGNATURE_VERIFICATION_PK: '' },
  });
  const run = (request: Partial<ExtractRequest>) =>
    extractReleaseFiles(
      {
        ...{ from: inSets(workspace), tools: true, iso: false, hostArchitecture: 'amd64' },
        ...{ to: rig.place('tools'), ignoreReleaseSignature: false, securePolicy: false },
        ...request,
      },
      { host: withoutKey(), registries: async () => Promise.reject(new Error('no network')) },
    );

  test('of another key rejects the release, unless it is ignored', async () => {
    const to = rig.place('tools');
    await expect(run({ to })).rejects.toMatchObject({ code: 'signature-invalid', exitCode: 5 });
    await expect(readdir(to)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await run({ ignoreReleaseSignature: true })).toMatchObject({
      verdict: { result: 'override', by: '--ignore-release-signature' },
      problems: [{ code: 'signature-invalid', level: 'warning' }],
      exitCode: 0,
    });
  });

  test('is not the only rule: a trust policy rejects the release or single images', async () => {
    const policy = async (transports: object, more: object[] = [{ type: 'insecureAcceptAnything' }]) => {
      const file = `${rig.place('policy')}.json`;
      await writeFile(file, JSON.stringify({ default: more, transports: { docker: transports } }));
      return file;
    };
    const reject = [{ type: 'reject' }];
    const secure = { from: inSets(workspace), securePolicy: true, iso: false };
    await expect(
      extract({ ...secure, policy: await policy({ 'quay.io/openshift-release-dev/ocp-release': reject }) }),
    ).rejects.toMatchObject({ code: 'policy-rejected' });
    const art = { 'quay.io/openshift-release-dev/ocp-v4.0-art-dev': reject };
    const rejected = await extract({ ...secure, policy: await policy(art) });
    expect(rejected).toMatchObject({ files: [], exitCode: 5 });
    expect(rejected.problems).toHaveLength(3);
    expect(await extract({ ...secure, policy: await policy({}) })).toMatchObject({ exitCode: 0 });
  });
});

test('a transfer that the required key did not sign is not used', async () => {
  const signer = await newSigner();
  const publicKey = join(rig.directory, 'trusted.asc');
  await writeFile(publicKey, signer.armored);
  const directory = rig.place('here');
  await cp(join(workspace, 'transfers', 'default-0001'), join(directory, 'transfers', 'default-0001'), {
    recursive: true,
  });
  await trustKey(defaultStateDirectory(rig.host), { file: publicKey, directory, before: [] });
  for (const ignoreReleaseSignature of [false, true])
    await expect(extract({ from: inSets(directory), ignoreReleaseSignature })).rejects.toMatchObject({
      code: 'index-unsigned',
    });
});

describe('from a mirror registry', () => {
  test('extracts with the mirror as the release, and verifies with the signatures of this host', {
    timeout: 60_000,
  }, async () => {
    await using registry = await dockerRegistry();
    const pushed = await toRegistry(rig, several, registry.host, { namespace: 'site/mirror' });
    expect(pushed).toMatchObject({ status: 'complete' });
    const from = {
      ...{ kind: 'registry' as const, maxNestedPaths: 0 },
      mirror: { host: registry.host, namespace: 'site/mirror' },
      signatures: join(rig.directory, 'state'),
    };
    const { digest, digestOf } = componentsOf('4.16.2');
    const result = await extract({ from, version: '4.16.2' });
    const name = `${registry.host}/site/mirror/openshift/release-images@${digest}`;
    expect(result).toMatchObject({
      ...{ exitCode: 0, installs: name, isOriginalName: false, problems: [] },
      verdict: { result: 'verified' },
    });
    expect(result.files.map(({ image }) => image)).toContain(digestOf('machine-os-images'));
    expect((await readFile(join(result.to, 'openshift-install'))).includes(`${name}\0`)).toBe(true);

    // The transfer has the signature, too.
    expect(await extract({ from: { ...from, signatures: several }, version: '4.16.2' })).toMatchObject({
      verdict: { result: 'verified' },
    });
    const unsigned = { ...from, signatures: rig.place('none') };
    await expect(extract({ from: unsigned, version: '4.16.2' })).rejects.toMatchObject({
      ...{ code: 'signature-missing', exitCode: 5 },
      remedy: t('signatureRemedy', { option: '--ignore-release-signature' }),
    });
    const elsewhere = { ...from, mirror: { host: registry.host, namespace: '' } };
    await expect(extract({ from: elsewhere, version: '4.16.2' })).rejects.toMatchObject({
      ...{ code: 'content-missing', message: t('noReleases', { location: registry.host }) },
    });

    // A tag that was moved to an older release with a valid signature.
    await moveTag(registry.host, 'site/mirror/openshift/release-images', '4.16.5-x86_64', digest);
    await expect(extract({ from, version: '4.16.5-x86_64' })).rejects.toMatchObject({
      ...{ code: 'payload-invalid', expected: '4.16.5', found: '4.16.2' },
    });
  });
});

async function moveTag(host: string, repository: string, tag: string, digest: Digest): Promise<void> {
  const accept = 'application/vnd.docker.distribution.manifest.v2+json';
  const url = `http://${host}/v2/${repository}/manifests`;
  const manifest = await fetch(`${url}/${digest}`, { headers: { accept } });
  const headers = { 'content-type': accept };
  const put = await fetch(`${url}/${tag}`, { method: 'PUT', headers, body: await manifest.text() });
  expect(put.status).toBe(201);
}

describe('releaseBootImages', () => {
  const list = (request: object) =>
    releaseBootImages(
      { from: inSets(workspace), ignoreReleaseSignature: false, securePolicy: false, ...request },
      { host: rig.host, registries: async () => Promise.reject(new Error('no network')) },
    );

  test('lists URL and SHA-256 of the signed payload, by architecture, platform and format', async () => {
    const { images, verdict, tag } = await list({ architecture: 'amd64', platform: 'vmware' });
    expect({ verdict: verdict.result, tag }).toEqual({ verdict: 'verified', tag: '4.16.1-x86_64' });
    expect(images).toMatchObject([
      {
        architecture: 'x86_64',
        platform: 'vmware',
        format: 'ova',
        part: 'disk',
        url: expect.stringMatching(/^https:.*\.ova$/),
      },
    ]);
    expect((await list({})).images).toHaveLength(9);
    expect((await list({ format: 'pxe', architecture: 'arm64' })).images.map(({ part }) => part)).toEqual([
      'kernel',
      'initramfs',
      'rootfs',
    ]);
    await expect(list({ platform: 'nutanix' })).rejects.toMatchObject({
      code: 'not-found',
      remedy: expect.stringContaining('metal, vmware'),
    });
  });

  test('uses the unsigned list next to an increment, with a warning', async () => {
    const { digest } = componentsOf('4.16.1');
    const transfer = join(workspace, 'transfers', 'default-0001');
    const source = await openImageSource(transfer);
    const manifest = await source.bytes(digest);
    await source.close();
    const layers = (JSON.parse(`${manifest}`) as { layers: { digest: Digest }[] }).layers;
    const increment = await asOcMirror(transfer, rig.place('increment'), {
      '2026-01-01T00:00:00Z': [digest, layers.at(-1)!.digest],
    });
    const { images, verdict, problems } = await list({ from: inSets(increment) });
    expect(images).toHaveLength(9);
    expect(verdict).toEqual({ result: 'not-checked' });
    expect(problems).toMatchObject([{ code: 'content-missing', level: 'warning' }]);
  });
});
