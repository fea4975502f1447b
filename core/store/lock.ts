import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { temporaryName } from './atomic-file.ts';
import { isProcessAlive, processStart } from './process-life.ts';

/** Who works on a workspace. */
interface Holder {
  user: string;
  host: string;
  pid: number;
  /** Start of the process in kernel ticks with the boot's id, where /proc tells: a pid alone may be another's by now. */
  started?: string;
  since: string;
}

/**
 * Takes the lock of a workspace, also from a process of this host that is dead.
 * @returns gives the lock back
 * @throws AirlockError `workspace-locked` naming who holds it
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const started = processStart(process.pid);
  const mine: Holder = {
    user: userName(),
    host: hostname(),
    pid: process.pid,
    ...(started && { started }),
    since: new Date().toISOString(),
  };
  const text = `${JSON.stringify(mine)}\n`;
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await create(path, text)) return () => release(path, text);
      const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (found === undefined) continue;
      const holder = parseHolder(found);
      if (!holder || !isStale(holder)) throw locked(path, holder);
      await removeStale(path, found);
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  throw locked(path, undefined);
}

/** Who holds a lock now, in words; undefined when nobody does, or only a process of this host that is dead. */
export async function lockHolder(path: string): Promise<string | undefined> {
  const holder = parseHolder(await readFile(path, 'utf8').catch(() => ''));
  if (!holder || isStale(holder)) return undefined;
  const { user, host, pid, since } = holder;
  return `process ${pid} of ${user} on ${host}, since ${since}`;
}

/** Makes the lock with all of its content at once where there are hard links, else exclusively and then its content. */
async function create(path: string, text: string): Promise<boolean> {
  const temporary = temporaryName(dirname(path));
  try {
    await writeNew(temporary, text);
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  try {
    await writeNew(path, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** Two may find the same stale lock: what is moved away must be what was read, else it is the other's new lock. */
async function removeStale(path: string, text: string): Promise<void> {
  const aside = temporaryName(dirname(path));
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === text) await rm(aside, { force: true });
  else await rename(aside, path);
}

async function release(path: string, text: string): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => undefined);
  if (found === text) await rm(path, { force: true });
}

function isStale({ host, pid, started }: Holder): boolean {
  return host === hostname() && !isProcessAlive(pid, started);
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return typeof holder?.host === 'string' && Number.isSafeInteger(holder.pid) && holder.pid > 0
      ? holder
      : undefined;
  } catch {
    return undefined;
  }
}

function locked(path: string, holder: Holder | undefined): AirlockError {
  if (!holder)
    return new AirlockError('workspace-locked', `another process is taking the lock ${path}`, {
      side: 'local',
      remedy: `Try again; if nothing runs there, remove ${path}.`,
      retryable: true,
    });
  const { user, host, pid, since } = holder;
  const here = host === hostname();
  return new AirlockError(
    'workspace-locked',
    `process ${pid} of ${user} on ${host} works on this workspace since ${since}`,
    {
      side: 'local',
      remedy: here
        ? 'Wait until it ends, or stop it.'
        : `Wait until it ends. If it does not run on ${host} any more, remove ${path}.`,
      retryable: true,
    },
  );
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A uid without an entry in passwd, as containers have it.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
