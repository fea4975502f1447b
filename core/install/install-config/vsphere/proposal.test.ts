import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { installManifests, type ManifestOptions } from '../manifests/install-manifests.ts';
import { readInstallConfig } from '../model/read-install-config.ts';
import { CLOUD_CONFIG, INFRA_ID, LISTED, PROPOSAL_INSTALL_CONFIG, SHOWN } from './proposal.fixture.ts';

function made(options: ManifestOptions = {}) {
  const { config } = readInstallConfig(PROPOSAL_INSTALL_CONFIG);
  const { files, ...rest } = installManifests(config, { infraId: INFRA_ID, ...options });
  return { ...rest, files, text: (path: string) => files.find((file) => file.path === path)?.text ?? '' };
}

describe("the enhancement's example", () => {
  test('has exactly its Cluster API files, with its sizes', () => {
    const { files } = made();
    const found = files.filter(({ path }) => path.startsWith('cluster-api/'));
    expect(found.map(({ path }) => path)).toEqual(Object.keys(LISTED).sort());
    for (const [path, bytes] of Object.entries(LISTED))
      if (bytes !== undefined) expect([path, made().text(path).length]).toEqual([path, bytes]);
  });

  test.each(Object.entries(SHOWN))('%s', (path, text) => {
    expect(parse(made().text(path))).toEqual(parse(text));
    expect(made({ openShiftVersion: '4.17.3' }).text(path)).toBe(text);
  });

  test('places machines in the cluster of their vCenter, and the bootstrap machine with the first one', () => {
    const { text } = made();
    const clusterOf = (name: string) =>
      parse(text(`cluster-api/machines/10_machine_${INFRA_ID}-${name}.yaml`)).spec.clusterName;
    expect(['bootstrap', 'master-0', 'master-1', 'master-2'].map(clusterOf)).toEqual(
      [0, 0, 1, 0].map((index) => `${INFRA_ID}-${index}`),
    );
  });

  test('has its cloud configuration byte for byte in a ConfigMap', () => {
    const { files, release } = made();
    const file = files.find(({ path }) => path === 'manifests/cloud-provider-config.yaml');
    expect(parse(file?.text ?? '')).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cloud-provider-config', namespace: 'openshift-config' },
      data: { config: CLOUD_CONFIG },
    });
    // No version is set, but the file turns on a gate that was last required in 4.17.
    expect(release).toBe('4.17');
  });

  test('has the current form for current releases', () => {
    const { text } = made({ openShiftVersion: '4.20' });
    const path = `cluster-api/machines/10_inframachine_${INFRA_ID}-master-1.yaml`;
    const old = parse(SHOWN[path]!);
    const { creationTimestamp: _, ...metadata } = old.metadata;
    const spec = { ...old.spec, numCoresPerSocket: 2, template: `${INFRA_ID}-rhcos-fd-2` };
    expect(parse(text(path))).toEqual({ apiVersion: old.apiVersion, kind: old.kind, metadata, spec });
    expect(parse(text('cluster-api/000_capi-namespace.yaml'))).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'openshift-cluster-api-guests' },
    });
  });
});
