import { AirlockError } from '../errors/airlock-error.ts';
import { type Digest, isDigest } from './digest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, isIndexType, OCI_INDEX, OCI_MANIFEST } from './media-types.ts';

export interface Platform {
  os: string;
  architecture: string;
  variant?: string;
}

/** Points at content: what a manifest or an index says of its parts. `size` is in bytes. */
export interface Descriptor {
  mediaType: string;
  digest: Digest;
  size: number;
  platform?: Platform;
  annotations?: Record<string, string>;
  artifactType?: string;
  /** Layers that no registry serves (foreign or nondistributable): never copied. */
  urls?: string[];
}

/** A manifest as it came over the wire, byte for byte, with its verified digest. */
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

/** Bytes. Registries take 4 MiB; some release indexes and catalogs come close. */
export const LARGEST_MANIFEST = 16 * 1024 * 1024;

/**
 * Reads a manifest's bytes.
 * @param mediaType as stated by the server; wins over a missing `mediaType` field (OCI allows it to be absent).
 * @throws AirlockError `manifest-invalid` for schema 1, foreign JSON, wrong digests, negative sizes.
 */
export function parseManifest(bytes: Uint8Array, mediaType?: string): ManifestContent {
  if (bytes.length > LARGEST_MANIFEST)
    throw invalid(`its size of ${bytes.length} bytes exceeds the limit of ${LARGEST_MANIFEST}`);
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new AirlockError('manifest-invalid', 'the manifest is not JSON', { cause: error });
  }
  return manifestContent(json, mediaType);
}

/** As {@link parseManifest}, of JSON that was parsed. */
export function manifestContent(json: Record<string, unknown>, mediaType?: string): ManifestContent {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) throw invalid('it is not an object');
  if (json.schemaVersion !== 2)
    throw invalid(`schemaVersion is ${shown(json.schemaVersion)}, but only version 2 is supported`);
  const type = mediaTypeOf(json, mediaType);
  const annotations = json.annotations as Record<string, string> | undefined;
  const subject = json.subject === undefined ? undefined : descriptor(json.subject, 'subject');
  if (isIndexType(type)) {
    if (!Array.isArray(json.manifests)) throw invalid('an index without `manifests`');
    return {
      kind: 'index',
      mediaType: type,
      manifests: json.manifests.map((d, i) => descriptor(d, `manifests[${i}]`)),
      subject,
      annotations,
    };
  }
  if (!Array.isArray(json.layers)) throw invalid('a manifest without `layers`');
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

/** The media type a manifest has: its own field, the server's word, or its shape. */
export function mediaTypeOf(json: Record<string, unknown>, stated?: string): string {
  if (typeof json.mediaType === 'string') return json.mediaType;
  const known = [DOCKER_MANIFEST, DOCKER_LIST, OCI_MANIFEST, OCI_INDEX];
  if (stated && known.includes(stated)) return stated;
  return Array.isArray(json.manifests) ? OCI_INDEX : OCI_MANIFEST;
}

/** The blobs an image manifest needs: its config and its layers, without layers that registries do not hold. */
export function blobsOf(image: ImageContent): Descriptor[] {
  return [image.config, ...image.layers.filter((layer) => !layer.urls?.length)];
}

function descriptor(value: unknown, where: string): Descriptor {
  const d = value as Partial<Descriptor> | null;
  if (typeof d !== 'object' || d === null) throw invalid(`${where} is missing`);
  if (typeof d.digest !== 'string' || !isDigest(d.digest))
    throw invalid(`${where}.digest is ${shown(d.digest)}, not a sha256 digest`);
  if (typeof d.size !== 'number' || !Number.isSafeInteger(d.size) || d.size < 0)
    throw invalid(`${where}.size is ${shown(d.size)}, not a number of bytes`);
  return { ...d, mediaType: d.mediaType ?? '', digest: d.digest, size: d.size };
}

function invalid(what: string): AirlockError {
  return new AirlockError('manifest-invalid', `the manifest cannot be copied: ${what}`);
}

/** A value for a message: short, and never a structure, which may be nested deeper than the stack. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value) ?? 'missing';
}
