import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PracticeWorld, startPracticeWorld } from '../core/test-world/world.ts';
import { ROOT } from './run.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'airlock-first-'));
let world: PracticeWorld;
beforeAll(async () => {
  for (const name of ['bin', 'usb', 'srv', 'home']) mkdirSync(join(folder, name));
  const program = join(folder, 'bin', 'airlock');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/cli/main.ts' "$@"\n`);
  chmodSync(program, 0o755);
  world = await startPracticeWorld({ directory: join(folder, 'world'), size: 'tiny' });
}, 60_000);
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the shell blocks of the guide below the headings of both hosts, without the indentation of their step. */
function blocks(): string[] {
  const guide = readFileSync(join(ROOT, 'docs/guides/first-mirror.md'), 'utf8');
  const steps = /## On the connected host[\s\S]*(?=## Add a release)/.exec(guide)?.[0] ?? '';
  return [...steps.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```$/gm)].map(([, code = '']) =>
    code.replaceAll(/^ {3}/gm, ''),
  );
}

/** Returns a command with the directories, the registry and the image of this test. */
function here(code: string, acknowledgment: string): string {
  return code
    .replaceAll('/srv/', `${folder}/srv/`)
    .replaceAll('/mnt/usb', `${folder}/usb`)
    .replaceAll('registry.lab.example:5000', world.destination.host)
    .replaceAll('ubi9/ubi-micro', 'ubi9/ubi')
    .replaceAll(/\bCODE\b/g, acknowledgment);
}

test('the commands of the guide mirror an image from the first step to the acknowledgment', async () => {
  const env = {
    ...world.environment,
    HOME: join(folder, 'home'),
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    NO_COLOR: '1',
  };
  const outputs: string[] = [];
  let acknowledgment = '';
  for (const code of blocks()) {
    const { stdout } = await run('sh', ['-ec', here(code, acknowledgment)], { cwd: folder, env });
    outputs.push(stdout);
    acknowledgment = /^ +((?:[0-9A-Z]{4}-)+[0-9A-Z]{1,4})$/m.exec(stdout)?.[1] ?? acknowledgment;
  }
  expect(outputs).toHaveLength(8);
  expect(outputs[2]).toContain('default-0001');
  expect(acknowledgment).not.toBe('');
  expect(outputs[6]).toContain('ubi9/ubi');
  const { stdout } = await run('airlock', ['transfers', 'list', `file://${folder}/srv/mirror`], { env });
  expect(stdout).toMatch(/default-0001.*arrived|default-0001.*acknowledged/i);
}, 120_000);
