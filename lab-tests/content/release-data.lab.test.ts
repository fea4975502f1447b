import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathInChannel } from '../../core/content/release/channel-path.ts';
import { parseImageReferences } from '../../core/content/release/image-references.ts';
import { selectReleases } from '../../core/content/release/select.ts';
import { parseUpdateGraph } from '../../core/content/release/update-graph.ts';
import { verifyReleaseSignature } from '../../core/content/signature/release-signature.ts';
import { loadVerificationKeys } from '../../core/content/signature/verification-keys.ts';

/** Real signatures, keys, graphs and payload manifests of public repositories. */
const data = join(import.meta.dirname, '../../../shared/data');
const releaseFiles = readdirSync(join(data, 'release'));
const release = (name: string) => readFileSync(join(data, 'release', name));
const graph = (name: string) => readFileSync(join(data, 'cincinnati', name));

describe('real release signatures', () => {
  const found = releaseFiles
    .filter((name) => /signature.*\.json$/.test(name))
    .flatMap((name) => {
      const { binaryData } = JSON.parse(String(release(name))) as { binaryData: Record<string, string> };
      return Object.entries(binaryData).map(([key, value]) => ({
        key,
        digest: `sha256:${key.split('-')[1]}` as const,
        message: Buffer.from(value, 'base64'),
      }));
    });

  test('exist', () => expect(found.length).toBeGreaterThanOrEqual(2));

  test.each(found)(
    '$key verifies with the included keys, and only for its own digest',
    async ({ digest, message }) => {
      const keys = await loadVerificationKeys();
      await expect(verifyReleaseSignature({ message, keys, digest })).resolves.toEqual({
        keyId: '199E2F91FD431D51',
        dockerReference: expect.stringMatching(
          /^quay\.io\/openshift-release-dev\/ocp-release:4\.\d+\.\d+-x86_64$/,
        ),
      });
      const other = `sha256:${'0'.repeat(64)}` as const;
      await expect(verifyReleaseSignature({ message, keys, digest: other })).rejects.toThrow(
        'another release',
      );
    },
  );

  const others = releaseFiles.filter((name) => name.endsWith('.asc') && !name.endsWith('redhat-release.asc'));
  test.each(others)('none verifies with %s', async (name) => {
    const keys = await loadVerificationKeys(join(data, 'release', name));
    for (const { digest, message } of found) {
      await expect(verifyReleaseSignature({ message, keys, digest })).rejects.toMatchObject({
        code: 'signature-invalid',
      });
    }
  });
});

describe('real update graphs', () => {
  const served = readdirSync(join(data, 'cincinnati')).filter((name) =>
    /_v1\.json|amd64-stable-4\.13|metadata\.json|raw\.json|index_error\.json/.test(name),
  );

  test.each(served)('%s', (name) => {
    const raw = JSON.parse(String(graph(name))) as {
      nodes: { payload?: string }[];
      edges: [number, number][];
    };
    const { nodes, successors } = parseUpdateGraph(graph(name), name);
    expect(nodes).toHaveLength(raw.nodes.filter(({ payload }) => payload).length);
    const edges = [...successors.values()].reduce((sum, targets) => sum + targets.length, 0);
    expect(edges).toBe(raw.edges.filter((edge) => edge.every((index) => raw.nodes[index]!.payload)).length);
  });

  test('reports an edge out of range', () => {
    const raw = JSON.parse(String(graph(served[0]!))) as { edges: number[][] };
    raw.edges.splice(3, 0, [0, 5000]);
    expect(() => parseUpdateGraph(Buffer.from(JSON.stringify(raw)), 'x')).toThrow(
      /edges\[3\] is \[0, 5000\]/,
    );
  });

  test.each([
    'openshift__cincinnati__policy-engine_src_openapiv3.json',
    'openshift__oc-mirror__internal_e2e_templates_release_templates_cincinnati_stable-4.15.json',
  ])('rejects %s', (name) =>
    expect(() => parseUpdateGraph(graph(name), name)).toThrow(
      expect.objectContaining({ code: 'graph-invalid' }),
    ),
  );

  test("finds a path through the channel of oc-mirror's tests", async () => {
    const name =
      'openshift__oc-mirror__unit_testdata_working-dir-fake_hold-release_cincinnati-graph-data_amd64-stable-4.13.json';
    const stable = parseUpdateGraph(graph(name), name);
    const { upgrades, problems } = pathInChannel(stable, 'stable-4.13', '4.12.0', '4.13.43');
    expect(problems).toEqual([]);
    const hops = upgrades.map(({ version }) => version);
    expect([hops[0], hops.at(-1)]).toEqual(['4.12.0', '4.13.43']);
    expect(
      hops.slice(1).every((version, index) => stable.successors.get(hops[index]!)!.includes(version)),
    ).toBe(true);
    const range = {
      name: 'stable-4.13',
      type: 'ocp' as const,
      minVersion: '4.13.30',
      shortestPath: false,
      full: false,
    };
    const { releases } = await selectReleases([range], async () => stable);
    expect(releases[0]!.version).toBe('4.13.30');
    expect(releases.at(-1)!.version).toBe(stable.nodes.at(-1)!.version);
  });
});

test("reads the image-references of oc-mirror's tests", () => {
  const name = releaseFiles.find((file) =>
    file.includes('4.14.1-x86_64_release-manifests_image-references'),
  )!;
  const components = parseImageReferences(release(name), '4.14.1-x86_64');
  expect(components.find((component) => component.name === 'etcd')?.reference.domain).toBe('quay.io');
});
