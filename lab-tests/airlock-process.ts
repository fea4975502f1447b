import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../cli/main.ts');

/** The last line of `--json`, as far as the lab looks at it (design section 2). */
export interface CommandResult {
  status: string;
  images: { total: number; copied: number; present: number; failed: number };
  bytes: { fetched: number; sent: number; written: number; present: number };
  failures: { source: string; destination: string; side: string; code: string; message: string }[];
  incomplete: { package: string; bundle: string; missing: string[] }[];
  deliverables: { name: string; whole: boolean }[];
  transfer?: string;
  directory?: string;
  resources?: string;
  run?: string;
  /** Of `verify`. */
  ok?: boolean;
  blobs?: number;
  message?: string;
}

export interface Finished {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Absent when the process was killed before it could say. */
  result: CommandResult | undefined;
  /** What it said on standard error, for a test's message. */
  said: string;
  wallMs: number;
}

/**
 * Starts the command line as users do, with nothing of this process's environment but what is given.
 * @param home folder that stands for the user's home: credentials and settings of this machine have no say
 */
export function startAirlock(
  args: string[],
  environment: Record<string, string>,
  home: string,
): { child: ChildProcess; finished: Promise<Finished> } {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
    env: { PATH: process.env.PATH, HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let last = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    last = (last + text).slice(-1_000_000);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      const line = last.trimEnd().split('\n').at(-1) ?? '';
      const result = line.startsWith('{"type":"result"') ? (JSON.parse(line) as CommandResult) : undefined;
      resolve({ exitCode, signal, result, said, wallMs: performance.now() - started });
    });
  });
  return { child, finished };
}
