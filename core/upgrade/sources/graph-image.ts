import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageContent, parseManifest } from '../../base/image/manifest.ts';
import type { OcpGraph } from '../ocp/graph.ts';
import { type GraphSource, readGraphDataArchive } from '../ocp/open-graph.ts';
import { t } from './messages.ts';

/**
 * Returns the graph-data in an image such as one that `graph: true` builds. Layers are read from the last to the first
 * until one contains graph-data, since the first ones belong to the base image. In a manifest list the first instance is
 * read, because all contain the same.
 * @param origin name of the image in messages
 * @throws AirlockError `graph-invalid` if no layer contains graph-data, and those of the reader
 */
export async function graphFromImage(
  content: ImageContentReader,
  image: ImageSourceReference,
  origin: string,
  source: GraphSource,
): Promise<OcpGraph> {
  const { layers } = await instanceOf(content, image, source.signal);
  let last: AirlockError | undefined;
  for (const layer of layers.toReversed()) {
    if (layer.urls?.length) continue;
    try {
      return await readGraphDataArchive(content.blob(image, layer, source.signal), origin, source);
    } catch (error) {
      if (!(error instanceof AirlockError) || error.code !== 'graph-invalid') throw error;
      last ??= error;
    }
  }
  const reason = last?.message ?? t('layersMissing');
  throw new AirlockError('graph-invalid', t('imageWithoutGraph', { image: origin, reason }), {
    remedy: t('imageWithoutGraphRemedy'),
  });
}

async function instanceOf(
  content: ImageContentReader,
  image: ImageSourceReference,
  signal: AbortSignal | undefined,
): Promise<ImageContent> {
  const { bytes, mediaType } = await content.manifest(image, signal);
  const parsed = parseManifest(bytes, mediaType);
  if (parsed.kind === 'image') return parsed;
  const [first] = parsed.manifests;
  const below = first && (await content.manifest({ ...image, digest: first.digest }, signal));
  const instance = below && parseManifest(below.bytes, below.mediaType);
  if (instance?.kind === 'image') return instance;
  throw new AirlockError('manifest-invalid', t('manifestListEmpty', { repository: image.repository }));
}
