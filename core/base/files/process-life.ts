import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Returns the start time of a process as the kernel reports it, with the boot ID, which identifies the process even if its
 * number is reused. Undefined if it is unknown.
 */
export function processStart(pid: number): string | undefined {
  const status = statusOf(pid);
  return status && `${status.boot}/${status.start}`;
}

let machine: { id?: string } | undefined;

/**
 * Returns an identifier of this operating system installation, which distinguishes hosts with the same name. It is a hash of
 * the machine ID, which must not be published (machine-id(5)). Undefined if there is none.
 */
export function machineId(): string | undefined {
  if (!machine) {
    machine = {};
    try {
      const id = readFileSync('/etc/machine-id', 'utf8').trim();
      if (/^[0-9a-f]{32}$/.test(id))
        machine.id = createHash('sha256').update(`airlock ${id}`).digest('hex').slice(0, 16);
    } catch {
      // macOS, Windows, and containers without a machine ID.
    }
  }
  return machine.id;
}

/**
 * Returns whether a process of this host is still running. A killed process that its parent hasn't waited for (a zombie, as in
 * containers without an init process) counts as ended.
 * @param started the result of {@link processStart} while the process was known to run
 */
export function isProcessAlive(pid: number, started?: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const status = statusOf(pid);
  if (!status) return true;
  if (status.state === 'Z' || status.state === 'X') return false;
  return !started || started === `${status.boot}/${status.start}`;
}

/** The format of {@link processMark}, for regular expressions. */
export const PROCESS_MARK = '[0-9a-f]{8}-[0-9]{1,10}-[0-9a-f]{8}';

const UNKNOWN_START = '00000000';
let ownMark: string | undefined;

/**
 * Returns a part of a file name that identifies this process: a hash of the host and its PID namespace, the process number,
 * and a hash of the boot and the start time. {@link markedProcess} evaluates it.
 */
export function processMark(): string {
  ownMark ??= `${placeMark()}-${process.pid}-${startMark(processStart(process.pid))}`;
  return ownMark;
}

/**
 * Returns whether the process of a mark is still running. `unknown` for processes of other hosts and containers, and on
 * systems that don't report start times.
 */
export function markedProcess(mark: string): 'alive' | 'dead' | 'unknown' {
  const [place, pid, start] = mark.split('-');
  if (place !== placeMark()) return 'unknown';
  if (!isProcessAlive(Number(pid))) return 'dead';
  const now = processStart(Number(pid));
  if (now === undefined || start === UNKNOWN_START) return 'unknown';
  return startMark(now) === start ? 'alive' : 'dead';
}

function placeMark(): string {
  let namespace = '';
  try {
    // Containers on one host may share its name and machine ID, and all number their processes from 1.
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // macOS and Windows.
  }
  return shortHash(`${hostname()}\n${machineId() ?? ''}\n${namespace}`);
}

function startMark(started: string | undefined): string {
  return started === undefined ? UNKNOWN_START : shortHash(started);
}

function shortHash(text: string): string {
  return createHash('sha256').update(`airlock ${text}`).digest('hex').slice(0, 8);
}

/** Reads /proc/PID/stat (proc(5)). The command name, in parentheses, may contain spaces and parentheses. */
function statusOf(pid: number): { boot: string; state: string; start: string } | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] && fields[19] ? { boot, state: fields[0], start: fields[19] } : undefined;
  } catch {
    return undefined;
  }
}
