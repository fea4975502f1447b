import { gzipSync } from 'node:zlib';
import type { Digest } from '../../base/image/digest.ts';
import { hexOf } from '../../base/image/digest.ts';
import type { Manifest } from '../../base/image/manifest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type ImageShelf, tarOf } from './release.fixture.ts';

export const ART = 'quay.io/openshift-release-dev/ocp-v4.0-art-dev';

/** Digest of a component by name; the content of components is never read while collecting. */
export function componentDigest(name: string): Digest {
  return sha256(`component ${name}`);
}

export interface PayloadFacts {
  version?: string;
  /** Component name to digest. */
  components?: Record<string, Digest>;
  /** Architectures with a KubeVirt disk. */
  kubevirt?: string[];
}

/** Files below `release-manifests/` as in a release. */
export function manifestFiles(facts: PayloadFacts = {}): Record<string, string> {
  const { version = '4.16.1', kubevirt = ['x86_64'] } = facts;
  const components = facts.components ?? {
    etcd: componentDigest('etcd'),
    cli: componentDigest('cli'),
    tools: componentDigest('cli'),
  };
  const tags = Object.entries(components).map(([name, digest]) => ({
    name,
    from: { kind: 'DockerImage', name: `${ART}@${digest}` },
  }));
  const disk = (architecture: string) => ({
    images: { kubevirt: { 'digest-ref': `${ART}@${componentDigest(`kubevirt-${architecture}`)}` } },
  });
  const stream = {
    architectures: {
      aarch64: { images: {} },
      ...Object.fromEntries(kubevirt.map((architecture) => [architecture, disk(architecture)])),
    },
  };
  return {
    'image-references': JSON.stringify({ kind: 'ImageStream', metadata: { name: version }, spec: { tags } }),
    'release-metadata': JSON.stringify({ kind: 'cincinnati-metadata-v0', version }),
    '0000_10_config-operator.yaml': 'kind: ConfigMap\n',
    '0000_50_installer_coreos-bootimages.yaml': `apiVersion: v1\nkind: ConfigMap\ndata:\n  stream: |\n    ${JSON.stringify(stream)}\n`,
  };
}

/** An existing payload: a base layer, then the manifests in their own layer. */
export async function shelvePayload(shelf: ImageShelf, facts: PayloadFacts = {}): Promise<Manifest> {
  const base = gzipSync(await tarOf({ 'etc/os-release': 'RHEL', 'usr/bin/cvo': 'x'.repeat(5000) }));
  return shelf.image([base, gzipSync(await tarOf(below(manifestFiles(facts))))]);
}

/** File names below `release-manifests/`. */
export function below<T>(files: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`release-manifests/${name}`, content]),
  );
}

export function quay(digest: Digest) {
  return { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release', digest };
}

export function completionFile(digest: Digest): string {
  return `payloads/sha256-${hexOf(digest)}.json`;
}
