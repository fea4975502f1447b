import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandLine } from '../../cli/program.ts';
import { faultOf, readCommandHelp } from '../command-help.ts';
import { ROOT } from '../run.ts';

const UNITS = join(ROOT, 'resources', 'systemd');
const folder = mkdtempSync(join(tmpdir(), 'airlock-units-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Verifies the units with a program in place of Airlock, which isn't installed here. */
function verify(kind: 'system' | 'user', change = (text: string) => text) {
  const units = mkdtempSync(join(folder, kind));
  cpSync(join(UNITS, kind), units, { recursive: true });
  for (const name of readdirSync(units)) {
    const text = readFileSync(join(units, name), 'utf8').replaceAll('/usr/local/bin/airlock', '/bin/true');
    writeFileSync(join(units, name.replace('@.', '@srv-mirror.')), change(text));
    writeFileSync(join(units, name), change(text));
  }
  const runtime = join(folder, 'runtime');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const files = readdirSync(units)
    .filter((name) => !name.includes('@.'))
    .map((name) => join(units, name));
  const options = [...(kind === 'user' ? ['--user'] : []), '--man=no', 'verify', ...files];
  const { status, stderr } = spawnSync('systemd-analyze', options, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, XDG_RUNTIME_DIR: runtime, HOME: folder },
  });
  return { status, stderr };
}

test.each(['system', 'user'] as const)('systemd accepts the %s units without a warning', (kind) => {
  expect(verify(kind)).toEqual({ status: 0, stderr: '' });
});

test('systemd warns of a wrong field', () => {
  expect(verify('system', (text) => text.replace('UMask=', 'Umsk=')).stderr).toContain('Umsk');
});

test('the units start commands that exist', async () => {
  const program = readCommandHelp(await commandLine());
  for (const kind of ['system', 'user'])
    for (const name of readdirSync(join(UNITS, kind))) {
      const text = readFileSync(join(UNITS, kind, name), 'utf8');
      for (const [, line = ''] of text.matchAll(/^ExecStart=\/usr\/local\/bin\/airlock (.*)$/gm))
        expect([name, faultOf(program, line.split(' '), false)]).toEqual([name, undefined]);
    }
});
