import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { CollectedImage } from '../../../base/collected/collected.ts';
import { contentOf } from '../../../content/plan/planned-image.ts';
import { plannedFromLayout } from '../../../content/plan/planned-layout.ts';
import { type ImageLayout, openImageLayout } from '../../../store/archive/image-layout.ts';
import type { ContentTable } from './content-table.ts';
import type { Contents } from './known-contents.ts';

/** Images in folders of this host (`oci://`), which are read without a look-up. */
export interface Layouts {
  /**
   * @param path path of the reference, relative to the configuration's folder
   * @throws AirlockError `layout-invalid`, `disk`
   */
  open(path: string, file: string): Promise<ImageLayout>;
  /** Returns the content of an image in a folder, as a run copies it. @throws AirlockError as `plannedFromLayout` */
  contents(image: CollectedImage, layout: ImageLayout): Promise<Contents>;
  close(): Promise<void>;
}

export function layouts(table: ContentTable): Layouts {
  const opened = new Map<string, { at: number; layout: Promise<ImageLayout> }>();
  const found = new WeakMap<ImageLayout, Map<string, Contents>>();
  return {
    async open(path, file) {
      const folder = resolve(dirname(file), path);
      const at = (await stat(join(folder, 'index.json')).catch(() => undefined))?.mtimeMs ?? 0;
      const before = opened.get(folder);
      if (before?.at === at) return before.layout;
      const layout = openImageLayout(folder);
      opened.set(folder, { at, layout });
      layout.catch(() => opened.delete(folder));
      await before?.layout.then((old) => old.close());
      return layout;
    },
    async contents(image, layout) {
      const key = JSON.stringify(image.platforms ?? []);
      const known = found.get(layout) ?? new Map<string, Contents>();
      found.set(layout, known);
      const before = known.get(key);
      if (before) return before;
      const { manifests, blobs } = contentOf(await plannedFromLayout(image, layout));
      const contents = Uint32Array.from(
        new Set([...manifests, ...blobs].map(({ digest, size }) => table.numberOf(digest, size))),
      );
      known.set(key, contents);
      return contents;
    },
    async close() {
      for (const { layout } of opened.values()) await layout.then((each) => each.close()).catch(() => {});
      opened.clear();
    },
  };
}
