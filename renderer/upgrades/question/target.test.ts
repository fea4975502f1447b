import { expect, test } from 'vitest';
import { targetOf } from './target.ts';

const MADE = '/w/upgrade-1-to-2.yaml';

test('the first configuration of the workspace, until another one is chosen', () => {
  const files = ['/w/a.yaml', '/w/b.yaml'];
  expect(targetOf(files, undefined, MADE)).toEqual({
    file: '/w/a.yaml',
    value: '/w/a.yaml',
    options: [
      ['/w/a.yaml', 'a.yaml'],
      ['/w/b.yaml', 'b.yaml'],
      ['new', 'A new file, upgrade-1-to-2.yaml'],
    ],
  });
  expect(targetOf(files, '/w/b.yaml', MADE).file).toBe('/w/b.yaml');
  expect(targetOf(files, 'new', MADE)).toMatchObject({ file: MADE, value: 'new' });
});

test('a new file where there is none', () => {
  expect(targetOf([], undefined, MADE)).toEqual({
    file: MADE,
    value: 'new',
    options: [['new', 'A new file, upgrade-1-to-2.yaml']],
  });
});

test('a file of the name of the new one is changed, not made', () => {
  const target = targetOf(['/w/a.yaml', MADE], 'new', MADE);
  expect(target).toMatchObject({ file: MADE, value: MADE });
  expect(target.options.map(([value]) => value)).toEqual(['/w/a.yaml', MADE]);
});
