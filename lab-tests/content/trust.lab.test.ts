import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../core/base/image/sha256.ts';
import { parseImageName } from '../../core/content/trust/docker-reference.ts';
import { createTrust } from '../../core/content/trust/evaluate.ts';
import { readHostFile } from '../../core/content/trust/host-files.ts';
import { parsePolicy, sectionFor } from '../../core/content/trust/policy.ts';
import {
  attachmentsFor,
  lookasideFor,
  mergeRegistriesD,
  parseRegistriesD,
} from '../../core/content/trust/registries-d.ts';

/** Published policies and registries.d files: from the tests and manuals of containers, from oc-mirror, from users. */
const folder = join(import.meta.dirname, '../../../shared/data/registry-auth');
const files = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const policies = files.filter(
  (name) => name.endsWith('.json') && /"type": *"(?:reject|insecureAccept)/.test(read(name)),
);
/** The manual's own example: with comments, a trailing comma and a missing one. */
const noJson = policies.filter((name) => name.includes('containers-policy.json.5.md'));
const good = policies.filter((name) => !noJson.includes(name));
const named = (part: string) => policies.find((name) => name.includes(part))!;

const registriesD = files.filter(
  (name) => name.endsWith('.yaml') && /^(?:default-docker|docker):/m.test(read(name)),
);

describe('published policies', () => {
  test('the data exists', () => {
    expect(noJson).toHaveLength(1);
    expect(good).toHaveLength(5);
    expect(registriesD).toHaveLength(11);
  });

  test.each(noJson)('%s is rejected with its line', (name) => {
    expect(() => parsePolicy(read(name), name)).toThrowError(
      expect.objectContaining({ code: 'config-invalid', at: { file: name, line: 2, column: 38 } }),
    );
  });

  test.each(good)('%s is read with every scope', (name) => {
    const policy = parsePolicy(read(name), name);
    const json = JSON.parse(read(name)) as { transports?: Record<string, Record<string, unknown[]>> };
    const scopes = Object.entries(json.transports ?? {});
    expect([...policy.transports.keys()]).toEqual(scopes.map(([transport]) => transport));
    for (const [transport, byScope] of scopes)
      for (const [scope, requirements] of Object.entries(byScope)) {
        const section = policy.transports.get(transport)?.get(scope);
        expect(section?.requirements).toHaveLength(requirements.length);
        expect(read(name).split('\n')[section!.at.line! - 1]).toContain(`"${scope}"`);
      }
  });

  const fixture = named('image_signature_fixtures_policy.json');
  test.each([
    ['example.com/playground/x:1', 'example.com/playground', 'insecureAcceptAnything'],
    ['example.com/production:1', 'example.com/production', 'signedBy'],
    ['example.com/productions:1', '*.com', 'signedBy'],
    ['registry.access.redhat.com/ubi9:1', 'registry.access.redhat.com', 'signedBy'],
    ['other.access.redhat.com/ubi9:1', '*.access.redhat.com', 'signedBy'],
    ['www.redhat.com/ubi9:1', '*.redhat.com', 'signedBy'],
    ['registry.redhat.io/beta/x:1', 'registry.redhat.io/beta', 'signedBy'],
    ['private-mirror:5000/vendor-mirror/p/i:1', 'private-mirror:5000/vendor-mirror', 'signedBy'],
    ['example.com/sigstore/key-path-example:1', 'example.com/sigstore/key-path-example', 'sigstoreSigned'],
  ])('policies of containers: %s is decided by %s', (image, scope, type) => {
    const policy = parsePolicy(read(fixture), 'policy.json');
    const section = sectionFor(policy, { transport: 'docker', reference: parseImageName(image)! });
    expect(section.words).toBe(`scope "${scope}"`);
    expect(section.requirements[0]!.type).toBe(type);
  });
  test('policies of containers: everything else is rejected', () => {
    const policy = parsePolicy(read(fixture), 'policy.json');
    const section = sectionFor(policy, {
      transport: 'docker',
      reference: parseImageName('example.org/x:1')!,
    });
    expect(section).toMatchObject({ words: 'the global default', requirements: [{ type: 'reject' }] });
    // Policies that containers tools read but can't apply.
    expect(policy.doubts.map(({ path }) => path)).toEqual([
      'transports.docker["example.com/hardened"][1]',
      'transports.docker["example.com/hardened"][2]',
      'transports.docker["example.com/hardened-x509"][0]',
      'transports.docker["example.com/hardened-x509"][1]',
      'transports.docker["registry.access.redhat.com"][0]',
      'transports.docker["*.access.redhat.com"][0]',
      'transports.docker["*.redhat.com"][0]',
      'transports.docker["*.com"][0]',
      'transports.docker["bogus/key-data-example"][0]',
      'transports.docker["bogus/signed-identity-example"][0]',
    ]);
  });

  test.each([
    ['image_default-policy.json', 'q.io/any:1', 'not-checked'],
    ['insecure-accept-anything.json', 'q.io/any:1', 'not-checked'],
    ['signature-verification.md', 'quay.io/openshift-release-dev/ocp-release:4.18.1', 'not-checked'],
    // These keys aren't on this host, so no image passes.
    ['signature-verification.md', 'registry.redhat.io/redhat/certified-operator-index:v4.18', 'rejected'],
    ['enable_signatures_files_policy.json', 'registry.redhat.io/ubi9:1', 'rejected'],
    ['image_signature_fixtures_policy.json', 'example.com/playground:1', 'not-checked'],
    ['image_signature_fixtures_policy.json', 'example.com/hardened:1', 'rejected'],
    ['image_signature_fixtures_policy.json', 'example.org/x:1', 'rejected'],
  ])('%s: %s is %s', async (file, reference, result) => {
    const nothing = async () => {
      throw new Error('nothing is asked before there are keys');
    };
    const trust = createTrust({
      policy: parsePolicy(read(named(file)), file),
      registriesD: mergeRegistriesD([]),
      lookaside: { signatures: nothing },
      attachments: {
        manifest: nothing,
        blob: () => {
          throw new Error('no blob is read');
        },
      },
      readFile: async (path) => (path.startsWith('/keys/') ? undefined : readHostFile(path)),
    });
    const decision = await trust.verdictOf({ reference, digest: sha256('image') });
    expect(decision).toMatchObject({ accepted: result !== 'rejected', verdict: { result } });
    if (result === 'rejected') expect(decision.problem?.message).toContain(file);
  });
});

