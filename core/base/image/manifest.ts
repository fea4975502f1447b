import { AirlockError } from '../errors/airlock-error.ts';
import { type Digest, isDigest } from './digest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, isIndexType, OCI_INDEX, OCI_MANIFEST } from './media-types.ts';
import { t } from './messages.ts';

export interface Platform {
  os: string;
  architecture: string;
  variant?: string;
}

/** A reference to content in a manifest or index. `size` is in bytes. */
export interface Descriptor {
  mediaType: string;
  digest: Digest;
  size: number;
  platform?: Platform;
  annotations?: Record<string, string>;
  artifactType?: string;
  /** Addresses of a layer that no registry serves (foreign or nondistributable). It is never copied. */
  urls?: string[];
}

/** A manifest as received, byte for byte, with its verified digest. */
export interface Manifest {
  mediaType: string;
  digest: Digest;
  bytes: Buffer;
}

export interface ImageContent {
  kind: 'image';
  mediaType: string;
  config: Descriptor;
  layers: Descriptor[];
  subject?: Descriptor;
  artifactType?: string;
  annotations?: Record<string, string>;
}
export interface IndexContent {
  kind: 'index';
  mediaType: string;
  manifests: Descriptor[];
  subject?: Descriptor;
  annotations?: Record<string, string>;
}
export type ManifestContent = ImageContent | IndexContent;

const MEDIA_TYPES: readonly string[] = [DOCKER_MANIFEST, DOCKER_LIST, OCI_MANIFEST, OCI_INDEX];

/** Bytes. Registries accept 4 MiB, which some release indexes and catalogs almost reach. */
export const LARGEST_MANIFEST = 16 * 1024 * 1024;

/**
 * Parses the bytes of a manifest.
 * @param mediaType stated by the server, for a manifest without `mediaType` field (optional in OCI).
 * @throws AirlockError `manifest-invalid` for schema 1, foreign JSON, wrong digests, negative sizes.
 */
export function parseManifest(bytes: Uint8Array, mediaType?: string): ManifestContent {
  if (bytes.length > LARGEST_MANIFEST)
    throw invalid(t('manifestTooLarge', { bytes: bytes.length, limit: LARGEST_MANIFEST }));
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new AirlockError('manifest-invalid', t('manifestNotJson'), { cause: error });
  }
  return manifestContent(json, mediaType);
}

/** Like {@link parseManifest}, for parsed JSON. */
export function manifestContent(json: Record<string, unknown>, mediaType?: string): ManifestContent {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) throw invalid(t('manifestNotObject'));
  if (json.schemaVersion !== 2) throw invalid(t('manifestSchema', { version: shown(json.schemaVersion) }));
  const type = mediaTypeOf(json, mediaType);
  const annotations = json.annotations as Record<string, string> | undefined;
  const subject = json.subject === undefined ? undefined : descriptor(json.subject, 'subject');
  if (isIndexType(type)) {
    if (!Array.isArray(json.manifests)) throw invalid(t('indexWithoutManifests'));
    return {
      kind: 'index',
      mediaType: type,
      manifests: json.manifests.map((d, i) => descriptor(d, `manifests[${i}]`)),
      subject,
      annotations,
    };
  }
  if (!Array.isArray(json.layers)) throw invalid(t('manifestWithoutLayers'));
  return {
    kind: 'image',
    mediaType: type,
    config: descriptor(json.config, 'config'),
    layers: json.layers.map((d, i) => descriptor(d, `layers[${i}]`)),
    subject,
    annotations,
    artifactType: typeof json.artifactType === 'string' ? json.artifactType : undefined,
  };
}

/** Returns the media type of a manifest: from its own field, the server, or its fields. */
export function mediaTypeOf(json: Record<string, unknown>, stated?: string): string {
  // One text for each type, because manifests are remembered with theirs.
  const known = (type: unknown) => MEDIA_TYPES.find((each) => each === type);
  if (typeof json.mediaType === 'string') return known(json.mediaType) ?? json.mediaType;
  const type = known(stated);
  if (type !== undefined) return type;
  return Array.isArray(json.manifests) ? OCI_INDEX : OCI_MANIFEST;
}

/** Returns the blobs of an image manifest: its config and layers, without layers that no registry serves. */
export function blobsOf(image: ImageContent): Descriptor[] {
  return [image.config, ...image.layers.filter((layer) => !layer.urls?.length)];
}

function descriptor(value: unknown, where: string): Descriptor {
  const d = value as Partial<Descriptor> | null;
  if (typeof d !== 'object' || d === null) throw invalid(t('descriptorMissing', { field: where }));
  if (typeof d.digest !== 'string' || !isDigest(d.digest))
    throw invalid(t('descriptorDigest', { field: where, value: shown(d.digest) }));
  if (typeof d.size !== 'number' || !Number.isSafeInteger(d.size) || d.size < 0)
    throw invalid(t('descriptorSize', { field: where, value: shown(d.size) }));
  return { ...d, mediaType: d.mediaType ?? '', digest: d.digest, size: d.size };
}

function invalid(message: string): AirlockError {
  return new AirlockError('manifest-invalid', message);
}

/** Returns a short value for a message, and never a structure, which may be nested too deeply for the stack. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return t(Array.isArray(value) ? 'list' : 'object');
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value) ?? t('missing');
}
