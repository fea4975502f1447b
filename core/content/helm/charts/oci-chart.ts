import { valid } from 'semver';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Descriptor, parseManifest } from '../../../base/image/manifest.ts';
import type { Registries } from '../../../registry/exchange/registry.ts';
import { t } from '../messages.ts';
import { MOST_BYTES } from './files.ts';
import { chooseVersion } from './versions.ts';

const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const CONTENT = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

/** A chart in a registry: host, and repository that ends with the chart's name. */
export interface OciChart {
  host: string;
  repository: string;
}

/** Returns the chart of a name below `oci://host/path`. */
export function ociChart(repository: URL, name: string): OciChart {
  const path = repository.pathname.replace(/^\/+|\/+$/g, '');
  return { host: repository.host, repository: path ? `${path}/${name}` : name };
}

/**
 * Returns the version that a configuration selects, from the registry's tags unless it is exact.
 * @throws AirlockError `chart-unknown`, and those of the registry
 */
export async function chooseOciVersion(
  { host, repository }: OciChart,
  wanted: string | undefined,
  registries: Registries,
  signal?: AbortSignal,
): Promise<string> {
  const registry = registries.at(host);
  const options = signal ? { signal } : {};
  if (wanted && valid(wanted) && (await registry.resolve(repository, tagOf(wanted), options))) return wanted;
  const offered = (await registry.tags(repository, options)).map((tag) => tag.replaceAll('_', '+'));
  return chooseVersion(offered, wanted, `oci://${host}/${repository}`);
}

/**
 * Fetches the packaged chart of a version's tag, unless `stored` returns the archive of its digest.
 * @throws AirlockError `chart-invalid` for another kind of artifact, and those of the registry
 */
export async function fetchOciChart(
  { host, repository }: OciChart,
  version: string,
  registries: Registries,
  stored: (layer: Descriptor) => Promise<Buffer | undefined>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const registry = registries.at(host);
  const options = signal ? { signal } : {};
  const name = `oci://${host}/${repository}:${tagOf(version)}`;
  const manifest = await registry.manifest(repository, tagOf(version), options);
  const content = parseManifest(manifest.bytes, manifest.mediaType);
  const layer =
    content.kind === 'image' && content.config.mediaType === CONFIG
      ? content.layers.find(({ mediaType }) => mediaType === CONTENT)
      : undefined;
  if (!layer)
    throw new AirlockError('chart-invalid', t('notAChart', { artifact: name }), {
      side: 'source',
      remedy: t('notAChartRemedy'),
      expected: CONFIG,
      found: content.kind === 'image' ? content.config.mediaType : content.mediaType,
    });
  if (layer.size > MOST_BYTES)
    throw new AirlockError(
      'chart-invalid',
      t('artifactTooLarge', { artifact: name, size: layer.size, limit: MOST_BYTES }),
      { side: 'source' },
    );
  const known = await stored(layer);
  if (known) return known;
  const parts: Buffer[] = [];
  for await (const part of registry.blob(repository, layer, options)) parts.push(part);
  return Buffer.concat(parts);
}

/** Returns the tag of a version. Tags can't contain `+`. */
function tagOf(version: string): string {
  return version.replaceAll('+', '_');
}
