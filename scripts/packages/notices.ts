import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.ts';

const NOTICE_FILE = /^(licen[cs]e|notice|copying|copyright)([.-].*)?$/i;

/**
 * Returns the third-party notices of a package: name, version, license and notice files of each dependency in it.
 * @param packages directories of the packages, relative to the checkout
 * @param nodeLicense text of Node's license, if Node is included
 */
export function noticesOf(packages: Iterable<string>, nodeLicense?: string): string {
  const parts = [...packages].toSorted().map((directory) => {
    const folder = join(ROOT, directory);
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const texts = readdirSync(folder)
      .filter((file) => NOTICE_FILE.test(file))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'no license named'})`, ...texts].join('\n\n');
  });
  const node = nodeLicense === undefined ? [] : [`Node.js\n\n${nodeLicense.trim()}`];
  const line = '-'.repeat(78);
  return `${['Airlock contains the following third-party software.', ...node, ...parts].join(`\n\n${line}\n`)}\n`;
}
