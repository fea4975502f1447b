import type { Platform } from '../../base/image/manifest.ts';
import type { BaseImage } from './base-image.ts';
import { type ExtendedImage, extendImage } from './extend-image.ts';
import { readGraphData } from './graph-data.ts';
import { GRAPH_DATA_FOLDER, graphLayer } from './graph-layer.ts';

/**
 * The update service copies the graph data from the image by running it
 * (openshift/cincinnati-operator/docs/graph-data-init-container.md).
 */
const COMMAND = ['/bin/bash', '-c', `exec cp -rp /${GRAPH_DATA_FOLDER}/* /var/lib/cincinnati/graph-data`];

/**
 * Builds the graph-data image: the base with one more layer. The same base digest, platforms and graph data result in the
 * same bytes (with the same zlib, that of the pinned Node). Doesn't push the image.
 * @param graphData tar.gz from the update service
 * @param platforms only these instances of the base, or all if empty
 * @throws AirlockError `archive-hostile`, `archive-malformed`, `graph-invalid` for the graph data; those of
 *   `extendImage` for the base
 */
export async function buildGraphImage(
  base: BaseImage,
  graphData: Uint8Array,
  platforms: Platform[] = [],
): Promise<ExtendedImage> {
  const layer = await graphLayer(await readGraphData(graphData));
  return extendImage(base, platforms, {
    layerFor: () => layer,
    configure: ({ Entrypoint: _entrypoint, ...settings }) => ({
      // An entry point of the base would use the command as its arguments.
      settings: { ...settings, Cmd: COMMAND },
      step: {
        created: new Date(0).toISOString(),
        created_by: `airlock: graph data in /${GRAPH_DATA_FOLDER}`,
      },
    }),
  });
}
