import { execFile } from 'node:child_process';

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import { hexOf } from '../core/base/image/digest.ts';
import { OCI_MANIFEST } from '../core/base/image/media-types.ts';
import { sha256 } from '../core/base/image/sha256.ts';
import { checkDetachedSignature } from '../core/content/signature/detached-signature.ts';
import { verifyReleaseSignature } from '../core/content/signature/release-signature.ts';
import { gpgHome, releaseClaim } from '../core/content/signature/signature.fixture.ts';
import { parseVerificationKeys } from '../core/content/signature/verification-keys.ts';
import { additionalConfig, newRig, type Rig, toDisk, toRegistry } from '../core/mirror/mirror.fixture.ts';
import { upload, uploadAll } from '../core/mirror/referrers.fixture.ts';
import { dockerRegistry, type RunningRegistry } from '../core/registry/exchange/registry.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../core/registry/server/start.ts';
import { memoryStorage } from '../core/registry/server/storage/memory-storage.ts';
import { openImageSource } from '../core/store/archive/archive-source.ts';
import { type BuiltImage, builtImage, builtList, cosignTag } from '../core/test-world/built-image.ts';
import { layer } from '../core/test-world/layer.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

const run = promisify(execFile);
/** cosign requests the keys of Sigstore's services unless it has a file with them. Here it has one without any. */
const TRUSTED_ROOT = '{"mediaType":"application/vnd.dev.sigstore.trustedroot+json;version=0.1"}';

let rig: Rig;
/** Serves the referrers API. */
let upstream: RegistryServer;
/** Debian's registry, with fallback tags instead of the API. */
let destination: RunningRegistry;
beforeAll(async () => {
  rig = await newRig();
  upstream = await startRegistryServer({ storage: memoryStorage() });
  destination = await dockerRegistry();
  await writeFile(at('trusted-root.json'), TRUSTED_ROOT);
});
afterAll(async () => {
  await destination?.[Symbol.asyncDispose]();
  await upstream?.close();
  await rig?.[Symbol.asyncDispose]();
});

const at = (...path: string[]) => join(rig.directory, ...path);
const offline = () => [
  '--insecure-ignore-tlog=true',
  '--allow-http-registry',
  ...['--trusted-root', at('trusted-root.json')],
];

async function written(path: string, content: string | Uint8Array): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** Runs a program with a home of its own. Servers of this process may answer it. */
async function attempt(program: string, args: string[], env: Record<string, string> = {}) {
  const home = await written(at('home', 'empty'), '').then(dirname);
  const options = { env: { PATH: process.env.PATH, HOME: home, COSIGN_PASSWORD: '', ...env }, cwd: home };
  return await run(program, args, options).then(
    ({ stdout, stderr }) => ({ accepted: true, output: stdout + stderr }),
    ({ message }: Error) => ({ accepted: false, output: message }),
  );
}

async function succeed(program: string, args: string[], env?: Record<string, string>): Promise<void> {
  const { accepted, output } = await attempt(program, args, env);
  expect(accepted, output).toBe(true);
}

/** Pushes a new image, or one for two architectures, to the upstream. */
async function published(name: string, list = false): Promise<BuiltImage> {
  const one = (architecture: string) =>
    builtImage({ architecture, layers: [layer([{ name, content: `${name} for ${architecture}` }])] });
  const image = list ? builtList([one('amd64'), one('arm64')]) : one('amd64');
  await uploadAll(upstream.host, `team/${name}`, image, 'v1');
  return image;
}

const source = (name: string) => `${upstream.host}/team/${name}`;

async function policyOf(
  file: string,
  names: string[],
  requirement: (name: string) => object,
): Promise<string> {
  const docker = Object.fromEntries(names.map((name) => [source(name), [requirement(name)]]));
  return written(
    at(`${file}.json`),
    JSON.stringify({ default: [{ type: 'reject' }], transports: { docker } }),
  );
}

