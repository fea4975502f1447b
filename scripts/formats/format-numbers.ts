import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.ts';

/** The places of format numbers in code: constants, `FileFormat`s, schemas, and lines of journals. */
const NUMBERS = [
  /\bconst \w*FORMAT\w* = (\d+);/g,
  /\bcurrent: (\d+)\b[^;]*FileFormat\b/g,
  /\bformat: z\.literal\((\d+)\)/g,
  /\bt: 'open'[,;] format: (\d+)/g,
  /\bJSON\.stringify\(\{ format: (\d+)/g,
];

/**
 * Files that are written again without their former content: caches, and files that exist only while a process runs. A former
 * format of them needs no example.
 */
export const REBUILT = new Set([
  'core/app/notices/expiry-watch.ts',
  'core/app/service/practice/practice-file.ts',
  'core/content/catalog/index/index-layout.ts',
  'core/content/helm/charts/saved-charts.ts',
  'core/media/check/check-reports.ts',
  'core/registry/capabilities/profile.ts',
  'core/runs/control/live-file.ts',
]);

/** Returns the format numbers in the engine's code that need examples, by file. */
export function formatNumbers(): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const path of globSync('core/**/*.ts', { cwd: ROOT }).toSorted()) {
    if (/\.(test|fixture)\.ts$/.test(path) || REBUILT.has(path)) continue;
    const text = readFileSync(join(ROOT, path), 'utf8');
    const numbers = NUMBERS.flatMap((form) => [...text.matchAll(form)].map(([, number]) => Number(number)));
    if (numbers.length > 0) found[path] = [...new Set(numbers)].toSorted((a, b) => a - b);
  }
  return found;
}
