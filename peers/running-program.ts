import { type ChildProcess, spawn } from 'node:child_process';
import type { Program } from './peers.ts';

const LOG_CHARACTERS = 4000;
const logs = new WeakMap<ChildProcess, string>();

/** Starts a program that runs until {@link endProgram}. It gets no variables of the user except PATH. */
export function startProgram({ file }: Program, args: string[]): ChildProcess {
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data) => logs.set(child, `${logs.get(child) ?? ''}${data}`.slice(-LOG_CHARACTERS)));
  return child;
}

/** Returns the end of what a program has printed. */
export function logOf(child: ChildProcess): string {
  return logs.get(child) ?? '';
}

export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
