import { constants, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { atPath } from '../../base/errors/system-error.ts';
import { syncDirectory, temporaryName } from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';
import { personName } from '../../base/files/person.ts';
import { isProcessAlive, machineId, processStart } from '../../base/files/process-life.ts';
import { t } from './messages.ts';

/** The process that works on a workspace. */
interface Holder {
  user: string;
  host: string;
  /** Distinguishes hosts with the same name. */
  machine?: string;
  pid: number;
  /** Boot ID and start time of the process in kernel ticks, if /proc has them, because process numbers are reused. */
  started?: string;
  since: string;
}

/**
 * A lock without a readable holder is being written, or it is incomplete because of a kill or a power failure. A live process
 * writes it within milliseconds, so a lock that remains unchanged for this long (monotonic clock, ms) is incomplete. File times
 * aren't compared with this host's clock, because either may have been set meanwhile.
 */
const TORN_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 50;
const ATTEMPTS = 5;
/** How long a short edit may have a lock, and how often `takeLockSoon` tries again. ms */
const EDIT_WAIT_MS = 5_000;
const EDIT_AGAIN_MS = 25;
/** Bytes; a lock has about 200. */
const LONGEST = 4096;
/** Errors of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export interface LockOptions {
  /** Receives a notice when this process takes over an incomplete lock or the lock of a dead process. */
  onTakeover?: (problem: Problem) => void;
  /** Replaces the host's function in tests of file systems without hard links. */
  link?: typeof fs.link;
}

/**
 * Acquires the lock of a workspace. Takes over the lock of a dead process of this host, and a lock that a kill or a power
 * failure left empty or incomplete.
 * @returns a function that releases the lock
 * @throws AirlockError `workspace-locked` with the holder, `workspace-lock-invalid` if something else has the lock's name
 */
export async function takeLock(path: string, options: LockOptions = {}): Promise<() => Promise<void>> {
  const text = `${JSON.stringify(ownHolder())}\n`;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await create(path, text, options.link ?? fs.link)) return () => release(path, text);
      const found = await contentOf(path);
      if (found === undefined) continue;
      const holder = parseHolder(found);
      if (holder ? !isStale(holder) : !(await isUnchanged(path))) {
        if (holder) throw locked(path, holder);
        continue;
      }
      if (await takeOver(path, found, options.link ?? fs.link))
        options.onTakeover?.(takeover(path, holder, found));
    }
  } catch (error) {
    throw asAirlockError(atPath(error, path));
  }
  throw new AirlockError('workspace-locked', t('lockContended', { path }), {
    side: 'local',
    remedy: t('lockContendedRemedy'),
    retryable: true,
  });
}

/**
 * Edits a file under a lock that others have only for a short edit, too. Waits up to 5 s for it.
 * @throws AirlockError as `takeLock`; what `edit` throws
 */
export async function editUnderLock<T>(path: string, edit: () => Promise<T>): Promise<T> {
  const release = await takeLockSoon(path);
  try {
    return await edit();
  } finally {
    await release();
  }
}

async function takeLockSoon(path: string): Promise<() => Promise<void>> {
  for (const begin = performance.now(); ; ) {
    try {
      return await takeLock(path);
    } catch (error) {
      if (asAirlockError(error).code !== 'workspace-locked') throw error;
      if (performance.now() - begin > EDIT_WAIT_MS) throw error;
      await pause(EDIT_AGAIN_MS);
    }
  }
}

/** Returns the owner of a lock, for a message; undefined if there is none, or only a dead process of this host. */
export async function lockHolder(path: string): Promise<string | undefined> {
  const holder = parseHolder((await contentOf(path).catch(() => undefined)) ?? '');
  if (!holder || isStale(holder)) return undefined;
  const { user, host, pid, since } = holder;
  return t('lockOwner', { pid, user, host, since });
}

function ownHolder(): Holder {
  const machine = machineId();
  const started = processStart(process.pid);
  return {
    user: personName(),
    host: hostname(),
    machine: machine || undefined,
    pid: process.pid,
    started: started || undefined,
    since: new Date().toISOString(),
  };
}

