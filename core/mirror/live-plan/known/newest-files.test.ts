import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workingFiles } from '../../../store/workspace/working-files.ts';
import { savedAnswers } from '../../../upgrade/sources/saved-answers.ts';
import { type NewestFiles, newestFiles } from './newest-files.ts';

let directory: string;
let first: string;
let second: string;
let files: NewestFiles;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-newest-'));
  [first, second] = [join(directory, 'first'), join(directory, 'second')];
  files = newestFiles([first, second], []);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Writes a file and sets its time, in seconds since 1970. */
async function put(folder: string, name: string, text: string, at: number): Promise<void> {
  await workingFiles(folder, { colons: true }).write(name, text);
  await utimes(join(folder, ...name.split('/')), at, at);
}
const textOf = async (name: string) => (await files.read(name))?.toString();

test.each([
  ['the first folder', 2000, 1000, 'first'],
  ['the second folder', 1000, 2000, 'second'],
])('the newer copy counts, here that of %s', async (_, one, two, text) => {
  await put(first, 'graphs/a.json', 'first', one);
  await put(second, 'graphs/a.json', 'second', two);
  expect(await textOf('graphs/a.json')).toBe(text);
  expect(await files.writtenAt('graphs/a.json')).toBe(2_000_000);
});

test('a file of one folder alone is read from there', async () => {
  await put(second, 'graphs/only.json', 'here', 1000);
  expect(await textOf('graphs/only.json')).toBe('here');
  expect(await files.writtenAt('graphs/only.json')).toBe(1_000_000);
});

test('a file of no folder is undefined, and has no time', async () => {
  expect(await textOf('graphs/none.json')).toBeUndefined();
  expect(await files.writtenAt('graphs/none.json')).toBeUndefined();
  expect(await files.list('graphs/')).toEqual([]);
});

test('a list has each name once, in order', async () => {
  await put(first, 'graphs/b.json', '', 1000);
  await put(first, 'graphs/a.json', '', 1000);
  await put(second, 'graphs/a.json', '', 2000);
  await put(second, 'other/c.json', '', 2000);
  expect(await files.list('graphs/')).toEqual(['graphs/a.json', 'graphs/b.json']);
});

test('a write goes into the first folder and becomes the newest copy', async () => {
  await put(second, 'a.json', 'old', 1000);
  await files.write('a.json', 'new');
  expect(await textOf('a.json')).toBe('new');
  expect((await workingFiles(first, { colons: true }).read('a.json'))?.toString()).toBe('new');
  expect((await workingFiles(second, { colons: true }).read('a.json'))?.toString()).toBe('old');
});

test('a newer response of the update service counts unless it is damaged', async () => {
  const answers = savedAnswers(join(directory, 'graphs'), undefined, () => {});
  files = newestFiles([first], [answers]);
  await put(first, 'graph.json', 'workspace', 1000);
  await answers.files.write('graph.json', 'service');
  expect(await textOf('graph.json')).toBe('service');
  await put(answers.folder, 'graph.json', 'without its checksum', 3000);
  expect(await textOf('graph.json')).toBe('workspace');
  expect(await files.writtenAt('graph.json')).toBe(1_000_000);
});
