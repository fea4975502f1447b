import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hexOf } from '../base/image/digest.ts';
import { sha256 } from '../base/image/sha256.ts';
import { gpgHome } from '../content/signature/signature.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import {
  type BuiltImage,
  builtCosignSignature,
  builtImage,
  builtList,
  cosignTag,
} from '../test-world/built-image.ts';
import { fillStorage } from '../test-world/fill-storage.ts';
import { layer } from '../test-world/layer.ts';
import type { BuiltRepositories } from '../test-world/materials.ts';
import { t } from './messages.ts';
import {
  across,
  additionalConfig,
  control,
  newRig,
  type Rig,
  requestOf,
  split,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';
import { planMirror } from './plan/plan-mirror.ts';
import type { MirrorRequest, MirrorResult } from './run/request.ts';
import { loadTrust } from './sides/image-trust.ts';

/** Names of the images upstream; those with `ok-` have the signatures that the policy requires. */
const SIMPLE = ['ok-simple', 'wrong-key', 'unsigned', 'anothers'];
const SIGSTORE = ['ok-cosign', 'wrong-cosign', 'ok-list', 'half-list'];
const NAMES = [...SIMPLE, ...SIGSTORE, 'free'];

let rig: Rig;
let upstream: RegistryServer;
let destination: RegistryServer;
let gpg: ReturnType<typeof gpgHome>;
let fingerprint: string;
let cosign: { publicKey: KeyObject; privateKey: KeyObject };
let cosignFingerprint: string;
let lookaside: string;
let config: string;
const images = new Map<string, BuiltImage>();

function image(name: string): BuiltImage {
  const one = (key: string, architecture = 'amd64') =>
    builtImage({ architecture, layers: [layer([{ name: key, content: key.repeat(300) }])] });
  return name.endsWith('-list') ? builtList([one(`${name}-a`), one(`${name}-b`, 'arm64')]) : one(name);
}

const written = (path: string, content: string | Buffer) => writeFile(path, content).then(() => path);

/** A policy of the test's scopes, and the location of its signatures. */
async function policyOf(
  name: string,
  scopes: Record<string, object[]>,
  rest: object[] = [{ type: 'reject' }],
) {
  const docker = Object.fromEntries(
    Object.entries(scopes).map(([path, requirements]) => [`${upstream.host}/${path}`, requirements]),
  );
  return written(
    join(rig.directory, `${name}.json`),
    JSON.stringify({ default: rest, transports: { docker } }, null, 1),
  );
}

const key = (name: string) => join(rig.directory, name);
const signedBy = (keyPath = key('gpg.asc')) => ({ type: 'signedBy', keyType: 'GPGKeys', keyPath });
const sigstoreSigned = (keyPath = key('cosign.pub')) => ({
  type: 'sigstoreSigned',
  keyPath,
  signedIdentity: { type: 'matchRepository' },
});

beforeAll(async () => {
  rig = await newRig();
  const storage = memoryStorage();
  upstream = await startRegistryServer({ storage });
  gpg = gpgHome();
  gpg.run(['--quick-gen-key', 'Vendor <vendor@example.com>', 'ed25519', 'sign', '0']);
  fingerprint = /^fpr:+([0-9A-F]{40})/m.exec(String(gpg.run(['--with-colons', '--list-keys'])))![1]!;
  await written(key('gpg.asc'), gpg.run(['--armor', '--export']));
  cosign = generateKeyPairSync('ed25519');
  cosignFingerprint = sha256(cosign.publicKey.export({ type: 'spki', format: 'der' }));
  await written(key('cosign.pub'), cosign.publicKey.export({ type: 'spki', format: 'pem' }) as string);
  const stranger = generateKeyPairSync('ed25519');
  await written(key('stranger.pub'), stranger.publicKey.export({ type: 'spki', format: 'pem' }) as string);

  const repositories: BuiltRepositories = new Map();
  for (const name of NAMES) {
    const built = image(name);
    images.set(name, built);
    const parts = [...built.children, built];
    const shelf = { manifests: new Map(parts.map((part) => [part.digest, part])), tags: new Map() };
    shelf.tags.set('v1', built.digest);
    const attach = (part: BuiltImage, by: KeyObject) => {
      const signature = builtCosignSignature(`${upstream.host}/team/${name}`, part, by);
      shelf.manifests.set(signature.digest, signature);
      shelf.tags.set(cosignTag(part.digest), signature.digest);
    };
    const signer = name === 'wrong-cosign' ? stranger.privateKey : cosign.privateKey;
    // The images of a list are signed, but not the list itself, which tools never check.
    if (SIGSTORE.includes(name))
      for (const part of name === 'half-list'
        ? built.children.slice(1)
        : built.children.length > 0
          ? built.children
          : [built])
        attach(part, signer);
    repositories.set(`team/${name}`, shelf);
  }
  await fillStorage(storage, repositories);

  lookaside = join(rig.directory, 'lookaside');
  const other = gpgHome();
  try {
    other.run(['--quick-gen-key', 'Stranger <s@example.com>', 'ed25519', 'sign', '0']);
    for (const name of ['ok-simple', 'wrong-key', 'anothers']) {
      const { digest } = images.get(name)!;
      const named = images.get(name === 'anothers' ? 'ok-simple' : name)!;
      const critical = {
        type: 'atomic container signature',
        image: { 'docker-manifest-digest': named.digest },
        identity: { 'docker-reference': `${upstream.host}/team/${name}:v1` },
      };
      const home = name === 'wrong-key' ? other : gpg;
      const folder = join(lookaside, `team/${name}@sha256=${hexOf(digest)}`);
      await mkdir(folder, { recursive: true });
      await written(
        join(folder, 'signature-1'),
        home.run(['--sign'], JSON.stringify({ critical, optional: {} })),
      );
    }
  } finally {
    other.stop();
  }
  await mkdir(key('registries.d'));
  await written(
    key('registries.d/here.yaml'),
    `docker:\n  ${upstream.host}:\n    lookaside: file://${lookaside}\n`,
  );
  await mkdir(key('no-registries.d'));
  config = await additionalConfig(
    key('all.yaml'),
    NAMES.map((name) => `${upstream.host}/team/${name}:v1`),
  );
});
afterAll(async () => {
  gpg?.stop();
  await upstream?.close();
  await rig?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  destination = await startRegistryServer({ storage: memoryStorage() });
  return () => destination.close();
});

/** Creates both kinds of signatures for the given images. */
const strict = () =>
  policyOf('strict', {
    'team/free': [{ type: 'insecureAcceptAnything' }],
    ...Object.fromEntries(SIMPLE.map((name) => [`team/${name}`, [signedBy()]])),
    ...Object.fromEntries(SIGSTORE.map((name) => [`team/${name}`, [sigstoreSigned()]])),
  });

const enforced = (policy: string): Partial<MirrorRequest> => ({
  securePolicy: true,
  policy,
  registriesD: key('registries.d'),
  sourceTlsVerify: false,
});

const VERDICTS: Record<string, string> = {
  'ok-simple': 'verified',
  'wrong-key': 'rejected',
  unsigned: 'unsigned',
  anothers: 'rejected',
  'ok-cosign': 'verified',
  'wrong-cosign': 'rejected',
  'ok-list': 'verified',
  'half-list': 'unsigned',
  free: 'not-checked',
};
const COUNTS = { verified: 3, unsigned: 2, rejected: 3, 'not-checked': 1, override: 0 };
const TAKEN = NAMES.filter((name) => name.startsWith('ok-') || name === 'free');

const nameIn = (text: string) => /team\/([a-z-]+)/.exec(text)![1]!;

/** Verdict by image in the audit record, with the key of verified images. */
async function recorded({ run }: MirrorResult): Promise<Record<string, string>> {
  const lines = (await readFile(join(run!, 'images.jsonl'), 'utf8')).trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const { origin, verdict } = JSON.parse(line) as { origin: string; verdict: string };
      return [nameIn(origin), verdict];
    }),
  );
}

