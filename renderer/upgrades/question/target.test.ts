import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { targetOf } from './target.ts';

const CREATED = '/w/upgrade-1-to-2.yaml';

test('the first configuration of the workspace unless another one is chosen', () => {
  const files = ['/w/a.yaml', '/w/b.yaml'];
  expect(targetOf(files, undefined, CREATED)).toEqual({
    file: '/w/a.yaml',
    value: '/w/a.yaml',
    options: [
      ['/w/a.yaml', 'a.yaml'],
      ['/w/b.yaml', 'b.yaml'],
      ['new', t('newFileOption', { name: 'upgrade-1-to-2.yaml' })],
    ],
  });
  expect(targetOf(files, '/w/b.yaml', CREATED).file).toBe('/w/b.yaml');
  expect(targetOf(files, 'new', CREATED)).toMatchObject({ file: CREATED, value: 'new' });
});

test('a new file in a workspace without configurations', () => {
  expect(targetOf([], undefined, CREATED)).toEqual({
    file: CREATED,
    value: 'new',
    options: [['new', t('newFileOption', { name: 'upgrade-1-to-2.yaml' })]],
  });
});

test('an existing file with the name of the new one is changed', () => {
  const target = targetOf(['/w/a.yaml', CREATED], 'new', CREATED);
  expect(target).toMatchObject({ file: CREATED, value: CREATED });
  expect(target.options.map(([value]) => value)).toEqual(['/w/a.yaml', CREATED]);
});
