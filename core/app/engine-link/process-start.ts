import { readdirSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { rememberSudoUser } from '../../base/files/person.ts';
import { makePrivateDirectory, whyNotPrivate } from '../../base/files/private-directory.ts';
import { t } from './messages.ts';

/** Carries the reason over the restart in {@link loadCompiledCode}. */
const IGNORED = 'AIRLOCK_IGNORED_COMPILE_CACHE';

/**
 * Options of V8 for commands and engines, also for the engine that Electron starts without options of V8. The heap grows by at most
 * half between collections of all garbage; otherwise, most of the memory of a large run is garbage
 * (bench/RESULTS.md#memory-with-a-limited-heap). V8 doesn't allocate short-lived objects in the old generation, which reduces the
 * memory for a catalog of 300 MB from 390 to 280 MB.
 */
const MEMORY = ['--heap-growing-percent=50', '--no-allocation-site-pretenuring'];

let note: string | undefined;

/**
 * Prepares a process of Airlock before any other module is loaded: its memory is limited, nothing that it creates is writable by
 * group or others, and compiled code is loaded only from a directory that no other user can write to. Without such a directory
 * the process runs without a compile cache, and {@link compileCacheNote} returns the reason.
 */
export function startProcess(): void {
  limitMemory(process.execArgv);
  restrictUmask();
  rememberSudoUser(process.env.SUDO_USER);
  loadCompiledCode();
}

/** Sets the options that the command line doesn't contain in this spelling. */
function limitMemory(given: readonly string[]): void {
  for (const option of MEMORY) {
    const [name] = option.split('=') as [string];
    if (!given.some((each) => each.startsWith(name))) setFlagsFromString(option);
  }
}

/** Adds `0o022` to the inherited umask and clears no bit; only the main thread of a process may do that. */
export function restrictUmask(): void {
  process.umask(process.umask() | 0o022);
}

/** Returns why this process runs without a compile cache or ignores NODE_COMPILE_CACHE, for the log at debug level. */
export function compileCacheNote(): string | undefined {
  return note;
}

/**
 * The directory of the compile cache below the user's cache directory: `$XDG_CACHE_HOME` or `~/.cache`,
 * `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows.
 */
export function compileCacheDirectory(
  env: NodeJS.ProcessEnv,
  home: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const given = env.XDG_CACHE_HOME;
  let base = join(home, '.cache');
  if (given && isAbsolute(given)) base = given;
  else if (platform === 'darwin') base = join(home, 'Library', 'Caches');
  else if (platform === 'win32') base = env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  return join(base, 'airlock', 'compile-cache');
}

/** Node trusts every entry of its compile cache: it checks the CRC32 of an entry, but not who wrote it. */
function loadCompiledCode(): void {
  const given = process.env.NODE_COMPILE_CACHE;
  note = process.env[IGNORED];
  delete process.env[IGNORED];
  const present = getCompileCacheDir();
  if (present !== undefined) {
    const problem = whyNotPrivate(present);
    if (problem === undefined) return;
    // Node has opened the directory in the variable and can't close it, so this process starts once more.
    delete process.env.NODE_COMPILE_CACHE;
    note = t('compileCacheIgnored', { path: given ?? '', reason: problem });
    if (process.execve && process.platform !== 'win32' && !process.versions.electron && !process.send)
      process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
        ...process.env,
        [IGNORED]: note,
      });
    return;
  }
  // Child processes and threads would open it.
  delete process.env.NODE_COMPILE_CACHE;
  try {
    const directory = compileCacheDirectory(process.env, homedir());
    const problem = makePrivateDirectory(directory) ?? problemInside(directory);
    if (problem === undefined) enableCompileCache(directory);
    else note = t('compileCacheUnused', { reason: problem });
  } catch (error) {
    note = t('compileCacheUnused', { reason: (error as Error).message });
  }
}

/** Entries of another user may exist since a time when others could write to the directory. */
function problemInside(directory: string): string | undefined {
  for (const name of readdirSync(directory)) {
    const problem = whyNotPrivate(join(directory, name));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
