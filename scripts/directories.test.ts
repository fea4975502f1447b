import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';

const MOST_FILES = 25;
/** This number of files with one prefix belongs in a directory of that name. */
const MOST_WITH_PREFIX = 4;

const files = globSync('{core,cli,renderer,electron}/**/*.*', { cwd: ROOT }).filter(
  (file) => !/[.](test|fixture)[.]|[.]css$/.test(file),
);

test('no directory has five production files with one prefix', () => {
  const groups = Map.groupBy(files, (file) => `${dirname(file)}/${basename(file).split(/[-.]/)[0]}`);
  expect(groups.size).toBeGreaterThan(500);
  const found = [...groups].filter(([, named]) => named.length > MOST_WITH_PREFIX);
  expect(
    found.map(([name, named]) => `${dirname(name)}: ${named.length} files begin with ${basename(name)}`),
  ).toEqual([]);
});

test(`no folder has more than ${MOST_FILES} production files`, () => {
  const folders = Map.groupBy(files, (file) => dirname(file));
  expect(folders.size).toBeGreaterThan(100);
  const found = [...folders].filter(([, stored]) => stored.length > MOST_FILES);
  expect(found.map(([folder, stored]) => `${folder}: ${stored.length} files`)).toEqual([]);
});
