import type { Digest } from '../base/image/digest.ts';
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
  /** Live ISOs in `machine-os-images`, of each architecture: `coreos-x86_64.iso`. */
  isos: LayerFile[];
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
function bootImages({ version, quay, contentRepository, kubevirt, isos }: PayloadFacts): string {
  const disk = {
    release: '416.94.202405291527-0',
    image: `${quay}/openshift-release-dev/ocp-v4.0-art-dev:4.16-9.4-kubevirt`,
    'digest-ref': `${contentRepository}@${kubevirt.digest}`,
  };
  const artifacts = Object.fromEntries(
    isos.map(({ name, content }) => {
      const machine = name.replace(/^coreos-|\.iso$/g, '');
      return [machine, bootArtifacts(machine, sha256(content))];
    }),
  );
  const stream = {
    stream: 'rhcos-4.16',
    metadata: { 'last-modified': '2024-01-01T00:00:00Z' },
    architectures: {
      aarch64: { artifacts: artifacts.aarch64, images: {} },
      x86_64: { artifacts: artifacts.x86_64, images: { kubevirt: disk } },
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

/** Returns the artifacts of an architecture in stream metadata: ISO and PXE files for bare metal, the OVA for vSphere. */
function bootArtifacts(machine: string, iso: Digest): unknown {
  const release = '416.94.202405291527-0';
  const file = (name: string, digest: Digest = sha256(`${machine} ${name}`)) => ({
    location: `https://rhcos.example.com/art/storage/prod/streams/4.16-9.4/builds/${release}/${machine}/rhcos-${release}-${name}`,
    sha256: digest.slice('sha256:'.length),
  });
  const metal = {
    iso: { disk: file(`live.${machine}.iso`, iso) },
    pxe: {
      kernel: file(`live-kernel-${machine}`),
      initramfs: file(`live-initramfs.${machine}.img`),
      rootfs: file(`live-rootfs.${machine}.img`),
    },
  };
  const vmware = { release, formats: { ova: { disk: file(`vmware.${machine}.ova`) } } };
  return {
    metal: { release, formats: metal },
    vmware: machine === 'x86_64' ? vmware : undefined,
  };
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

/**
 * Returns a made-up tool with the placeholders of the installer and `oc` (openshift/installer: pkg/version/version.go), in
 * an order and at offsets that no reader should expect. It runs, and does nothing.
 */
export function toolWithPlaceholders(name: string): Buffer {
  const placeholder = (of: string, padding: number) => `\0_RELEASE_${of}_LOCATION_\0${'X'.repeat(padding)}\0`;
  const marked = [placeholder('VERSION', 64), placeholder('ARCHITECTURE', 64), placeholder('IMAGE', 300)];
  return Buffer.from(`#!/bin/sh\n# ${name} of the practice world\nexit 0\n${marked.join('\n')}\n`, 'latin1');
}