async function tagsAt(host: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of NAMES) {
    const { status } = await fetch(`http://${host}/v2/team/${name}/manifests/v1`, {
      method: 'HEAD',
      headers: { accept: '*/*' },
    });
    if (status === 200) found.push(name);
  }
  return found;
}

const rejections = ({ failures }: MirrorResult) =>
  failures.map(({ source, code }) => `${nameIn(source)} ${code}`).sort();
const REJECTED = NAMES.filter((name) => !TAKEN.includes(name))
  .map((name) => `${name} policy-rejected`)
  .sort();

describe('a policy on the sources', () => {
  test('copies signed images to disk and reports their keys; each rejected image fails alone', async () => {
    const workspace = rig.place('strict');
    const policy = await strict();
    const result = await toDisk(rig, workspace, config, enforced(policy));
    expect(result).toMatchObject({
      status: 'partial',
      exitCode: 2,
      images: { copied: 4, failed: 5 },
      verdicts: COUNTS,
    });
    expect(rejections(result)).toEqual(REJECTED);
    const verdicts = await recorded(result);
    expect(verdicts).toEqual({
      ...VERDICTS,
      'ok-simple': `verified (${fingerprint})`,
      'ok-cosign': `verified (${cosignFingerprint})`,
      'ok-list': `verified (${cosignFingerprint})`,
    });
    const run = JSON.parse(await readFile(join(result.run!, 'run.json'), 'utf8'));
    expect(run.overrides).toContain(`policy=${policy}`);
    expect(run.result.verdicts).toEqual(COUNTS);
    const set = await openImageSource(result.directory!);
    try {
      expect([...set.tags().keys()].sort()).toEqual(TAKEN.map((name) => `team/${name}`).sort());
      const { digest } = images.get('ok-simple')!;
      const carried = set.files('airlock/lookaside/');
      expect(carried).toEqual([
        `airlock/lookaside/${upstream.host.replace(':', '+')}/team/ok-simple@sha256=${hexOf(digest)}/signature-1`,
      ]);
      for (const name of REJECTED.map((each) => each.split(' ')[0]!))
        for (const { blobs } of [images.get(name)!, ...images.get(name)!.children])
          for (const blob of blobs) expect(set.size(blob.digest), name).toBeUndefined();
    } finally {
      await set.close();
    }
  });

  test('is in the plan: verdicts, keys with the number of verified images, rejections as problems', async () => {
    const request = requestOf(
      { kind: 'mirrorToDisk', directory: rig.place('planned') },
      { configFile: config, ...enforced(await strict()) },
    );
    const { summary, document, exitCode } = await planMirror(request, rig.host, control());
    expect(exitCode).toBe(2);
    expect(summary.items.map(({ source, verdict }) => `${nameIn(source)} ${verdict}`).sort()).toEqual(
      [
        `ok-simple verified (${fingerprint})`,
        `ok-cosign verified (${cosignFingerprint})`,
        `ok-list verified (${cosignFingerprint})`,
        'free not-checked',
      ].sort(),
    );
    const isRejected = summary.problems.filter(({ code }) => code === 'policy-rejected');
    expect(isRejected).toHaveLength(5);
    expect(isRejected.every(({ remedy, file, line }) => remedy && file && line)).toBe(true);
    expect(summary.keys).toEqual([
      {
        kind: 'openpgp',
        fingerprint,
        origin: key('gpg.asc'),
        names: ['Vendor <vendor@example.com>'],
        images: 1,
      },
      { kind: 'sigstore', fingerprint: cosignFingerprint, origin: key('cosign.pub'), names: [], images: 2 },
    ]);
    expect(document.keys).toEqual(summary.keys);
  });

  test('applies between registries too', async () => {
    const result = await across(rig, rig.place('across'), destination.host, config, enforced(await strict()));
    expect(result).toMatchObject({ exitCode: 2, verdicts: COUNTS });
    expect(rejections(result)).toEqual(REJECTED);
    expect((await tagsAt(destination.host)).sort()).toEqual([...TAKEN].sort());
  });

  test('has no effect if it is given but not enforced, with a warning', async () => {
    const reported = control();
    const workspace = rig.place('idle');
    const chosen = { policy: key('none.json'), sourceTlsVerify: false };
    const result = await toDisk(rig, workspace, config, chosen, reported);
    expect(result).toMatchObject({ exitCode: 0, verdicts: { 'not-checked': NAMES.length, verified: 0 } });
    const problems = reported.events.flatMap((event) => (event.type === 'problem' ? [event.problem] : []));
    expect(problems).toMatchObject([{ code: 'config-suspicious', remedy: t('trustOptionIgnoredRemedy') }]);
  });

  test('stops the run before any request if it is unreadable', async () => {
    upstream.resetStats();
    const chosen = enforced(await written(key('broken.json'), '{"default": [{"type": "signedby"}]}'));
    await expect(toDisk(rig, rig.place('broken'), config, chosen)).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringContaining('broken.json'),
    });
    expect(upstream.stats.requests).toBe(0);
  });
});

