import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import { callsOf } from './electron.fixture.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

const { MENU, setMenu } = await import('./menu.ts');

const page = vi.fn();
const host = vi.fn();
setMenu({ page, host });
const [[template]] = callsOf('menu') as [[MenuItemConstructorOptions[]]];
const entries = template.flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[]);

test('every entry is a separator, a role of the system, or has an action', () => {
  for (const { type, role, label, click } of entries)
    expect(type === 'separator' || role !== undefined || (label && click)).toBeTruthy();
});

test('entries have the actions of the table', () => {
  for (const { click } of entries) (click as (() => void) | undefined)?.();
  const table = MENU.flatMap((section) => section.entries);
  const inTable = (key: 'page' | 'host') =>
    table.flatMap((entry) =>
      entry !== 'line' && key in entry ? [(entry as Record<string, unknown>)[key]] : [],
    );
  expect(page.mock.calls.flat()).toEqual(inTable('page'));
  expect(host.mock.calls.flat()).toEqual(inTable('host'));
});

test('screens are at routes that the app has', () => {
  const routes = [
    ...readFileSync(new URL('../renderer/shell/routes.tsx', import.meta.url), 'utf8').matchAll(
      /path: '([^']+)', screen/g,
    ),
  ];
  const known = routes.map(
    ([, path = '']) => new RegExp(`^${path.replace(/\/:\w+\?/, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`),
  );
  expect(known.length).toBeGreaterThan(3);
  const shown = page.mock.calls
    .flat()
    .filter((command) => !['shortcuts', 'find'].includes(command as string)) as string[];
  expect(shown.filter((route) => !known.some((pattern) => pattern.test(route)))).toEqual([]);
});

test('no two entries have the same key', () => {
  const keys = entries.flatMap(({ accelerator }) => accelerator ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
