import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What a command cost, seen from outside: the whole process tree, children that have ended included. */
export interface Cost {
  exitCode: number | null;
  wallSeconds: number;
  cpuSeconds: number;
  /** Most resident memory at one time. */
  peakBytes: number;
  /** Handed to the file system to be written (`write_bytes` of /proc). */
  writtenBytes: number;
  /** What it printed on standard output, the end of it. */
  output: string;
}

const SAMPLE_MS = 20;
/** Characters; the last line has the result, which may name every image. */
const MOST_OUTPUT = 50_000_000;
/** Of /proc/PID/stat; Linux has used it on every architecture of ours. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/**
 * Runs a command to its end and measures it by sampling /proc (Linux).
 * @throws Error when it ends with another exit code than 0, with what it said
 */
export async function measured(command: string[], environment: Record<string, string> = {}): Promise<Cost> {
  const [program, ...args] = command as [string, ...string[]];
  const started = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent', MALLOC_ARENA_MAX: '1', ...environment },
  });
  let output = '';
  let reported = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MOST_OUTPUT);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    reported = (reported + text).slice(-4000);
  });
  const most = { cpuSeconds: 0, peakBytes: 0, writtenBytes: 0 };
  const sample = () => {
    const now = sampled(child.pid!);
    most.cpuSeconds = Math.max(most.cpuSeconds, now.cpuSeconds);
    most.peakBytes = Math.max(most.peakBytes, now.residentBytes, highWaterBytes(child.pid!));
    most.writtenBytes = Math.max(most.writtenBytes, now.writtenBytes);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    // Standard output ends a moment before the process does, which is when its counters are complete.
    child.stdout.once('end', sample);
    child.once('exit', () => resolve(performance.now()));
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const at = await ended;
    await closed;
    if (child.exitCode !== 0)
      throw new Error(
        `${command.slice(0, 4).join(' ')} … ended with ${child.exitCode}: ${reported}${output.slice(-2000)}`,
      );
    return { exitCode: child.exitCode, wallSeconds: (at - started) / 1000, ...most, output };
  } finally {
    clearInterval(timer);
  }
}

/** Returns the CPU time of a process and of its ended children, s; 0 when it has ended. */
export function cpuSecondsOf(pid: number): number {
  try {
    return cpuSeconds(statOf(pid));
  } catch {
    return 0;
  }
}

/** Returns the fields of /proc/PID/stat after the name. */
function statOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

function cpuSeconds(fields: readonly number[]): number {
  return (fields[11]! + fields[12]! + fields[13]! + fields[14]!) / TICKS_PER_SECOND;
}

/** Counters of a process and of everything below it; what ended is in the counters of the parent that waited for it. */
function sampled(pid: number): { cpuSeconds: number; residentBytes: number; writtenBytes: number } {
  const total = { cpuSeconds: 0, residentBytes: 0, writtenBytes: 0 };
  for (const each of treeOf(pid)) {
    try {
      const fields = statOf(each);
      total.cpuSeconds += cpuSeconds(fields);
      total.residentBytes += fields[21]! * PAGE_BYTES;
      const written = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${each}/io`, 'latin1'));
      total.writtenBytes += Number(written?.[1] ?? 0);
    } catch {
      // It ended between being listed and being read.
    }
  }
  return total;
}

/** The kernel's own record of a process's most resident memory, which samples can miss; 0 when it has ended. */
function highWaterBytes(pid: number): number {
  try {
    return (
      1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
    );
  } catch {
    return 0;
  }
}

function treeOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(treeOf)];
  } catch {
    return [];
  }
}
