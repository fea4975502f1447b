import { expect, test, vi } from 'vitest';
import { answers, BrowserWindow, callsOf, children } from './electron.fixture.ts';
import { pathArgument } from './open-path.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

test('a second process ends without window or engine', async () => {
  answers.lock = false;
  await import('./main.ts');
  expect(callsOf('quit')).toHaveLength(1);
  expect([callsOf('whenReady'), BrowserWindow.all, children]).toEqual([[], [], []]);
});

test.each([
  [['/opt/airlock-desktop', '--no-sandbox', 'lab'], true, '/data/lab'],
  [['/opt/airlock-desktop'], true, undefined],
  [['electron', '.', '/other/lab'], false, '/other/lab'],
  [['electron', '.'], false, undefined],
])('the path of %j', (argv, packaged, path) => {
  expect(pathArgument(argv, '/data', packaged)).toBe(path);
});
