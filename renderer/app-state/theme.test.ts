import { afterEach, expect, test } from 'vitest';
import { applyTheme, themeBeforePaint } from './theme.ts';

const root = document.documentElement;
const isDark = () => root.classList.contains('pf-v6-theme-dark');

afterEach(() => {
  applyTheme('system');
  root.removeAttribute('class');
  root.removeAttribute('style');
  localStorage.clear();
});

test.each([
  ['dark', true, 'dark'],
  ['light', false, 'light'],
] as const)('the theme %s is applied and remembered', (theme, dark, scheme) => {
  applyTheme(theme);
  expect([isDark(), root.style.colorScheme]).toEqual([dark, scheme]);
  expect(localStorage.getItem('airlock-theme')).toBe(theme);
});

test('the remembered theme is applied before the settings are read', () => {
  applyTheme('light');
  localStorage.setItem('airlock-theme', 'dark');
  themeBeforePaint();
  expect(isDark()).toBe(true);
});

test.each(['purple', ''])('a remembered "%s" changes nothing', (remembered) => {
  applyTheme('dark');
  localStorage.setItem('airlock-theme', remembered);
  themeBeforePaint();
  expect(isDark()).toBe(true);
});
