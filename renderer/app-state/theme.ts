import type { Settings } from '../../core/contract/topics/settings.ts';

const REMEMBERED = 'airlock-theme';
const DARK = 'pf-v6-theme-dark';
const system = window.matchMedia('(prefers-color-scheme: dark)');

let chosen: Settings['theme'] = 'system';

function show(): void {
  const dark = chosen === 'dark' || (chosen === 'system' && system.matches);
  document.documentElement.classList.toggle(DARK, dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
}

/** Applies the last theme for the first paint, before the settings are read. */
export function themeBeforePaint(): void {
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered === 'light' || remembered === 'dark') chosen = remembered;
  system.addEventListener('change', show);
  show();
}

export function applyTheme(theme: Settings['theme']): void {
  chosen = theme;
  localStorage.setItem(REMEMBERED, theme);
  show();
}