/** Mirrors images to disk with a policy. Returns the set, and the names of those that the policy accepts. */
async function mirroredBy(names: string[], policy: string, registriesD: string) {
  const config = await additionalConfig(
    `${rig.place('signed')}.yaml`,
    names.map((name) => `${source(name)}:v1`),
  );
  const workspace = rig.place('signed');
  const chosen = { securePolicy: true, policy, registriesD, sourceTlsVerify: false };
  const result = await toDisk(rig, workspace, config, chosen);
  const failed = (name: string) => result.failures.find((each) => each.source === `${source(name)}:v1`);
  for (const { code, message } of result.failures) expect(code, message).toBe('policy-rejected');
  return { workspace, result, accepted: names.filter((name) => !failed(name)), failed };
}

/** Replaces the first signature in the manifest of a tag. */
async function changeSignature(host: string, repository: string, tag: string): Promise<void> {
  const address = `http://${host}/v2/${repository}/manifests/${tag}`;
  const manifest = await (await fetch(address, { headers: { accept: OCI_MANIFEST } })).text();
  const changed = manifest.replace(
    /("dev\.cosignproject\.cosign\/signature":\s*"[^"]{20})(.)/,
    (_, start: string, letter: string) => start + (letter === 'A' ? 'B' : 'A'),
  );
  expect(changed).not.toBe(manifest);
  const put = await fetch(address, {
    method: 'PUT',
    body: changed,
    headers: { 'content-type': OCI_MANIFEST },
  });
  expect(put.status).toBe(201);
}

const sigstoreSigned = (keyPath: string) => () => ({
  type: 'sigstoreSigned',
  keyPath,
  signedIdentity: { type: 'matchRepository' },
});

