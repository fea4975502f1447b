import { z } from 'zod';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { parseJson } from '../../base/document/parse-json.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';

/** One image that a release consists of. */
export interface ReleaseComponent {
  /** e.g. `etcd`; fit to be part of a tag. */
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
 * The components that `release-manifests/image-references` names, in its order. One digest may have several names.
 * @param payload what to call the release in messages
 * @throws AirlockError `payload-invalid`: not an ImageStream, a name twice, an image without digest
 */
export function parseImageReferences(bytes: Uint8Array, payload: string): ReleaseComponent[] {
  const { spec } = read(payload, 'image-references', () => ImageStream.parse(parseJson(String(bytes))));
  const names = new Set<string>();
  return spec.tags.map(({ name, from }) => {
    if (!/^\w[\w.-]*$/.test(name))
      throw invalid(payload, `component ${JSON.stringify(name)} cannot be a tag`);
    if (names.has(name)) throw invalid(payload, `component ${name} occurs twice`);
    names.add(name);
    return { name, reference: byDigest(payload, name, from.name) };
  });
}

/** The version that `image-references` states; undefined when it names none. */
export function releaseVersion(bytes: Uint8Array): string | undefined {
  return Named.safeParse(parseJson(String(bytes))).data?.metadata.name;
}

/**
 * The KubeVirt disk of each architecture (x86_64, s390x, …) that the boot images of a release name (oc-mirror v2:
 * internal/pkg/release/local_stored_collector.go).
 * @param bytes `0000_50_installer_coreos-bootimages.yaml`
 * @throws AirlockError `payload-invalid`
 */
export function parseKubevirtImages(
  bytes: Uint8Array,
  payload: string,
): Map<string, ReleaseComponent['reference']> {
  const { architectures } = read(payload, 'the boot images', () => {
    const { data } = BootImages.parse(yamlValue(String(bytes)));
    return Stream.parse(parseJson(data.stream));
  });
  const images = new Map<string, ReleaseComponent['reference']>();
  for (const [architecture, { images: named }] of Object.entries(architectures)) {
    const reference = named?.kubevirt?.['digest-ref'];
    if (reference) images.set(architecture, byDigest(payload, `kubevirt of ${architecture}`, reference));
  }
  return images;
}

function byDigest(payload: string, name: string, text: string): ReleaseComponent['reference'] {
  const reference = read(payload, name, () => parseReference(text));
  const { digest } = reference;
  if (reference.transport !== 'docker' || !reference.domain || !digest) {
    throw invalid(payload, `component ${name} is ${text}, not an image by digest`);
  }
  return { ...reference, digest };
}

function read<T>(payload: string, what: string, how: () => T): T {
  try {
    return how();
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)[0]
        : (error as Error).message;
    throw invalid(payload, `${what} cannot be understood: ${why}`, error);
  }
}

function invalid(payload: string, what: string, cause?: unknown): AirlockError {
  return new AirlockError('payload-invalid', `release ${payload}: ${what}`, { side: 'source', cause });
}
