import type { WorkingFiles } from '../../base/collected/collected.ts';
import { hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { carriedHelmFiles } from '../../content/helm/charts/saved-charts.ts';
import { carriedCatalogFiles } from '../../content/operator/carried-catalog.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import { templateFile } from '../../content/operator/source-template.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { graphFile } from '../../content/release/cincinnati.ts';
import { parseImageName } from '../../content/trust/docker-reference.ts';
import type { TrustedImage } from '../../content/trust/evaluate.ts';
import { CARRIED_SIGNATURES, carriedFolder } from '../../content/trust/lookaside.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import type { SetFile } from '../../store/archive/write/set-content.ts';
import type { BlobCache } from '../../store/workspace/blob-cache.ts';
import { BUILT_FROM_FILE, builtFromText, type NamedOriginal } from './built-from-file.ts';
import { trusted } from './image-trust.ts';

/** Manifests of a payload that the other side reads. The others stay in the payload image. */
/** The version that created a set, as oc-mirror writes it. Without it, oc-mirror warns. */
export const VERSION_FILE = 'internal/oc-mirror-version.json';

const READ_ON_THE_OTHER_SIDE = [
  'image-references',
  'release-metadata',
  '0000_50_installer_coreos-bootimages.yaml',
];

/**
 * Returns all files of a set: {@link carriedFiles}, and those of catalogs. The cache stores each by digest, because later
 * runs change them and `runs replay` may need these.
 */
export async function filesOfSet(
  carried: { name: string; content: Buffer | string }[],
  catalogs: CollectedCatalog[],
  cache: BlobCache,
): Promise<SetFile[]> {
  const all: SetFile[] = [...carried];
  for (const { content } of carried) await cache.put(sha256(content), Buffer.from(content));
  for (const catalog of catalogs)
    for await (const { name, content } of carriedCatalogFiles(catalog)) {
      const digest = sha256(content);
      await cache.put(digest, content);
      // Catalogs are large, so they are read again when they are written.
      all.push({ name, content: () => cache.bytes(digest, content.length) });
    }
  return all;
}

/**
 * Returns the files below `working-dir/` that the other side needs for these images, without catalogs: update graphs,
 * release signatures, image references of payloads, charts, and signatures of images from lookasides. Every set contains
 * all files of its configuration.
 */
export async function carriedFiles(
  files: WorkingFiles,
  configuration: ImageSetConfiguration,
  images: PlannedImage[],
  tool: string,
  graphBase?: NamedOriginal,
): Promise<{ name: string; content: Buffer | string }[]> {
  const names = new Set<string>();
  const payloads = images.filter(({ kind }) => kind === 'ocpRelease');
  for (const name of await files.list('signatures/')) {
    if (payloads.some(({ source }) => source.digest && name.endsWith(`-sha256-${hexOf(source.digest)}`)))
      names.add(name);
  }
  for (const name of await files.list('hold-release/')) {
    const [, , tag, folder, file] = name.split('/');
    if (
      folder === 'release-manifests' &&
      READ_ON_THE_OTHER_SIDE.includes(file!) &&
      payloads.some((p) => p.destination.tag === tag)
    )
      names.add(name);
  }
  const folders = signatureFolders([
    ...images.map((image) => trusted(image)),
    ...(graphBase ? [graphBase] : []),
  ]);
  for (const name of await files.list(CARRIED_SIGNATURES))
    if (folders.has(name.slice(0, name.lastIndexOf('/') + 1))) names.add(name);
  const { platform, operators, helm } = configuration;
  for (const { targetCatalogSourceTemplate: template } of operators)
    if (template) names.add(templateFile(template));
  if (helm) for (const name of await carriedHelmFiles(helm, files)) names.add(name);
  const architectures = platform?.platforms.length ? ['multi'] : (platform?.architectures ?? []);
  const existing = new Set(await files.list('hold-release/cincinnati-graph-data/'));
  for (const channel of platform?.release ? [] : (platform?.channels ?? [])) {
    for (const architecture of architectures) names.add(graphFile({ architecture, channel: channel.name }));
  }
  // Paths across minors pass through channels that aren't in the configuration.
  if ((platform?.channels.length ?? 0) > 1) for (const name of existing) names.add(name);
  const carried: { name: string; content: Buffer | string }[] = [];
  for (const name of [...names].sort()) {
    const content = await files.read(name);
    if (content) carried.push({ name, content });
  }
  const catalogs = images.filter(({ kind }) => kind === 'operatorCatalog').map((image) => trusted(image));
  if (graphBase || catalogs.length > 0)
    carried.push({ name: BUILT_FROM_FILE, content: builtFromText({ graphBase, catalogs }) });
  carried.push({
    name: VERSION_FILE,
    content: `${JSON.stringify({ gitVersion: tool, gitCommit: '' }, null, 2)}\n`,
  });
  return carried;
}

/** Returns the files with signatures of these images that a policy required (see `keepingLookaside`). */
function signatureFolders(images: readonly TrustedImage[]): Set<string> {
  const folders = new Set<string>();
  for (const { reference, digest, instances = [] } of images) {
    const name = parseImageName(reference);
    if (name) for (const each of [digest, ...instances]) folders.add(carriedFolder(name, each));
  }
  return folders;
}