await judgedBy('cosign', ({ agrees, differs }) => {
  let keys: Record<'mine' | 'stranger', { key: string; pub: string }>;
  const verified = async (cosign: Program, image: string, pub: string, ...more: string[]) =>
    (await attempt(cosign.file, ['verify', '--key', pub, ...offline(), ...more, image])).accepted;
  const sign = async (cosign: Program, image: string, key: string, ...more: string[]) =>
    succeed(cosign.file, [
      'sign',
      '--yes',
      '--tlog-upload=false',
      '--allow-http-registry',
      '--key',
      key,
      ...more,
      image,
    ]);
  const noRegistriesD = () => written(at('no-registries.d', 'none'), '').then(dirname);

  agrees(
    'accepts and rejects the same signatures, also after Airlock carried them',
    async (cosign, cases) => {
      const pair = async (name: string) => {
        const prefix = at('cosign', name);
        await written(at('cosign', 'here'), '');
        await succeed(cosign.file, ['generate-key-pair', '--output-key-prefix', prefix]);
        return { key: `${prefix}.key`, pub: `${prefix}.pub` };
      };
      keys = { mine: await pair('mine'), stranger: await pair('stranger') };
      const { mine, stranger } = keys;
      const images: Record<string, BuiltImage> = {};
      const names = ['one', 'annotated', 'twice', 'list', 'by-stranger', 'altered', 'of-another', 'unsigned'];
      for (const name of names) images[name] = await published(name, name === 'list');
      const digested = (name: string) => `${source(name)}@${images[name]!.digest}`;
      await sign(cosign, digested('one'), mine.key);
      await sign(cosign, digested('annotated'), mine.key, '-a', 'build=7');
      await sign(cosign, digested('twice'), stranger.key);
      await sign(cosign, digested('twice'), mine.key);
      await sign(cosign, digested('list'), mine.key, '--recursive');
      await sign(cosign, digested('by-stranger'), stranger.key);
      await sign(cosign, digested('altered'), mine.key);
      await changeSignature(upstream.host, 'team/altered', cosignTag(images.altered!.digest));
      // The signature of another image, under the tag of this one.
      const other = `http://${upstream.host}/v2/team/one/manifests/${cosignTag(images.one!.digest)}`;
      const bytes = Buffer.from(
        await (await fetch(other, { headers: { accept: OCI_MANIFEST } })).arrayBuffer(),
      );
      const blobs = await blobsOf('team/one', bytes);
      const borrowed = { mediaType: OCI_MANIFEST, bytes, digest: sha256(bytes), blobs, children: [] };
      await upload(upstream.host, 'team/of-another', borrowed, cosignTag(images['of-another']!.digest));

      const expected: string[] = [];
      for (const name of names) if (await verified(cosign, digested(name), mine.pub)) expected.push(name);
      expect(expected).toEqual(['one', 'annotated', 'twice', 'list']);
      const policy = await policyOf('cosign', names, sigstoreSigned(mine.pub));
      const { workspace, accepted } = await mirroredBy(names, policy, await noRegistriesD());
      expect(accepted).toEqual(expected);

      // The set doesn't contain the others.
      const pushed = await toRegistry(rig, workspace, destination.host, { namespace: 'signed' });
      expect(pushed.images).toMatchObject({
        copied: accepted.length,
        failed: names.length - accepted.length,
      });
      const carried = (name: string) => `${destination.host}/signed/team/${name}:v1`;
      for (const name of accepted) {
        expect(await verified(cosign, carried(name), mine.pub), name).toBe(true);
        if (name !== 'twice') expect(await verified(cosign, carried(name), stranger.pub), name).toBe(false);
      }
      await changeSignature(destination.host, 'signed/team/one', cosignTag(images.one!.digest));
      expect(await verified(cosign, carried('one'), mine.pub)).toBe(false);
      cases(names.length + 2 * accepted.length);
    },
  );

  agrees('verifies bundles that Airlock carried as referrers, and attestations', async (cosign, cases) => {
    const { mine, stranger } = keys;
    const names = ['bundled', 'attested'] as const;
    const digests = { bundled: '', attested: '' };
    for (const name of names) digests[name] = (await published(name)).digest;
    await sign(cosign, `${source('bundled')}@${digests.bundled}`, mine.key, '--new-bundle-format');
    const predicate = await written(at('predicate.json'), '{"answer":42}');
    const attest = ['attest', '--yes', '--tlog-upload=false', '--allow-http-registry', '--key', mine.key];
    const custom = ['--type', 'custom', '--predicate', predicate];
    await succeed(cosign.file, [...attest, ...custom, `${source('attested')}@${digests.attested}`]);
    const checks = async (prefix: string, pub: string) => {
      const of = (name: 'bundled' | 'attested') => `${prefix}/team/${name}@${digests[name]}`;
      const attestation = ['verify-attestation', '--type', 'custom', '--key', pub, ...offline()];
      return [
        await verified(cosign, of('bundled'), pub, '--new-bundle-format'),
        (await attempt(cosign.file, [...attestation, of('attested')])).accepted,
      ];
    };
    expect(await checks(upstream.host, mine.pub)).toEqual([true, true]);
    const config = await additionalConfig(
      `${rig.place('bundled')}.yaml`,
      names.map((name) => `${source(name)}:v1`),
    );
    const workspace = rig.place('bundled');
    expect(await toDisk(rig, workspace, config, { sourceTlsVerify: false })).toMatchObject({ exitCode: 0 });
    // To a registry with the referrers API, and to one with fallback tags.
    const api = await startRegistryServer({ storage: memoryStorage() });
    try {
      for (const host of [api.host, destination.host]) {
        const options = { namespace: 'bundles', stateDirectory: rig.place('state') };
        expect(await toRegistry(rig, workspace, host, options)).toMatchObject({ exitCode: 0, failures: [] });
        expect(await checks(`${host}/bundles`, mine.pub)).toEqual([true, true]);
        expect(await checks(`${host}/bundles`, stranger.pub)).toEqual([false, false]);
      }
    } finally {
      await api.close();
    }
    cases(10);
  });

  differs(
    'an image whose only signature is a bundle',
    'A policy.json with sigstoreSigned requires the signature under the tag sha256-HEX.sig, for Airlock as for CRI-O, Podman and skopeo. cosign also accepts bundles.',
    async (cosign) => {
      const { mine } = keys;
      const image = await published('only-bundle');
      const reference = `${source('only-bundle')}@${image.digest}`;
      await sign(cosign, reference, mine.key, '--new-bundle-format');
      expect(await verified(cosign, reference, mine.pub, '--new-bundle-format')).toBe(true);
      const policy = await policyOf('bundle', ['only-bundle'], sigstoreSigned(mine.pub));
      expect((await mirroredBy(['only-bundle'], policy, await noRegistriesD())).accepted).toEqual([]);
    },
  );
});

