import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { type DocumentHeading, parsePage, sectionsOf } from '../renderer/docs/parse.ts';
import { ROOT } from './run.ts';

const QUERY = '?headings';

/** Returns a plugin that loads `PAGE.md?headings` as the headings of the page, with their addresses in the app. */
export function documentHeadings(): Plugin {
  return {
    name: 'document-headings',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return undefined;
      const path = id.slice(0, -QUERY.length);
      this.addWatchFile(path);
      const page = parsePage(relative(ROOT, path).replaceAll('\\', '/'), await readFile(path, 'utf8'));
      const headings = sectionsOf(page).map(
        ({ address, heading, page: title }): DocumentHeading => ({ address, heading, page: title }),
      );
      return `export default ${JSON.stringify(headings)};`;
    },
  };
}
