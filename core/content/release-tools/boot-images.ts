import { z } from 'zod';
import { mapOf } from '../../base/document/list-schema.ts';
import { parseJson } from '../../base/document/parse-json.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** A file in the stream metadata of a release: a disk image, an ISO, a kernel. */
export interface BootImage {
  /** Name of the stream, such as `rhel-9`. Absent if the release has only one. */
  stream?: string;
  /** As RHEL names it: x86_64, aarch64, ppc64le, s390x. */
  architecture: string;
  /** Such as `metal`, `vmware` or `openstack`. */
  platform: string;
  /** Such as `iso`, `pxe`, `ova` or `qcow2.gz`. */
  format: string;
  /** `disk`, or the part of a PXE boot: `kernel`, `initramfs`, `rootfs`. */
  part: string;
  /** Build of RHEL CoreOS. */
  build: string;
  url: string;
  /** Of the file as downloaded. Hexadecimal digits. */
  sha256: string;
}

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const Part = z.object({ location: z.string().regex(/^https?:\/\/\S+$/), sha256: SHA256 });
const Platform = z.object({ release: z.string(), formats: mapOf(mapOf(Part)) });
const Stream = z.object({
  architectures: mapOf(z.object({ artifacts: mapOf(Platform).optional() })),
});
const ConfigMap = z.object({ data: z.object({ stream: z.string(), streams: z.string().optional() }) });

/**
 * Returns the files that the installer's stream metadata lists: URL and SHA-256 by architecture, platform and format
 * (openshift/installer: hack/build-coreos-manifest.go; coreos/stream-metadata-go: Stream). Releases with several versions
 * of RHEL have a stream for each.
 * @param bytes the manifest of the ConfigMap `coreos-bootimages`
 * @param release its name in messages
 * @throws AirlockError `payload-invalid`
 */
export function parseBootImages(bytes: Uint8Array, release: string): BootImage[] {
  try {
    const { data } = ConfigMap.parse(yamlValue(String(bytes)));
    const streams = data.streams === undefined ? {} : mapOf(Stream).parse(parseJson(data.streams));
    const names = Object.keys(streams);
    if (names.length > 1)
      return names.flatMap((name) => filesOf(streams[name]!).map((file) => ({ stream: name, ...file })));
    return filesOf(Stream.parse(parseJson(data.stream)));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const fault = issue ? `${issue.path.join('.')}: ${issue.message}` : (error as Error).message;
    throw new AirlockError('payload-invalid', t('bootImagesInvalid', { release, fault }), {
      side: 'source',
      cause: error,
    });
  }
}

function filesOf({ architectures }: z.output<typeof Stream>): BootImage[] {
  return Object.entries(architectures).flatMap(([architecture, { artifacts = {} }]) =>
    Object.entries(artifacts).flatMap(([platform, { release: build, formats }]) =>
      Object.entries(formats).flatMap(([format, parts]) =>
        Object.entries(parts).map(([part, { location: url, sha256 }]) => ({
          ...{ architecture, platform, format, part, build, url, sha256 },
        })),
      ),
    ),
  );
}

/** Returns the SHA-256 values of the live ISO for an architecture: one for each stream. */
export function isoDigests(images: readonly BootImage[], architecture: string): string[] {
  return images
    .filter((image) => image.architecture === architecture && image.platform === 'metal')
    .filter(({ format, part }) => format === 'iso' && part === 'disk')
    .map(({ sha256 }) => sha256);
}
