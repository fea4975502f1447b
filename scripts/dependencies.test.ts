import { beforeAll, expect, test } from 'vitest';
import { COMPONENTS, HOSTS } from './components.ts';
import { folderCycles, foldersOf, readStructure, type Structure } from './structure.ts';

/** The check once accepted an empty list of modules (TypeScript 7 has no API for it), so it must find ours. */
const FEWEST_MODULES = 400;

let structure: Structure;

beforeAll(async () => {
  structure = await readStructure();
}, 600_000);

test('every module imports only what its folder may import', () => {
  expect(structure.violations).toEqual([]);
  expect(structure.modules).toBeGreaterThan(FEWEST_MODULES);
});

test('no folders import each other in a cycle, at any level', () => {
  expect(structure.imports.length).toBeGreaterThan(FEWEST_MODULES);
  expect(folderCycles(structure.imports)).toEqual([]);
});

test('every folder is on the map, and every folder on the map exists', () => {
  const mapped = [...COMPONENTS, ...HOSTS].flatMap(({ folder, folders }) => [
    folder,
    ...Object.keys(folders).map((name) => `${folder}/${name}`),
  ]);
  expect(foldersOf(structure.imports)).toEqual(['core', ...mapped].sort());
});

test('a cycle of folders is found', () => {
  expect(
    folderCycles([
      ['core/a/x/1.ts', 'core/b/2.ts'],
      ['core/b/3.ts', 'core/a/4.ts'],
    ]),
  ).toEqual(['core: a -> b -> a']);
  expect(
    folderCycles([
      ['core/a/1.ts', 'core/a/b/2.ts'],
      ['core/a/b/3.ts', 'core/a/4.ts'],
    ]),
  ).toEqual(['core/a: . -> b -> .']);
});
