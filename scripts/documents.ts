import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

/** Returns the README, the other documents at the top and everything below docs/, by path from the top of the repository. */
export function documents(): { file: string; text: string }[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** Returns the names of the screenshots that documents show. */
export function screenshotsInDocs(): Set<string> {
  return new Set(
    documents().flatMap(({ text }) =>
      [...text.matchAll(/screenshots\/([\w-]+\.png)/g)].map(([, name]) => name!),
    ),
  );
}
