import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * When a process began, in the kernel's words with the boot's id, so that a number that was given again is not taken
 * for the process that had it; undefined where nobody can tell.
 */
export function processStart(pid: number): string | undefined {
  const status = statusOf(pid);
  return status && `${status.boot}/${status.start}`;
}

let machine: { id?: string } | undefined;

/**
 * Returns what tells this installation of an operating system from others of the same name (machine-id(5), hashed because
 * it is not to be published); undefined where there is none.
 */
export function machineId(): string | undefined {
  if (!machine) {
    machine = {};
    try {
      const id = readFileSync('/etc/machine-id', 'utf8').trim();
      if (/^[0-9a-f]{32}$/.test(id))
        machine.id = createHash('sha256').update(`airlock ${id}`).digest('hex').slice(0, 16);
    } catch {
      // macOS, Windows, and containers without one.
    }
  }
  return machine.id;
}

/**
 * Whether a process of this host is still at work. One that was killed and that nobody has waited for yet (a zombie, as
 * in containers without an init process) is not.
 * @param started what {@link processStart} said of it when it was known to run
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

/** Of /proc/PID/stat (proc(5)); the command's name, in parentheses, may hold blanks and more parentheses. */
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