describe('published registries.d files', () => {
  test.each(registriesD)('%s is read', (name) => {
    const { docker, defaultDocker } = parseRegistriesD(read(name), name);
    const namespaces = read(name).match(/^ {2,5}(?! )[^#\s].*:$/gm) ?? [];
    expect(docker.size + Number(defaultDocker !== undefined)).toBe(
      name.includes('134-135') ? 1 : namespaces.length,
    );
  });

  test.each([
    ['registries.d_internal-example.com.yaml', 'example.com/x:1', 'https://lookaside.example.com'],
    ['registries.d_internal-example.com.yaml', 'localhost:8080/x:1', 'file:///home/mitr/mydevelopment2'],
    [
      'registries.d_internal-example.com.yaml',
      'registry.test.example.com:8888/x:1',
      'http://registry.test.example.com:8889/lookaside',
    ],
    ['registries.d_internal-example.com.yaml', 'other.example.com/x:1', undefined],
    [
      'registries.d.5.md.L117-125',
      'registry.example.com/mydepartment/x:1',
      'https://lookaside.mydepartment.example.com',
    ],
    [
      'registries.d.5.md.L117-125',
      'registry.example.com/mydepartment/myproject:mybranch',
      'http://localhost:4242/lookaside',
    ],
    [
      'files_registry.redhat.io',
      'registry.redhat.io/ubi9:1',
      'https://registry.redhat.io/webassets/docker/content/sigstore',
    ],
    [
      'contrib_redhat_registry.redhat.io',
      'registry.redhat.io/ubi9:1',
      'https://registry.redhat.io/containers/sigstore',
    ],
  ])('%s: signatures of %s are at %s', (part, image, url) => {
    const name = registriesD.find((file) => file.includes(part))!;
    expect(lookasideFor(parseRegistriesD(read(name), name), parseImageName(image)!)?.url).toBe(url);
  });

  test("doesn't use attachments where a manual disables them", () => {
    const name = registriesD.find((file) => file.includes('L129-133'))!;
    const file = parseRegistriesD(read(name), name);
    const use = (image: string) => attachmentsFor(file, parseImageName(image)!).use;
    expect(use('registry.connect.redhat.com/netapp/trident-operator:1')).toBe(false);
    expect(use('registry.connect.redhat.com/netapp/trident:1')).toBe(true);
  });

  test('rejects two files for one registry', () => {
    const both = registriesD.filter((name) => /registry\.redhat\.io\.yaml/.test(name));
    expect(both.length).toBeGreaterThan(1);
    expect(() => mergeRegistriesD(both.map((name) => parseRegistriesD(read(name), name)))).toThrowError(
      expect.objectContaining({
        message: expect.stringContaining('docker["registry.redhat.io"] is already set in'),
      }),
    );
  });
});

describe("Red Hat's own signatures of releases, by a policy", () => {
  const releases = join(import.meta.dirname, '../../../shared/data/release');
  const found = readdirSync(releases)
    .filter((name) => /signature.*\.json$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(releases, name), 'utf8');
      const { binaryData } = JSON.parse(text) as { binaryData: Record<string, string> };
      return Object.entries(binaryData).map(([key, value]) => ({
        digest: `sha256:${key.split('-')[1]}` as const,
        message: Buffer.from(value, 'base64'),
      }));
    });
  const decide = async (keyFile: string, repository: string) => {
    const requirement = { type: 'signedBy', keyType: 'GPGKeys', keyPath: join(releases, keyFile) };
    const trust = createTrust({
      policy: parsePolicy(JSON.stringify({ default: [requirement] }), 'policy.json'),
      registriesD: mergeRegistriesD([]),
      lookaside: {
        signatures: async (_, digest) => ({
          from: 'release data',
          messages: found.filter((each) => each.digest === digest).map(({ message }) => message),
        }),
      },
      attachments: {
        manifest: () => Promise.reject(new Error('no attachment is asked for')),
        blob: () => {
          throw new Error('no blob is read');
        },
      },
      readFile: readHostFile,
    });
    return Promise.all(
      found.map(({ digest }) => trust.verdictOf({ reference: `${repository}@${digest}`, digest })),
    );
  };
  const KEY = 'keys_openshift__cluster-update-keys__verifier-public-key-redhat-release.asc';
  const RELEASES = 'quay.io/openshift-release-dev/ocp-release';

  test('are accepted with its key, for its repository', async () => {
    expect(found.length).toBeGreaterThanOrEqual(2);
    for (const decision of await decide(KEY, RELEASES))
      expect(decision).toEqual({
        accepted: true,
        verdict: { result: 'verified', by: '567E347AD0044ADE55BA8A5F199E2F91FD431D51' },
      });
  });

  test('are rejected with other keys, and for other repositories', async () => {
    const other = 'keys_openshift__cluster-update-keys__verifier-public-key-redhat-beta-2.asc';
    for (const { problem } of await decide(other, RELEASES))
      expect(problem?.message).toContain('199E2F91FD431D51');
    for (const { problem } of await decide(KEY, 'quay.io/openshift-release-dev/ocp-v4.0-art-dev'))
      expect(problem?.message).toContain('the signature is for a different image name');
  });
});
