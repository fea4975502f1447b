import { yamlOf } from '../../base/document/yaml-of.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { parseManifest } from '../../base/image/manifest.ts';
import type { SetFile } from '../../store/archive/write/set-content.ts';

/** Host of all images of an `oc` directory, which doesn't record their origin. */
const UNKNOWN_HOST = 'oc.invalid';
const PAYLOAD = 'quay.io/openshift-release-dev/ocp-release';
const LARGEST = 4 * 1024 * 1024;

/**
 * Returns what a push of an `oc` directory needs in addition to the directory: a configuration that lists its images, and its
 * release signatures from the ConfigMaps in `config/`.
 *
 * The first release becomes `platform.release`, so its components get their usual names and redirections. All other images
 * become `additionalImages` of a host that doesn't exist.
 */
export async function ocConfiguration(
  source: ImageSource,
): Promise<{ configuration: string; files: SetFile[] }> {
  const tags = [...source.tags()].flatMap(([repository, all]) =>
    [...all].map(([tag, digest]) => ({ repository, tag, digest })),
  );
  let release: { tag: string; digest: Digest } | undefined;
  for (const { tag, digest } of tags) {
    if (!release && (await isPayload(source, digest))) release = { tag, digest };
  }
  const ofRelease = ({ repository, tag, digest }: (typeof tags)[number]): boolean =>
    release !== undefined &&
    (digest === release.digest ||
      (/^openshift\/release(-images)?$/.test(repository) && tag.startsWith(`${release.tag}-`)));
  const others = tags.filter((image) => !ofRelease(image) && !/^sha256-[0-9a-f]{64}\./.test(image.tag));
  const configuration = yamlOf({
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    mirror: {
      platform: release && { release: `${PAYLOAD}@${release.digest}` },
      additionalImages:
        others.length > 0
          ? others.map(({ repository, tag }) => ({
              name: `${UNKNOWN_HOST}/${repository}:${tag}`,
            }))
          : undefined,
    },
  });
  return { configuration, files: await signatures(source, tags) };
}

/** Reads the version of a release payload from a label of its configuration. */
async function isPayload(source: ImageSource, digest: Digest): Promise<boolean> {
  try {
    const manifest = parseManifest(await source.bytes(digest));
    if (manifest.kind === 'index') {
      const stored = manifest.manifests.find((instance) => source.size(instance.digest) !== undefined);
      return stored !== undefined && (await isPayload(source, stored.digest));
    }
    const config = JSON.parse((await source.bytes(manifest.config.digest)).toString('utf8')) as {
      config?: { Labels?: Record<string, string> | null };
    };
    return typeof config.config?.Labels?.['io.openshift.release'] === 'string';
  } catch {
    return false;
  }
}

async function signatures(
  source: ImageSource,
  tags: readonly { tag: string; digest: Digest }[],
): Promise<SetFile[]> {
  const files: SetFile[] = [];
  for (const name of source.files('config/')) {
    if (!/\.(ya?ml|json)$/.test(name)) continue;
    const content = await source.file(name);
    if (!content || content.length > LARGEST) continue;
    for (const [digest, message] of messagesIn(content.toString('utf8'))) {
      const tag = tags.find((image) => image.digest === digest)?.tag ?? 'release';
      const file = `signatures/${tag}-sha256-${hexOf(digest)}`;
      if (!files.some((known) => known.name === file)) files.push({ name: file, content: message });
    }
  }
  return files;
}

/** Returns the signatures in a ConfigMap for clusters. They are verified when they are used. */
function* messagesIn(text: string): Generator<[Digest, Buffer]> {
  let value: { kind?: unknown; binaryData?: unknown } | null;
  try {
    value = yamlValue(text) as typeof value;
  } catch {
    return;
  }
  if (value?.kind !== 'ConfigMap' || typeof value.binaryData !== 'object' || value.binaryData === null)
    return;
  for (const [key, message] of Object.entries(value.binaryData)) {
    const digest = `sha256:${/^sha256-([0-9a-f]{64})(?:-\d+)?$/.exec(key)?.[1]}`;
    if (isDigest(digest) && typeof message === 'string') yield [digest, Buffer.from(message, 'base64')];
  }
}