describe('a policy at import', () => {
  let carried: string;
  beforeAll(async () => {
    const workspace = rig.place('carried');
    const chosen = enforced(
      await policyOf(
        'mixed',
        {
          ...Object.fromEntries(SIMPLE.map((name) => [`team/${name}`, [signedBy()]])),
        },
        [{ type: 'insecureAcceptAnything' }],
      ),
    );
    const result = await toDisk(rig, workspace, config, chosen);
    carried = result.directory!;
  });

  test('decides offline with the transferred content', async () => {
    upstream.resetStats();
    const chosen = { ...enforced(await strict()), registriesD: key('no-registries.d') };
    const result = await toRegistry(rig, carried, destination.host, chosen);
    // Images that were rejected when they were downloaded aren't in the set.
    expect(await tagsAt(destination.host)).toEqual(TAKEN);
    expect(await recorded(result)).toMatchObject({
      'ok-simple': `verified (${fingerprint})`,
      'ok-list': `verified (${cosignFingerprint})`,
      'wrong-cosign': 'rejected',
      'half-list': 'unsigned',
      free: 'not-checked',
    });
    expect(rejections(result)).toEqual(
      expect.arrayContaining(['half-list policy-rejected', 'wrong-cosign policy-rejected']),
    );
    expect(upstream.stats.requests).toBe(0);
  });

  test('with other keys rejects images that the first side accepted, before a byte is sent', async () => {
    const policy = await policyOf('others', {
      'team/ok-cosign': [sigstoreSigned(key('stranger.pub'))],
      'team/ok-simple': [{ type: 'reject' }],
      team: [{ type: 'insecureAcceptAnything' }],
    });
    const result = await toRegistry(rig, carried, destination.host, enforced(policy));
    const [simple, sigstore] = ['ok-simple', 'ok-cosign'].map((name) =>
      result.failures.find(({ source }) => nameIn(source) === name),
    );
    expect(simple).toMatchObject({ code: 'policy-rejected', message: expect.stringContaining('reject') });
    expect(sigstore).toMatchObject({
      code: 'policy-rejected',
      message: expect.stringContaining('others.json'),
    });
    expect(await tagsAt(destination.host)).toEqual(expect.not.arrayContaining(['ok-simple', 'ok-cosign']));
    for (const name of ['ok-simple', 'ok-cosign'])
      for (const { digest } of images.get(name)!.blobs) {
        const answer = await fetch(`http://${destination.host}/v2/team/${name}/blobs/${digest}`);
        expect(answer.status).toBe(404);
      }
  });

  test('plans the same', async () => {
    const chosen = { ...enforced(await strict()), registriesD: key('no-registries.d') };
    const workflow = { from: carried, destination: { host: destination.host, namespace: '' } };
    const request = requestOf(
      { kind: 'diskToMirror', ...workflow },
      { ...chosen, stateDirectory: rig.place('state'), destinationTlsVerify: false },
    );
    const { summary } = await planMirror(request, rig.host, control());
    expect(summary.items.map(({ source }) => nameIn(source)).sort()).toEqual([...TAKEN].sort());
  });
});

