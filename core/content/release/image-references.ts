import { z } from 'zod';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { parseJson } from '../../base/document/parse-json.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import { t } from './messages.ts';

/** One image of a release. */
export interface ReleaseComponent {
  /** Such as `etcd`; can be part of a tag. */
  name: string;
  reference: ImageReference & { digest: Digest };
}

const ImageStream = z.object({
  kind: z.literal('ImageStream'),
  spec: z.object({
    tags: listOf(z.object({ name: z.string(), from: z.object({ name: z.string() }) }), { min: 1 }),
  }),
});
const Named = z.object({ metadata: z.object({ name: z.string().min(1) }) });
const BootImages = z.object({ data: z.object({ stream: z.string() }) });
const Stream = z.object({
  architectures: mapOf(
    z.object({
      images: z.object({ kubevirt: z.object({ 'digest-ref': z.string() }).optional() }).optional(),
    }),
  ),
});

/**
 * Returns the components in `release-manifests/image-references`, in its order. One digest can have several names.
 * @param payload name of the release in messages
 * @throws AirlockError `payload-invalid`: not an ImageStream, a duplicate name, an image without digest
 */
export function parseImageReferences(bytes: Uint8Array, payload: string): ReleaseComponent[] {
  const { spec } = read(payload, 'image-references', () => ImageStream.parse(parseJson(String(bytes))));
  const names = new Set<string>();
  return spec.tags.map(({ name, from }) => {
    if (!/^\w[\w.-]*$/.test(name))
      throw invalid(payload, t('componentNotATag', { name: JSON.stringify(name) }));
    if (names.has(name)) throw invalid(payload, t('componentTwice', { name }));
    names.add(name);
    return { name, reference: byDigest(payload, name, from.name) };
  });
}

/** Returns the version in `image-references`; undefined if it has none. */
export function releaseVersion(bytes: Uint8Array): string | undefined {
  return Named.safeParse(parseJson(String(bytes))).data?.metadata.name;
}

/**
 * Returns the KubeVirt disk of each architecture (x86_64, s390x) in the boot images of a release (oc-mirror v2:
 * internal/pkg/release/local_stored_collector.go).
 * @param bytes `0000_50_installer_coreos-bootimages.yaml`
 * @throws AirlockError `payload-invalid`
 */
export function parseKubevirtImages(
  bytes: Uint8Array,
  payload: string,
): Map<string, ReleaseComponent['reference']> {
  const { architectures } = read(payload, t('bootImages'), () => {
    const { data } = BootImages.parse(yamlValue(String(bytes)));
    return Stream.parse(parseJson(data.stream));
  });
  const images = new Map<string, ReleaseComponent['reference']>();
  for (const [architecture, { images: named }] of Object.entries(architectures)) {
    const reference = named?.kubevirt?.['digest-ref'];
    if (reference) images.set(architecture, byDigest(payload, t('kubevirtOf', { architecture }), reference));
  }
  return images;
}

function byDigest(payload: string, name: string, text: string): ReleaseComponent['reference'] {
  const reference = read(payload, name, () => parseReference(text));
  const { digest } = reference;
  if (reference.transport !== 'docker' || !reference.domain || !digest) {
    throw invalid(payload, t('componentWithoutDigest', { name, reference: text }));
  }
  return { ...reference, digest };
}

function read<T>(payload: string, part: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)[0]
        : (error as Error).message;
    throw invalid(payload, t('partUnreadable', { part: part, error: why ?? '' }), error);
  }
}

function invalid(payload: string, fault: string, cause?: unknown): AirlockError {
  return new AirlockError('payload-invalid', t('releaseInvalid', { release: payload, fault }), {
    side: 'source',
    cause,
  });
}
