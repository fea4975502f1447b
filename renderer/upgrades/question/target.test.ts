import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { targetOf } from './target.ts';

const MADE = '/w/upgrade-1-to-2.yaml';

test('the first configuration of the workspace unless another one is chosen', () => {
  const files = ['/w/a.yaml', '/w/b.yaml'];
  expect(targetOf(files, undefined, MADE)).toEqual({
    file: '/w/a.yaml',
    value: '/w/a.yaml',
    options: [
      ['/w/a.yaml', 'a.yaml'],
      ['/w/b.yaml', 'b.yaml'],
      ['new', t('newFileOption', { name: 'upgrade-1-to-2.yaml' })],
    ],
  });
  expect(targetOf(files, '/w/b.yaml', MADE).file).toBe('/w/b.yaml');
  expect(targetOf(files, 'new', MADE)).toMatchObject({ file: MADE, value: 'new' });
});

test('a new file in a workspace without configurations', () => {
  expect(targetOf([], undefined, MADE)).toEqual({
    file: MADE,
    value: 'new',
    options: [['new', t('newFileOption', { name: 'upgrade-1-to-2.yaml' })]],
  });
});

test('an existing file with the name of the new one is changed', () => {
  const target = targetOf(['/w/a.yaml', MADE], 'new', MADE);
  expect(target).toMatchObject({ file: MADE, value: MADE });
  expect(target.options.map(([value]) => value)).toEqual(['/w/a.yaml', MADE]);
});