describe('images that Airlock builds', () => {
  /** The policy accepts everything except these scopes. */
  const without = (...scopes: string[]) =>
    written(
      key(`without-${scopes.length}-${sha256(scopes.join()).slice(7, 12)}.json`),
      JSON.stringify({
        default: [{ type: 'insecureAcceptAnything' }],
        transports: { docker: Object.fromEntries(scopes.map((scope) => [scope, [{ type: 'reject' }]])) },
      }),
    );
  const world = (policy: string) => ({ securePolicy: true, policy, registriesD: key('no-registries.d') });

  test('a filtered catalog counts as its source; a rejected bundle fails alone', async () => {
    const { catalog } = rig.world.inventory;
    const isc = await written(
      key('operators.yaml'),
      `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n  - catalog: ${catalog.source}\n    packages:\n    - name: anvil-operator\n`,
    );
    const workspace = rig.place('catalog');
    const scope = catalog.source.replace(/[:@].*$/, '');
    const isRejected = await toDisk(rig, workspace, isc, world(await without(scope)));
    const kinds = isRejected.failures.map(({ source }) => source.startsWith(scope));
    expect(kinds.length).toBeGreaterThanOrEqual(2);
    expect(kinds.every(Boolean)).toBe(true);
    const set = await openImageSource(isRejected.directory!);
    expect([...set.tags().keys()].filter((name) => name === split(catalog.destination).repository)).toEqual(
      [],
    );
    await set.close();

    const { bundle } = catalog.packages
      .flatMap(({ bundles }) => bundles)
      .find(({ name }) => name === 'anvil-operator.v1.2.0')!;
    const accepted = await toDisk(rig, rig.place('catalog'), isc, world(await without(bundle.source)));
    expect(accepted).toMatchObject({ status: 'partial', incomplete: [{ package: 'anvil-operator' }] });
    expect(accepted.failures.map(({ code }) => code)).toEqual(accepted.failures.map(() => 'policy-rejected'));
    expect(accepted.failures.some(({ source }) => source === bundle.source)).toBe(true);

    const imported = await toRegistry(
      rig,
      accepted.directory!,
      destination.host,
      world(await without(scope)),
    );
    expect(imported.failures.filter(({ code }) => code === 'policy-rejected')).toMatchObject([
      { destination: expect.stringContaining(split(catalog.destination).repository) },
    ]);
  });

  test('a catalog that is filtered again, in a set without the original, counts as the original', async () => {
    const { catalog } = rig.world.inventory;
    const repository = catalog.source.replace(/[:@].*$/, '');
    for (const { digest } of catalog.manifests) {
      const critical = {
        type: 'atomic container signature',
        image: { 'docker-manifest-digest': digest },
        identity: { 'docker-reference': catalog.source },
      };
      const path = repository.slice(repository.indexOf('/') + 1);
      const folder = join(lookaside, `${path}@sha256=${hexOf(digest)}`);
      await mkdir(folder, { recursive: true });
      await written(
        join(folder, 'signature-1'),
        gpg.run(['--sign'], JSON.stringify({ critical, optional: {} })),
      );
    }
    await written(
      key('registries.d/redhat.yaml'),
      `docker:\n  registry.redhat.io:\n    lookaside: file://${lookaside}\n`,
    );
    const policy = await written(
      key('catalogs.json'),
      JSON.stringify({
        default: [{ type: 'insecureAcceptAnything' }],
        transports: { docker: { [repository]: [signedBy()] } },
      }),
    );
    const workspace = rig.place('filtered');
    const results: MirrorResult[] = [];
    for (const channels of [['stable'], ['stable', 'candidate']]) {
      const isc = await written(
        key('filtered.yaml'),
        `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n  - catalog: ${catalog.source}\n    packages:\n    - name: anvil-operator\n      channels: [${channels.map((name) => `{ name: ${name} }`)}]\n`,
      );
      const accepted = await toDisk(rig, workspace, isc, {
        ...world(policy),
        registriesD: key('registries.d'),
      });
      expect(accepted.failures).toEqual([]);
      results.push(await toRegistry(rig, accepted.directory!, destination.host, world(policy)));
    }
    for (const { failures, verdicts } of results) {
      expect(failures).toEqual([]);
      expect(verdicts.verified).toBe(1);
    }
  });

  test('the graph-data image counts as its base, also on the disconnected side', async () => {
    const text = await readFile(rig.world.sets['release-one'].file, 'utf8');
    const isc = await written(
      key('graph.yaml'),
      text.replace(/^( *)platform:\n/m, '$1platform:\n$1  graph: true\n'),
    );
    const base = 'registry.access.redhat.com/ubi9';
    const isRejected = await toDisk(rig, rig.place('graph'), isc, world(await without(base)));
    expect(isRejected.failures).toMatchObject([
      { code: 'policy-rejected', source: expect.stringContaining(base) },
    ]);

    const accepted = await toDisk(rig, rig.place('graph'), isc, world(await without()));
    expect(accepted).toMatchObject({ exitCode: 0, failures: [] });
    const imported = await toRegistry(rig, accepted.directory!, destination.host, world(await without(base)));
    expect(imported.failures).toMatchObject([
      { code: 'policy-rejected', destination: expect.stringContaining('openshift/graph-image') },
    ]);
    expect(imported.failures[0]!.message).toContain(`${base}/ubi:latest`);
  });

  test('an unrecorded base is accepted only if no signature is required', async () => {
    const nothing = { read: async () => undefined, list: async () => [] };
    const content = {
      manifest: () => Promise.reject(new Error('no requests')),
      blob: () => {
        throw new Error('no requests');
      },
    };
    const judge = async (requirements: object[], graphBase: { reference: string }) => {
      const policy = await written(key('base.json'), JSON.stringify({ default: requirements }));
      const trust = await loadTrust(
        { securePolicy: true, policy, registriesD: key('no-registries.d') },
        rig.host,
        { side: 'disconnected', content, files: nothing },
        undefined,
      );
      const digest = sha256('graph');
      return trust.of!({ collected: [], catalogs: [], original: () => Promise.reject(), graphBase }).judge({
        kind: 'cincinnatiGraph',
        origin: `openshift/graph-image@${digest}`,
        source: { registry: 'archive', repository: 'openshift/graph-image', digest },
        destination: { repository: 'openshift/graph-image', tag: 'latest' },
        deliverable: 'update graph data',
        why: 'platform.graph',
        verdict: { result: 'not-checked' },
        digest,
        manifests: [],
        blobs: [],
        attachments: [],
        bytes: 0,
      });
    };
    const unknown = { reference: 'registry.example/base:1' };
    expect(await judge([{ type: 'insecureAcceptAnything' }], unknown)).toMatchObject({
      image: { verdict: { result: 'not-checked' } },
    });
    await expect(judge([signedBy()], unknown)).rejects.toMatchObject({ code: 'content-missing' });
    const known = { reference: 'registry.example/base:1', digest: sha256('base'), instances: [] };
    expect(await judge([signedBy()], known)).toMatchObject({ rejected: { code: 'policy-rejected' } });
  });
});
