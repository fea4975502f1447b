import { type BuiltImage, builtArtifact, builtImage, builtList, referrersTag } from './built-image.ts';
import { type Materials, ownLayer, shelve, shelveSigned } from './materials.ts';

/** An image of the section `additionalImages`, or one that other images are built on. */
export interface BuiltAdditional {
  /** By tag or digest, as in a configuration. */
  reference: string;
  image: BuiltImage;
  /** Its distinctive property. */
  note: string;
}

/** One additional image of each existing kind, below `quay.io/practice/`, in the image store of the world. */
export function buildAdditional(materials: Materials): BuiltAdditional[] {
  const name = (path: string) => `${materials.names.quay}/practice/${path}`;
  const size = materials.scale.additionalLayer;
  const single = (key: string, recipe: { format?: 'docker' | 'oci'; architecture?: string } = {}) =>
    builtImage({ ...recipe, layers: [ownLayer(materials, key, size)] });
  const tagged = (path: string, image: BuiltImage, note: string): BuiltAdditional => {
    shelve(materials, name(path), image, 'v1');
    return { reference: `${name(path)}:v1`, image, note };
  };
  const instances = (key: string, architectures: string[], format: 'docker' | 'oci') =>
    architectures.map((architecture) => single(`${key}-${architecture}`, { architecture, format }));

  const zstd = builtImage({ format: 'oci', layers: [ownLayer(materials, 'zstd', size, 'zstd')] });
  const byDigest = single('by-digest');
  shelve(materials, name('by-digest'), byDigest);
  const index = builtList(instances('oci-index', ['amd64', 'arm64'], 'oci'), 'oci', {
    'org.opencontainers.image.title': 'practice',
  });
  return [
    tagged('docker', single('docker'), 'docker schema 2'),
    tagged('oci', single('oci', { format: 'oci' }), 'OCI manifest'),
    tagged(
      'manifest-list',
      builtList(instances('manifest-list', ['amd64', 'arm64', 's390x'], 'docker')),
      'docker manifest list of three architectures',
    ),
    tagged('oci-index', index, 'OCI index of two architectures'),
    tagged('zstd', zstd, 'OCI image with a zstd layer'),
    { reference: `${name('by-digest')}@${byDigest.digest}`, image: byDigest, note: 'never tagged' },
    signed(materials, name('signed')),
  ];
}

function signed(materials: Materials, name: string): BuiltAdditional {
  const image = builtImage({ layers: [ownLayer(materials, 'signed', materials.scale.additionalLayer)] });
  shelveSigned(materials, name, image, 'v1');
  const { artifact, fallback } = builtArtifact(image, 'application/spdx+json', '{"spdxVersion":"SPDX-2.3"}');
  shelve(materials, name, artifact);
  shelve(materials, name, fallback, referrersTag(image.digest));
  return { reference: `${name}:v1`, image, note: 'has a cosign signature and an attached artifact' };
}

/** `ubi9/ubi:latest`, the image that a graph-data image is built on (oc-mirror v2: internal/pkg/release/graph.go). */
export function buildBase(materials: Materials): BuiltAdditional {
  const name = `${materials.names.access}/ubi9/ubi`;
  const image = builtList(
    ['amd64', 'arm64'].map((architecture) =>
      builtImage({
        architecture,
        labels: { name: 'ubi9/ubi' },
        layers: [ownLayer(materials, `ubi9-${architecture}`, materials.scale.additionalLayer)],
      }),
    ),
  );
  shelve(materials, name, image, 'latest');
  return { reference: `${name}:latest`, image, note: 'manifest list of two architectures' };
}