/** Creates the lock atomically with its content if the file system has hard links, else exclusively before writing its content. */
async function create(path: string, text: string, link: typeof fs.link): Promise<boolean> {
  const temporary = temporaryName(dirname(path));
  try {
    await writeNew(temporary, text);
    await link(temporary, path);
    await syncDirectory(dirname(path));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code ?? '')) throw error;
  } finally {
    await fs.rm(temporary, { force: true });
  }
  try {
    await writeNew(path, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await syncDirectory(dirname(path));
  // If this process was stopped before it wrote the content, another one may have taken over the incomplete lock.
  return (await contentOf(path)) === text;
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Returns the content of a lock, undefined if there is none. Anyone with write access to the directory can replace the lock.
 * Opening a named pipe would block forever, even on a signal.
 * @throws AirlockError `workspace-lock-invalid`; system errors
 */
async function contentOf(path: string): Promise<string | undefined> {
  let handle: fs.FileHandle;
  try {
    const named = await fs.lstat(path);
    if (!named.isFile()) throw noLock(path, t('lockInvalid', { path, kind: kindOf(named) }));
    handle = await fs.open(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === 'ELOOP' ? noLock(path, t('lockInvalid', { path, kind: 'symbolicLink' })) : error;
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw noLock(path, t('lockInvalid', { path, kind: kindOf(found) }));
    if (found.size > LONGEST) throw noLock(path, t('lockTooLarge', { path, size: found.size }));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST), 0, LONGEST, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

type LockKind = 'directory' | 'symbolicLink' | 'pipe' | 'socket' | 'device';

function kindOf(found: Stats): LockKind {
  if (found.isDirectory()) return 'directory';
  if (found.isSymbolicLink()) return 'symbolicLink';
  if (found.isFIFO()) return 'pipe';
  return found.isSocket() ? 'socket' : 'device';
}

function noLock(path: string, message: string): AirlockError {
  return new AirlockError('workspace-lock-invalid', message, {
    side: 'local',
    remedy: t('lockInvalidRemedy', { path }),
  });
}

/** Waits until a lock changes, or until it must be incomplete. */
async function isUnchanged(path: string): Promise<boolean> {
  const look = async () => {
    const found = await fs.lstat(path, { bigint: true }).catch(() => undefined);
    return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
  };
  const first = await look();
  for (const begin = performance.now(); performance.now() - begin < TORN_AFTER_MS; ) {
    await pause(LOOK_EVERY_MS);
    if ((await look()) !== first) return false;
  }
  return first !== undefined;
}

/**
 * Removes a lock without a holder while this process has the lock on taking it over. Otherwise a process that read the stale
 * lock earlier could move the new lock of another process away, and a third process could acquire the lock before it is restored.
 * @returns whether this call removed it
 * @throws AirlockError `workspace-locked` if another process is taking it over
 */
async function takeOver(path: string, text: string, link: typeof fs.link): Promise<boolean> {
  const release = await takeLock(`${path}.takeover`, { link });
  try {
    return (await contentOf(path)) === text && (await removeStale(path, text, link));
  } finally {
    await release();
  }
}

/**
 * Removes a lock without a holder. A process that was stopped while it wrote its lock may complete it meanwhile. If the moved
 * file has another content than the lock that was read, it is restored unless a third process acquired the lock since.
 * @param text content of the stale lock
 * @returns whether this call removed it
 */
export async function removeStale(path: string, text: string, link: typeof fs.link): Promise<boolean> {
  const moved = temporaryName(dirname(path));
  try {
    await fs.rename(path, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const found = await contentOf(moved);
  try {
    if (found === text) return true;
    await link(moved, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Without hard links, creating the file exclusively doesn't replace an existing lock either.
    if (code !== 'EEXIST' && !NO_LINKS.has(code ?? '')) throw error;
    if (code !== 'EEXIST') await writeNew(path, found ?? '').catch(ignoreExisting);
  } finally {
    await fs.rm(moved, { force: true });
  }
  return false;
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

async function release(path: string, text: string): Promise<void> {
  const found = await contentOf(path).catch(() => undefined);
  if (found === text) await fs.rm(path, { force: true });
}

function isHere({ host, machine }: Holder): boolean {
  const own = machineId();
  return host === hostname() && (machine === undefined || own === undefined || machine === own);
}

function isStale(holder: Holder): boolean {
  return isHere(holder) && !isProcessAlive(holder.pid, holder.started);
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    if (typeof holder?.host !== 'string' || !Number.isSafeInteger(holder.pid) || holder.pid! < 1)
      return undefined;
    return {
      ...(holder as Holder),
      user: shown(holder.user),
      host: shown(holder.host),
      since: shown(holder.since),
    };
  } catch {
    return undefined;
  }
}

/** Another user of this host may have written it. */
function shown(text: unknown): string {
  return typeof text === 'string' ? text.replaceAll(/\p{C}/gu, '').slice(0, 200) : 'unknown';
}

function takeover(path: string, holder: Holder | undefined, text: string): Problem {
  const message = holder
    ? t('lockTakenOver', { pid: holder.pid, user: holder.user, path, since: holder.since })
    : t('tornLockTakenOver', { path, size: Buffer.byteLength(text) });
  return { code: 'workspace-locked', level: 'info', message, remedy: '' };
}

function locked(path: string, holder: Holder): AirlockError {
  const { user, host, since } = holder;
  const pid = holder.pid;
  const isLocal = isHere(holder);
  const hasSameName = !isLocal && host === hostname();
  const localRemedy = holder.started ? t('lockedRemedy') : t('lockedUncertainRemedy', { pid, path });
  return new AirlockError(
    'workspace-locked',
    t(hasSameName ? 'lockedBySameName' : 'locked', { pid, user, host, since }),
    {
      side: 'local',
      remedy: isLocal
        ? localRemedy
        : t(hasSameName ? 'lockedBySameNameRemedy' : 'lockedElsewhereRemedy', { host, path }),
      retryable: true,
    },
  );
}
