import { sha256 } from '../base/image/sha256.ts';
import type { BuiltImage } from './built-image.ts';
import type { LayerFile } from './layer.ts';

export interface BuiltComponent {
  name: string;
  image: BuiltImage;
}

interface PayloadFacts {
  version: string;
  architecture: 'amd64' | 'multi';
  previous: string[];
  contentRepository: string;
  components: BuiltComponent[];
  kubevirt: BuiltImage;
  /** Host of the tag in the boot images, in addition to the digest. */
  quay: string;
  /** Bytes that set the size of the other manifests. */
  padding: Buffer;
}

/** Returns the files below `release-manifests/` of a payload, as in 4.16 releases. */
export function payloadFiles(facts: PayloadFacts): LayerFile[] {
  const files = [
    { name: 'image-references', content: json(imageReferences(facts)) },
    { name: 'release-metadata', content: json(releaseMetadata(facts)) },
    { name: '0000_50_installer_coreos-bootimages.yaml', content: bootImages(facts) },
    ...Array.from({ length: 20 }, (_, number) => otherManifest(facts, number)),
  ];
  return files.map(({ name, content }) => ({ name: `release-manifests/${name}`, content }));
}

function imageReferences({ version, components, contentRepository }: PayloadFacts): unknown {
  const tags = components.map(({ name, image }) => ({
    name,
    annotations: {
      'io.openshift.build.commit.id': sha256(name).slice(7, 47),
      'io.openshift.build.source-location': `https://example.invalid/${name}`,
    },
    from: { kind: 'DockerImage', name: `${contentRepository}@${image.digest}` },
    generation: 2,
    importPolicy: {},
    referencePolicy: { type: 'Source' },
  }));
  return {
    kind: 'ImageStream',
    apiVersion: 'image.openshift.io/v1',
    metadata: {
      name: version,
      creationTimestamp: '2024-01-01T00:00:00Z',
      annotations: { 'release.openshift.io/from-image-stream': `ocp/${version}` },
    },
    spec: { lookupPolicy: { local: false }, tags },
    status: { dockerImageRepository: '' },
  };
}

function releaseMetadata({ version, previous, architecture }: PayloadFacts): unknown {
  return {
    kind: 'cincinnati-metadata-v0',
    version,
    previous,
    metadata: {
      url: `https://example.invalid/errata/${version}`,
      'release.openshift.io/architecture': architecture === 'multi' ? 'multi' : undefined,
    },
  };
}

/** The ConfigMap of boot images. Only x86_64 has a KubeVirt disk, because aarch64 has none in real releases. */
function bootImages({ version, quay, contentRepository, kubevirt }: PayloadFacts): string {
  const disk = {
    release: '416.94.202405291527-0',
    image: `${quay}/openshift-release-dev/ocp-v4.0-art-dev:4.16-9.4-kubevirt`,
    'digest-ref': `${contentRepository}@${kubevirt.digest}`,
  };
  const stream = {
    stream: 'rhcos-4.16',
    metadata: { 'last-modified': '2024-01-01T00:00:00Z' },
    architectures: {
      aarch64: { artifacts: {}, images: {} },
      x86_64: { artifacts: {}, images: { kubevirt: disk } },
    },
  };
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: coreos-bootimages
  namespace: openshift-machine-config-operator
  labels:
    coreos.openshift.io/bootimages: "true"
data:
  releaseVersion: ${version}
  stream: |
${json(stream).replaceAll(/^/gm, '    ')}
`;
}

function otherManifest(
  { version, padding }: PayloadFacts,
  number: number,
): { name: string; content: string } {
  const content = `apiVersion: v1
kind: ConfigMap
metadata:
  name: operator-${number}
  namespace: openshift-config-managed
data:
  version: ${version}
  weight: ${padding.subarray(number * 300, number * 300 + 300).toString('hex')}
`;
  return { name: `0000_${String(number + 10)}_operator-${number}.yaml`, content };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
