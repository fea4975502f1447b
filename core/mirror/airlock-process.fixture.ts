import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Rig } from './mirror.fixture.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

export interface Ended {
  /** Null if a signal ended it. */
  code: number | null;
  /** The last line of --json. */
  result: Record<string, unknown> | undefined;
  stdout: string;
  stderr: string;
}

export interface Airlock {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** Runs the command line in a separate process, in the rig's environment, with --json unless `format` is different. */
export function airlock(
  { host }: Pick<Rig, 'host'>,
  args: string[],
  wrapper: string[] = [],
  format: string[] = ['--json'],
): Airlock {
  const [command, ...words] = [...wrapper, process.execPath, MAIN, ...args, ...format];
  const child = spawn(command!, words, {
    env: { PATH: process.env.PATH, HOME: host.home, ...host.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout!.on('data', (data: Buffer) => {
    texts.stdout += data.toString();
  });
  child.stderr!.on('data', (data: Buffer) => {
    texts.stderr += data.toString();
  });
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => {
      const last = texts.stdout.trim().split('\n').at(-1);
      const result = last?.startsWith('{"type":"result"')
        ? (JSON.parse(last) as Record<string, unknown>)
        : undefined;
      resolve({ code, result, ...texts });
    }),
  );
  return { child, ended };
}

/** Returns the events that a command has printed so far. The list grows while the command runs. */
export function eventsOf({ child }: Pick<Airlock, 'child'>): Record<string, unknown>[] {
  const events: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout!.on('data', (data: Buffer) => {
    const lines = (rest + data.toString()).split('\n');
    rest = lines.pop()!;
    events.push(...lines.filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  return events;
}

/** Waits until a condition is true or the process has ended. */
export async function untilOr(ended: Promise<Ended>, matches: () => boolean): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over && !matches()) await new Promise((resolve) => setTimeout(resolve, 3));
}
