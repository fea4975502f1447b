import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageContent, parseManifest } from '../../base/image/manifest.ts';
import type { OcpGraph } from '../ocp/graph.ts';
import { type GraphSource, readGraphDataArchive } from '../ocp/open-graph.ts';

/**
 * The graph data in an image such as `graph: true` makes one. Layers are read from the last to the first, up to the one
 * that has it; below are those of the base image. Of a manifest list the first instance is read: they hold the same.
 * @param origin what to call the image in messages
 * @throws AirlockError `graph-invalid` when no layer has graph data; what the reader throws
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
  throw new AirlockError(
    'graph-invalid',
    `${origin} holds no graph data: ${last?.message ?? 'it has no layers'}`,
    {
      remedy: 'Name an image that was made of graph data, as `graph: true` makes one.',
    },
  );
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
  throw new AirlockError('manifest-invalid', `${image.repository}: its manifest list names no image`);
}
