import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandLine } from '../../cli/program.ts';
import { defaultConfigDirectory } from '../../core/app/service/state/config-directory.ts';
import { airlockDirectory } from '../../core/base/files/airlock-directory.ts';
import { defaultStateDirectory } from '../../core/mirror/run/state-directory.ts';
import { userCacheDirectory } from '../../core/mirror/run/user-cache.ts';
import { FILES, manPages } from './man-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'airlock-man-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = await commandLine();
const pages = manPages(program, { version: '1.2.3', time: 1_790_000_000 });
const shown = (name: string): string => {
  const file = join(folder, name);
  writeFileSync(file, pages.get(name)!);
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '200', HOME: folder };
  return execFileSync('man', ['--warnings', '-l', file], { encoding: 'utf8', env, stdio: 'pipe' });
};

test('man shows every page without a warning', () => {
  expect(pages.size).toBe(program.commands.length + 1);
  for (const [name, text] of pages) {
    writeFileSync(join(folder, name), text);
    const warnings = execFileSync(
      'sh',
      ['-c', 'man --warnings -l "$1" 2>&1 >/dev/null', 'sh', join(folder, name)],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder },
      },
    );
    expect([name, warnings]).toEqual([name, '']);
  }
}, 60_000);

test('a page contains the usage, every option and every command below it', () => {
  const text = shown('airlock-media.1');
  expect(text).toContain('airlock media export [options]');
  expect(text).toContain('--supported-format <number>');
  expect(text).toContain('airlock-media - ');
  expect(shown('airlock.1')).toContain('airlock-media(1)');
  expect(shown('airlock-mirror.1')).toMatch(/airlock mirror \[options\] \[destination\]/);
});

test('equal commands give equal pages, with the date of the commit', async () => {
  const again = manPages(await commandLine(), { version: '1.2.3', time: 1_790_000_000 });
  expect([...again]).toEqual([...pages]);
  expect(pages.get('airlock.1')).toContain('1 2026-09-21 "Airlock 1.2.3"');
});

test('the files are all directories that Airlock writes to', () => {
  const host = { env: {}, home: '~' };
  expect(FILES.map(([path]) => path)).toEqual([
    defaultConfigDirectory(host, 'linux'),
    defaultStateDirectory(host),
    userCacheDirectory(host),
    airlockDirectory('DIR'),
  ]);
});

test('the exit codes are those of the guide', async () => {
  const { readFile } = await import('node:fs/promises');
  const guide = await readFile('docs/guides/scripts.md', 'utf8');
  const codes = [
    ...guide
      .split('## Exit codes')[1]!
      .split('##')[0]!
      .matchAll(/^\| (\d+) \|/gm),
  ].map(([, code]) => code);
  const page = [
    ...pages
      .get('airlock.1')!
      .split('.SH EXIT STATUS')[1]!
      .split('.SH')[0]!
      .matchAll(/^\.B (\d+)$/gm),
  ];
  expect(page.map(([, code]) => code)).toEqual(codes);
});
