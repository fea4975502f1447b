import { expect, test } from 'vitest';
import { because } from './because.ts';

test('what asked for an image comes before its place, without the folder', () => {
  expect(because('mirror.operators[0] (/w/my operators.yaml:5): needed by bundle anvil.v1')).toBe(
    'needed by bundle anvil.v1 (my operators.yaml:5)',
  );
  expect(because('mirror.additionalImages[2] (isc.yaml:9)')).toBe('mirror.additionalImages[2] (isc.yaml:9)');
  expect(because('channel stable-4.16, newest')).toBe('channel stable-4.16, newest');
});