/** Fetches the blobs of a manifest in the upstream. */
async function blobsOf(repository: string, manifest: Buffer): Promise<BuiltImage['blobs']> {
  const { config, layers } = JSON.parse(manifest.toString()) as Record<'config', { digest: string }> & {
    layers: { digest: string }[];
  };
  return await Promise.all(
    [config, ...layers].map(async ({ digest }) => {
      const answer = await fetch(`http://${upstream.host}/v2/${repository}/blobs/${digest}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { digest: sha256(bytes), size: bytes.length, bytes };
    }),
  );
}

/** A gpg key pair in a home of its own, with the exported public key. */
function gpgKey(name: string, algorithm = 'rsa2048') {
  const gpg = gpgHome();
  gpg.run(['--quick-gen-key', `${name} <${name}@example.com>`, algorithm, 'sign', '0']);
  const fingerprint = /^fpr:+([0-9A-F]{40})/m.exec(String(gpg.run(['--with-colons', '--list-keys'])))![1]!;
  return { ...gpg, fingerprint, armored: gpg.run(['--armor', '--export']).toString() };
}

/** Whether skopeo accepts an image by a policy. */
async function judged(skopeo: Program, image: string, policy: string, registriesD: string) {
  const words = [
    '--policy',
    policy,
    '--registries.d',
    registriesD,
    'copy',
    '--src-tls-verify=false',
    '--all',
  ];
  return await attempt(skopeo.file, [...words, `docker://${image}`, `dir:${rig.place('copied')}`]);
}

await judgedBy('skopeo', ({ agrees }) => {
  const homes: ReturnType<typeof gpgKey>[] = [];
  afterAll(() => {
    for (const { stop } of homes) stop();
  });

  agrees(
    'accepts and rejects the same simple signatures, also after Airlock carried them',
    async (skopeo, cases) => {
      const [mine, stranger] = [gpgKey('mine'), gpgKey('stranger')];
      homes.push(mine, stranger);
      const names = [
        'simple',
        'simple-by-stranger',
        'simple-of-another',
        'simple-altered',
        'simple-unsigned',
      ];
      const keyPath = await written(at('gpg', 'mine.asc'), mine.armored);
      const folder = at('lookaside');
      const registriesD = dirname(
        await written(
          at('registries.d', 'here.yaml'),
          `docker:\n  ${upstream.host}:\n    sigstore: file://${folder}\n`,
        ),
      );
      const images = new Map<string, BuiltImage>();
      for (const name of names) images.set(name, await published(name));
      for (const name of names.slice(0, -1)) {
        const image = images.get(name === 'simple-of-another' ? 'simple' : name)!;
        const by = name === 'simple-by-stranger' ? stranger : mine;
        const manifest = await written(at('manifests', name), image.bytes);
        const place = join(folder, `team/${name}@sha256=${hexOf(images.get(name)!.digest)}`, 'signature-1');
        await written(place, '');
        const words = ['standalone-sign', manifest, `${source(name)}:v1`, by.fingerprint, '-o', place];
        await succeed(skopeo.file, words, { GNUPGHOME: by.home });
        if (name !== 'simple-altered') continue;
        const signature = await readFile(place);
        signature[signature.length - 20]! ^= 0x55;
        await writeFile(place, signature);
      }
      const signedBy = (keyPath: string) => ({ type: 'signedBy', keyType: 'GPGKeys', keyPath });
      const policy = await policyOf('simple', names, () => signedBy(keyPath));
      const expected: string[] = [];
      const outputs: string[] = [];
      for (const name of names) {
        const { accepted, output } = await judged(skopeo, `${source(name)}:v1`, policy, registriesD);
        if (accepted) expected.push(name);
        else outputs.push(output);
      }
      expect(expected, outputs.join('\n')).toEqual(['simple']);
      const { workspace, result, accepted, failed } = await mirroredBy(names, policy, registriesD);
      expect(accepted, failed('simple')?.message).toEqual(expected);

      const pushed = await toRegistry(rig, workspace, destination.host, { namespace: 'simple' });
      expect(pushed.images).toMatchObject({ copied: 1, failed: names.length - 1 });
      // The carried signatures, as a lookaside of the destination.
      const carried = at('carried');
      const set = await openImageSource(result.directory!);
      try {
        for (const file of set.files('airlock/lookaside/')) {
          const path = /\/(team\/.*)$/.exec(file)![1]!;
          await written(join(carried, `simple/${path}`), (await set.file(file))!);
        }
      } finally {
        await set.close();
      }
      const there = dirname(
        await written(
          at('there.d', 'here.yaml'),
          `docker:\n  ${destination.host}:\n    sigstore: file://${carried}\n`,
        ),
      );
      const remapped = (keyPath: string) => ({
        ...signedBy(keyPath),
        signedIdentity: {
          type: 'remapIdentity',
          prefix: `${destination.host}/simple`,
          signedPrefix: upstream.host,
        },
      });
      const strangerPath = await written(at('gpg', 'stranger.asc'), stranger.armored);
      for (const [path, verdict] of [
        [keyPath, true],
        [strangerPath, false],
      ] as const) {
        const docker = { [destination.host]: [remapped(path)] };
        const file = await written(
          at('there.json'),
          JSON.stringify({ default: [{ type: 'reject' }], transports: { docker } }),
        );
        const { accepted, output } = await judged(
          skopeo,
          `${destination.host}/simple/team/simple:v1`,
          file,
          there,
        );
        expect(accepted, output).toBe(verdict);
      }
      cases(names.length + 2);
    },
  );
});

await judgedBy('gpg', ({ agrees }) => {
  const keys: ReturnType<typeof gpgKey>[] = [];
  const newKey = (name: string, algorithm?: string) => {
    const key = gpgKey(name, algorithm);
    keys.push(key);
    return key;
  };
  afterAll(() => {
    for (const { stop } of keys) stop();
  });

  const digest = sha256('release');
  const claim = releaseClaim(digest);

  /** Whether gpg accepts a signed message with the keys of a home. */
  const accepts = async (gpg: Program, home: string, file: string, ...more: string[]) =>
    (await attempt(gpg.file, ['--homedir', home, '--batch', '--verify', file, ...more])).accepted;
  const airlockAccepts = async (message: Uint8Array, armored: string) => {
    const keys = await parseVerificationKeys(armored, 'test');
    return await verifyReleaseSignature({ message, keys, digest }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AirlockError && error.code === 'signature-invalid') return false;
        throw error;
      },
    );
  };

  agrees('accepts and rejects the same inline signatures of releases', async (gpg, cases) => {
    const [rsa, curve, stranger] = [newKey('rsa'), newKey('curve', 'ed25519'), newKey('stranger')];
    const signed: [title: string, key: typeof rsa, message: Buffer][] = [];
    for (const key of [rsa, curve])
      for (const options of [
        [],
        ['--digest-algo', 'SHA512'],
        ['--compress-algo', 'none'],
        ['--compress-algo', 'zlib'],
        ['--textmode'],
      ])
        signed.push([options.join(' '), key, key.run([...options, '--sign'], claim)]);
    signed.push(['by a stranger', rsa, stranger.run(['--sign'], claim)]);
    const good = rsa.run(['--compress-algo', 'none', '--sign'], claim);
    for (const position of [0.3, 0.6, 0.97]) {
      const altered = Buffer.from(good);
      altered[Math.floor(altered.length * position)]! ^= 0x55;
      signed.push([`altered at ${position}`, rsa, altered]);
    }
    signed.push(['cut short', rsa, good.subarray(0, good.length - 40)]);
    signed.push(['not signed', rsa, rsa.run(['--store'], claim)]);
    const verdicts: boolean[] = [];
    for (const [title, key, message] of signed) {
      const file = await written(at('releases', 'signature-1'), message);
      const byGpg = await accepts(gpg, key.home, file);
      expect({ title, accepted: await airlockAccepts(message, key.armored) }).toEqual({
        title,
        accepted: byGpg,
      });
      verdicts.push(byGpg);
    }
    expect(verdicts.filter(Boolean)).toHaveLength(10);
    cases(signed.length);
  });

  agrees('accepts and rejects the same detached signatures', async (gpg, cases) => {
    const [mine, stranger] = [newKey('mine'), newKey('other')];
    const keyFile = await written(at('detached', 'mine.asc'), mine.armored);
    const content = Buffer.from('approved');
    let count = 0;
    for (const by of [mine, stranger])
      for (const [ending, options] of [
        ['.asc', ['--armor']],
        ['.sig', []],
      ] as const)
        for (const altered of [false, true]) {
          const file = await written(at(`detached-${++count}`, 'plan.json'), altered ? 'approved?' : content);
          const signature = await written(
            `${file}${ending}`,
            by.run([...options, '--detach-sign'], String(content)),
          );
          const demand = {
            required: keyFile,
            option: '--require-approval',
            subject: 'plan',
            unaccepted: (why: string) => new AirlockError('plan-unapproved', why),
          };
          const signed = { file, content: await readFile(file) };
          const accepted = await checkDetachedSignature(signed, demand, { env: {} }).then(
            () => true,
            () => false,
          );
          const byGpg = await accepts(gpg, mine.home, signature, file);
          expect({ count, accepted }).toEqual({ count, accepted: byGpg });
          expect(byGpg).toBe(by === mine && !altered);
        }
    cases(count);
  });

  agrees('accepts the release signatures in the ConfigMap after the push', async (gpg, cases) => {
    const key = newKey('nobody');
    key.run(['--import', rig.host.env.OCP_SIGNATURE_VERIFICATION_PK!]);
    const workspace = rig.place('releases');
    expect(await toDisk(rig, workspace, rig.world.sets.core.file)).toMatchObject({ exitCode: 0 });
    const stateDirectory = rig.place('state');
    const pushed = await toRegistry(rig, workspace, destination.host, {
      namespace: 'releases',
      stateDirectory,
    });
    expect(pushed).toMatchObject({ exitCode: 0 });
    const resources = (await readdir(stateDirectory, { recursive: true })).find((path) =>
      path.endsWith('signature-configmap.json'),
    );
    const { binaryData } = JSON.parse(await readFile(join(stateDirectory, resources!), 'utf8')) as {
      binaryData: Record<string, string>;
    };
    const signatures = Object.entries(binaryData);
    expect(signatures.length).toBeGreaterThan(1);
    for (const [name, text] of signatures) {
      const message = Buffer.from(text, 'base64');
      expect(await accepts(gpg, key.home, await written(at('map', name), message))).toBe(true);
      const { output } = await attempt(gpg.file, [
        '--homedir',
        key.home,
        '--batch',
        '--decrypt',
        at('map', name),
      ]);
      expect(output).toContain(/^sha256-([0-9a-f]{64})/.exec(name)![1]!);
      const altered = Buffer.from(message);
      altered[altered.length - 10]! ^= 0x55;
      expect(await accepts(gpg, key.home, await written(at('map', 'altered'), altered))).toBe(false);
    }
    cases(2 * signatures.length);
  });
});
