import { expect, test } from 'vitest';
import { baseName, parentFolder, underHome, withoutLastSlash } from './paths.ts';

test('the parent folder', () => {
  expect(parentFolder('/home/user/')).toBe('/home');
  expect(parentFolder('/home/user/nor')).toBe('/home');
  expect(parentFolder('/home/')).toBe('/');
  expect(parentFolder('/ho')).toBeUndefined();
  expect(parentFolder('/')).toBeUndefined();
  expect(parentFolder('~/mirror')).toBeUndefined();
});

test('names and short forms', () => {
  expect(withoutLastSlash('/a/')).toBe('/a');
  expect(withoutLastSlash('/')).toBe('/');
  expect(baseName('/srv/north-mirror/')).toBe('north-mirror');
  expect(baseName('/')).toBe('/');
  expect(underHome('/home/u/m', '/home/u')).toBe('~/m');
  expect(underHome('/home/user2', '/home/u')).toBe('/home/user2');
});
