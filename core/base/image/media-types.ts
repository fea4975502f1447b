/** Media types of manifests that Airlock copies (docker registry v2 schema 2, OCI image specification 1.1). */
export const DOCKER_MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';
export const DOCKER_LIST = 'application/vnd.docker.distribution.manifest.list.v2+json';
export const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
export const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';
/** Rejected with a clear error, because a copy would have another digest. */
export const DOCKER_SCHEMA1 = [
  'application/vnd.docker.distribution.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v1+prettyjws',
];

/** Configurations of images. Other manifests are artifacts, such as signatures. */
const IMAGE_CONFIGS = [
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
];

/** Accepted media types, in order of preference. */
export const ACCEPT_MANIFESTS = [OCI_INDEX, DOCKER_LIST, OCI_MANIFEST, DOCKER_MANIFEST];

export function isIndexType(mediaType: string): boolean {
  return mediaType === OCI_INDEX || mediaType === DOCKER_LIST;
}

/**
 * Returns whether the entry of an index can be an image of a platform. Recent versions of go-containerregistry, with which
 * oc-mirror rebuilds catalogs, set `artifactType` to the media type of the configuration (OCI image specification 1.1,
 * descriptor.md). Attestations have the platform `unknown`.
 */
export function isImageEntry(entry: { artifactType?: string; platform?: { os: string } }): boolean {
  const { artifactType, platform } = entry;
  return (artifactType === undefined || IMAGE_CONFIGS.includes(artifactType)) && platform?.os !== 'unknown';
}

/** Returns whether a manifest has a media type of Docker. Some registries accept only those of OCI. */
export function isDockerType(mediaType: string): boolean {
  return mediaType === DOCKER_MANIFEST || mediaType === DOCKER_LIST;
}
