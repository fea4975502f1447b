import type { ImageContentReader } from '../../base/collected/collected.ts';
import { parseManifest } from '../../base/image/manifest.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';

/** The progress of reading a catalog in bytes. For an image, in bytes of its compressed layers, which may not all be needed. */
export interface CatalogProgress {
  catalog: string;
  done: number;
  total: number;
}

type Report = ((progress: CatalogProgress) => void) | undefined;

/** Returns a reader that reports its progress. */
export function reportingReader(
  reader: ImageContentReader,
  catalog: string,
  report: Report,
): ImageContentReader {
  let done = 0;
  let total = 0;
  return {
    async manifest(source, signal) {
      const manifest = await reader.manifest(source, signal);
      const content = parseManifest(manifest.bytes, manifest.mediaType);
      if (content.kind === 'image')
        total += [content.config, ...content.layers].reduce((sum, { size }) => sum + size, 0);
      return manifest;
    },
    async *blob(source, blob, signal) {
      for await (const chunk of reader.blob(source, blob, signal)) {
        done += chunk.length;
        report?.({ catalog, done, total });
        yield chunk;
      }
    },
  };
}

/** Returns files that report the progress of reading them. */
export async function* reportingFiles(
  files: AsyncIterable<CatalogFile>,
  { catalog, total }: { catalog: string; total: number },
  report: Report,
): AsyncGenerator<CatalogFile> {
  let done = 0;
  for await (const { path, content } of files)
    yield {
      path,
      content: (async function* () {
        for await (const chunk of content) {
          done += chunk.length;
          report?.({ catalog, done, total });
          yield chunk;
        }
      })(),
    };
}
