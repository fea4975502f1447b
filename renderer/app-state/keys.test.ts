import { expect, test } from 'vitest';
import { matches } from './keys.ts';

const pressed = (
  key: string,
  modifiers: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

test('letters match in any case, and only without Ctrl, Command and Alt', () => {
  expect(matches('P', pressed('p'))).toBe(true);
  expect(matches('p', pressed('P'))).toBe(true);
  expect(matches('P', pressed('p', { ctrlKey: true }))).toBe(false);
  expect(matches('P', pressed('p', { altKey: true }))).toBe(false);
  expect(matches('?', pressed('?'))).toBe(true);
  expect(matches('/', pressed('?'))).toBe(false);
});

test('Ctrl is Command on a Mac', () => {
  expect(matches('Ctrl+S', pressed('s', { ctrlKey: true }))).toBe(true);
  expect(matches('Ctrl+S', pressed('s', { metaKey: true }))).toBe(true);
  expect(matches('Ctrl+S', pressed('s'))).toBe(false);
});
