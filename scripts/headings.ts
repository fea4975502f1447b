import { readFileSync, statSync } from 'node:fs';
import { withoutFences } from './documented-commands.ts';

/** Returns the anchors of a Markdown file's headings, as code hosts make them; none for a folder. */
export function headings(file: string): string[] {
  if (!statSync(file).isFile()) return [];
  return [...withoutFences(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
