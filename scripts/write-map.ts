// node scripts/write-map.ts: writes the map into docs/architecture.md from scripts/components.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPONENTS, type Component, HOSTS, TOOLS } from './components.ts';
import { ROOT } from './run.ts';

export const MAP_DOCUMENT = 'docs/architecture.md';
const BEGIN = '<!-- map: written by `node scripts/write-map.ts` from scripts/components.ts -->';
const END = '<!-- end of map -->';

/** Returns the document with the map of this moment. @throws Error when its place isn't marked */
export function withMap(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${MAP_DOCUMENT} has no place for the map`);
  return `${before}${BEGIN}\n\n${map()}\n${END}${after}`;
}

function map(): string {
  const overview = [
    '| layer | component of the engine | contains |',
    '| --- | --- | --- |',
    ...COMPONENTS.map(({ layer, folder, contains: matches }) => `| ${layer} | \`${folder}\` | ${matches} |`),
  ];
  const others = [
    '| directory | contains |',
    '| --- | --- |',
    ...HOSTS.map(({ folder, contains: matches }) => `| \`${folder}\` | ${matches} |`),
    ...Object.entries(TOOLS).map(([folder, matches]) => `| \`${folder}\` | ${matches} |`),
  ];
  const details = [...COMPONENTS, ...HOSTS]
    .filter(({ folders }) => Object.keys(folders).length > 0)
    .map(detail);
  return [overview.join('\n'), others.join('\n'), ...details].map((part) => `${part}\n`).join('\n');
}

function detail({ folder, folders }: Omit<Component, 'layer'>): string {
  const rows = Object.entries(folders).map(([name, matches]) => `- \`${folder}/${name}\`: ${matches}`);
  return `### ${folder}\n\n${rows.join('\n')}`;
}

if (import.meta.main) {
  const path = join(ROOT, MAP_DOCUMENT);
  writeFileSync(path, withMap(readFileSync(path, 'utf8')));
}
