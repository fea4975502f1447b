import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from '../../../cluster/client/api/server.fixture.ts';
import { connectCluster } from '../../../cluster/client/connect.ts';
import { parseUpdateGraph } from '../../../content/release/update-graph.ts';
import { answerOf } from '../../../upgrade/ocp/graph.fixture.ts';
import { clusterProtection, readClusterNeeds } from './cluster-needs.ts';
import { t } from './messages.ts';
import type { AskingConfiguration, NeededImage } from './plan.ts';

const times = { retryMs: [1, 1], requestMs: 2000 };
const PAYLOAD = `sha256:${'a'.repeat(64)}` as const;

let server: ApiServer;
beforeEach(async () => {
  server = await startApiServer();
});
afterEach(() => server[Symbol.asyncDispose]());

async function needs() {
  const kubeconfig = await server.kubeconfig();
  await using cluster = await connectCluster({ kubeconfig }, { env: {}, home: server.folder }, { times });
  return await readClusterNeeds(cluster);
}

function release(version: string): NeededImage {
  const deliverable = `release ${version}-x86_64`;
  return {
    repository: 'openshift/release-images',
    tag: `${version}-x86_64`,
    digests: [],
    kind: 'ocpRelease',
    origin: version,
    deliverable,
    parts: [{ id: deliverable, words: deliverable }],
  };
}

function bundle(name: string): NeededImage {
  const id = JSON.stringify(['bundle', 'redhat/index:v4.16', 'anvil', 'stable', name]);
  return {
    ...release('0.0.0'),
    repository: 'anvil/bundle',
    tag: name,
    kind: 'operatorBundle',
    parts: [{ id, words: name, bundle: name }],
  };
}

const CHANNEL = (() => {
  const versions = ['4.16.1', '4.16.5', '4.17.3', '4.18.2'];
  const plain = ['4.16.1 4.16.5', '4.16.5 4.17.3', '4.17.3 4.18.2'];
  const graph = parseUpdateGraph(answerOf({ versions, plain }), 'stable-4.18');
  return { name: 'stable-4.18', architecture: 'amd64', graph, versions: new Set(versions) };
})();

test('retains the current and the target release of a cluster, its installed operators, and the path to the newest release', async () => {
  server.put({
    apiVersion: 'config.openshift.io/v1',
    kind: 'ClusterVersion',
    metadata: { name: 'version' },
    status: {
      desired: { version: '4.16.5', image: 'quay.io/openshift-release-dev/ocp-release@sha256:bad' },
      history: [
        { state: 'Partial', version: '4.16.5' },
        {
          state: 'Completed',
          version: '4.16.1',
          image: `quay.io/openshift-release-dev/ocp-release@${PAYLOAD}`,
        },
      ],
    },
  });
  server.put({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'anvil.v1.0.0', namespace: 'default' },
  });
  const read = await needs();
  expect(read).toEqual({
    cluster: 'lab',
    version: '4.16.1',
    target: '4.16.5',
    payloads: [PAYLOAD],
    bundles: ['anvil.v1.0.0'],
  });
  const images = [
    ...['4.16.0', '4.16.1', '4.16.5', '4.17.3', '4.18.2'].map(release),
    bundle('anvil.v1.0.0'),
    bundle('anvil.v0.9.0'),
  ];
  const configuration: AskingConfiguration = { identity: 'a', name: 'a.yaml', images };
  const { words, protect } = clusterProtection(read, [configuration], [CHANNEL]);
  const reasonOf = (image: NeededImage, digest = `sha256:${'0'.repeat(64)}` as const) =>
    protect.find((each) => each.matches({ ...image, digest }))?.reason;
  expect(images.map((image) => reasonOf(image))).toEqual([
    undefined,
    t('clusterRuns', { cluster: 'lab', version: '4.16.1' }),
    t('clusterUpdating', { cluster: 'lab', version: '4.16.5' }),
    t('clusterStep', { cluster: 'lab', version: '4.17.3', target: '4.18.2' }),
    t('clusterTarget', { cluster: 'lab', version: '4.18.2' }),
    t('bundleInstalled', { bundle: 'anvil.v1.0.0', cluster: 'lab' }),
    undefined,
  ]);
  expect(protect.some((each) => each.matches({ ...release('4.15.0'), digest: PAYLOAD }))).toBe(true);
  expect(words).toContain(t('bundlesInstalled', { count: 1, cluster: 'lab' }));
});

test('a missing permission is an error, so that nothing is deleted by mistake', async () => {
  server.rules.push({ on: { resource: 'clusterversions' }, answer: 'deny' });
  await expect(needs()).rejects.toMatchObject({ code: 'cluster-forbidden' });
});
