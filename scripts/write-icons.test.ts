import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';
import { ICON_DIRECTORY, renderIcons } from './write-icons.ts';

const svg = await readFile(join(ICON_DIRECTORY, 'icon.svg'), 'utf8');

test('resources/icons has exactly what scripts/write-icons.ts renders from icon.svg', async () => {
  const icons = await renderIcons(svg);
  const entries = await readdir(ICON_DIRECTORY, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const expected = ['icon.svg', ...icons.keys()].map((name) => join(ICON_DIRECTORY, name));
  expect(files.toSorted()).toEqual(expected.toSorted());
  const stale: string[] = [];
  for (const [name, content] of icons)
    if (!(await readFile(join(ICON_DIRECTORY, name))).equals(content)) stale.push(name);
  expect(stale).toEqual([]);
  const changed = await renderIcons(svg.replace('#0066cc', '#0066cd'));
  expect(Buffer.from(changed.get('icon.png')!).equals(icons.get('icon.png')!)).toBe(false);
});

test('the icon shows the logo of the app', async () => {
  const logo = await readFile(join(ROOT, 'renderer', 'app-state', 'logo.tsx'), 'utf8');
  const paths = (text: string) => [...text.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  expect(paths(svg)).toEqual(paths(logo));
  expect(paths(svg)).toHaveLength(3);
});

test('ICO and ICNS have the sizes that Windows and macOS show', async () => {
  const ico = await readFile(join(ICON_DIRECTORY, 'icon.ico'));
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + index * 16] || 256);
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
  const icns = await readFile(join(ICON_DIRECTORY, 'icon.icns'));
  const types: string[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    types.push(icns.toString('latin1', at, at + 4));
  expect(types).toEqual(
    expect.arrayContaining(['icp4', 'icp5', 'ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14']),
  );
});
