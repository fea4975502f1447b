import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryReason, entryText, shortReason } from './entry-reason.ts';

test('an entry has its path, and its line where that is known', () => {
  const path = 'mirror.operators[0]';
  expect(entryText({ path, file: '/w/isc.yaml', line: 5 }, 'other')).toBe(
    'mirror.operators[0] (/w/isc.yaml:5)',
  );
  expect(entryText({ path, line: 5 }, 'other')).toBe('mirror.operators[0] (line:5)');
  expect(entryText({ path, file: '/w/isc.yaml' }, 'other')).toBe(path);
  expect(entryText({ file: 'isc.yaml', line: 2 }, path)).toBe('mirror.operators[0] (isc.yaml:2)');
  expect(entryText(undefined, path)).toBe(path);
});

test('puts the reason of an image before its position, without the folder', () => {
  expect(shortReason('mirror.operators[0] (/w/my operators.yaml:5): needed by bundle anvil.v1')).toBe(
    'needed by bundle anvil.v1 (my operators.yaml:5)',
  );
  expect(shortReason('mirror.additionalImages[2] (isc.yaml:9)')).toBe(
    'mirror.additionalImages[2] (isc.yaml:9)',
  );
});

test('leaves other reasons unchanged', () => {
  for (const text of [
    'channel stable-4.16, newest',
    'mirror.operators[0]: bundle anvil.v1',
    '',
    'platform.graph',
  ])
    expect(shortReason(text)).toBe(text);
});

test('parses every written reason of an entry', () => {
  const name = fc.stringMatching(/^[\w.-]{1,12}$/);
  fc.assert(
    fc.property(
      fc.array(name),
      name,
      fc.integer({ min: 1 }),
      fc.stringMatching(/^\w[^\n]*$/),
      (folders, file, line, reason) => {
        const at = { path: 'mirror.helm.local[3]', file: ['', ...folders, file].join('/'), line };
        const entry = entryText(at, '');
        expect(shortReason(entry)).toBe(`mirror.helm.local[3] (${file}:${line})`);
        expect(shortReason(entryReason(entry, reason))).toBe(`${reason} (${file}:${line})`);
      },
    ),
  );
});
