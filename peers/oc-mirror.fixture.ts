import { spawn } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Rig } from '../core/mirror/mirror.fixture.ts';
import { freePort } from '../core/registry/exchange/registry.fixture.ts';
import type { Program } from './peers.ts';

/** Runs oc-mirror v2 in the practice world. Its own cache is in `cache`. */
export async function ocMirror(
  rig: Rig,
  { file }: Program,
  cache: string,
  command: string[],
): Promise<{ code: number | null; output: string }> {
  // The registry in oc-mirror reads variables that start with REGISTRY_ as its own settings, and fails.
  const { REGISTRY_AUTH_FILE: authFile, ...env } = rig.world.environment;
  const [subcommand, rest] = command[0] === 'delete' ? [['delete'], command.slice(1)] : [[], command];
  const tls = ['--src-tls-verify=false', '--dest-tls-verify=false'];
  const args = [...subcommand, '--v2', ...tls, '--authfile', authFile!];
  await mkdir(rig.host.home, { recursive: true });
  const child = spawn(file, [...args, '--cache-dir', cache, '--port', String(await freePort()), ...rest], {
    // oc-mirror writes files of a failed deletion to `logs` in the current directory.
    cwd: rig.host.home,
    env: { PATH: process.env.PATH, HOME: rig.host.home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('exit', resolve).once('error', reject),
  );
  const [code, stdout, stderr] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)]);
  return { code, output: stdout + stderr };
}

/** Returns the output of a run that must succeed. */
export async function done(running: ReturnType<typeof ocMirror>): Promise<string> {
  const { code, output } = await running;
  expect(code, output).toBe(0);
  return output;
}

/** Copies the archives as users carry them, without the workspace. Airlock writes those of each transfer to one directory. */
export async function copyArchives(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const path of await readdir(from, { recursive: true, encoding: 'utf8' }))
    if (/^mirror_\d{6}\.tar$/.test(basename(path))) await cp(join(from, path), join(to, basename(path)));
}
