import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { inertJson, visibleLine } from '../../base/document/inert-text.ts';
import { atPath } from '../../base/errors/system-error.ts';
import { makePrivateDirectory } from '../../base/files/private-directory.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../mirror/run/state-directory.ts';
import { valueWithoutSecrets } from '../../runs/audit/without-secrets.ts';
import { t } from './messages.ts';

export type LogLevel = 'error' | 'warning' | 'info' | 'debug';
export type LogFormat = 'json' | 'text';

/** Levels from the most severe one. */
export const LOG_LEVELS: readonly LogLevel[] = ['error', 'warning', 'info', 'debug'];

/** The file that all processes of a user append to. */
export const LOG_FILE = 'airlock.log';
const ROTATED = /^airlock-\d{8}T\d{9}Z-\d+\.log$/;
/** Size in bytes at which a file is renamed, and the number of renamed files that are stored. */
const ROTATION = { bytes: 5 * 2 ** 20, files: 5 };

/** Facts about a message. Values are plain JSON. */
export interface LogFacts {
  /** Error code. */
  code?: string | undefined;
  /** Directory of the run. */
  run?: string | undefined;
  [fact: string]: unknown;
}

/** A log of one process. Other processes may write to the same file: every line is written with one call. */
export interface Log {
  /** Writes a line. Never throws. Secrets are removed from every text. */
  write(level: LogLevel, message: string, facts?: LogFacts): void;
  /** Whether a line was written. */
  readonly used: boolean;
}

export interface LogOptions {
  /** A directory with rotated files, or a file that another program may rotate. */
  to: { directory: string } | { file: string; format: LogFormat };
  /** The kind of process: `mirror`, `serve`, `engine`, `desktop`. */
  source: string;
  /** The least severe level that is written. Default: info. */
  level?: LogLevel;
  /** Facts of a first line, which precedes the first message. */
  start?: LogFacts;
  /** Removes entered credentials from a line. */
  redacted?: (text: string) => string;
  /** Called once if the log can't be written. The process continues without it. */
  onFault?: (reason: string) => void;
  rotation?: { bytes: number; files: number };
}

/** Returns the directory of the log files: `log` in the state folder of the user. */
export function logDirectory(host: Pick<HostFacts, 'env' | 'home'>): string {
  return join(defaultStateDirectory(host), 'log');
}

/**
 * Opens a log. Files have mode 0600. A file is opened for each line, so that it can be renamed at any time, and a line that
 * another process writes meanwhile ends in the renamed file.
 * @throws system errors, if a given file can't be opened
 */
export function openLog(options: LogOptions): Log {
  const { to, source, level: least = 'info', rotation = ROTATION, redacted = (text) => text } = options;
  const file = 'file' in to ? to.file : join(to.directory, LOG_FILE);
  const format = 'file' in to ? to.format : 'json';
  let used = false;
  let faulty = false;
  if ('file' in to) append(file, '');

  const line = (level: LogLevel, message: string, facts: LogFacts): string => {
    const { code, run, ...rest } = facts;
    const more = Object.keys(rest).length > 0 ? rest : undefined;
    const about = { code, run, facts: more };
    const entry = { time: new Date().toISOString(), level, source, pid: process.pid, message, ...about };
    const clean = valueWithoutSecrets(entry) as typeof entry;
    return `${redacted(format === 'json' ? inertJson(clean) : textLine(clean))}\n`;
  };
  const write = (level: LogLevel, message: string, facts: LogFacts): void => {
    if (faulty) return;
    try {
      if (!used && 'directory' in to) requirePrivate(to.directory);
      const start = !used && options.start ? line('info', t('started'), options.start) : '';
      used = true;
      const full = append(file, start + line(level, message, facts)) >= rotation.bytes;
      if (full && 'directory' in to) rotate(to.directory, rotation);
    } catch (error) {
      faulty = true;
      options.onFault?.(unavailable(file, error));
    }
  };
  return {
    write(level, message, facts = {}) {
      if (LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(least)) write(level, message, facts);
    },
    get used() {
      return used;
    },
  };
}

/** Returns why the log of a user can't be written. Undefined if it can; then it exists. */
export function logProblem(host: Pick<HostFacts, 'env' | 'home'>): string | undefined {
  const directory = logDirectory(host);
  const file = join(directory, LOG_FILE);
  try {
    requirePrivate(directory);
    append(file, '');
    return undefined;
  } catch (error) {
    return unavailable(file, error);
  }
}

/** Returns the log files of a directory, oldest first. */
export function logFiles(directory: string): string[] {
  const names = namesIn(directory);
  return [...names.filter((name) => ROTATED.test(name)).toSorted(), LOG_FILE]
    .filter((name) => names.includes(name))
    .map((name) => join(directory, name));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function unavailable(file: string, error: unknown): string {
  return t('logUnavailable', { file, reason: (error as Error).message });
}

/** Creates or checks a directory of logs. @returns why other users could change its content; undefined if they can't */
export function makeLogDirectory(directory: string): string | undefined {
  return makePrivateDirectory(directory, { privateGroup: true });
}

function requirePrivate(directory: string): void {
  const problem = makeLogDirectory(directory);
  if (problem !== undefined) throw new Error(problem);
}

/** Appends with a single call. @returns the size of a regular file in bytes, otherwise 0 */
function append(file: string, text: string): number {
  try {
    const fd = openSync(file, 'a', 0o600);
    try {
      if (text !== '') writeSync(fd, text);
      const found = fstatSync(fd);
      return found.isFile() ? found.size : 0;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw atPath(error, file);
  }
}

/**
 * Renames the file, and removes the oldest renamed ones. The new name is unique, so processes that rotate at the same time
 * never replace each other's files. A file that another process has just renamed is no longer full, and isn't renamed.
 */
function rotate(directory: string, { bytes, files }: { bytes: number; files: number }): void {
  const file = join(directory, LOG_FILE);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.size < bytes) return;
  // Names stay in order, also within a millisecond and after the clock was set back.
  const latest = namesIn(directory)
    .filter((name) => ROTATED.test(name))
    .toSorted()
    .at(-1);
  const time = Math.max(Date.now(), latest === undefined ? 0 : timeOf(latest) + 1);
  try {
    renameSync(file, join(directory, rotatedName(time)));
  } catch (error) {
    // Another process has renamed it, or has it open on Windows. The next line tries again.
    if (['ENOENT', 'EBUSY', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw error;
  }
  const rotated = logFiles(directory).filter((path) => basename(path) !== LOG_FILE);
  for (const path of rotated.slice(0, -files)) rmSync(path, { force: true });
}

/** Returns a name of this process that sorts by time. */
function rotatedName(time: number): string {
  return `airlock-${new Date(time).toISOString().replaceAll(/[-:.]/g, '')}-${process.pid}.log`;
}

/** Returns the time in the name of a renamed file, in ms. */
function timeOf(name: string): number {
  const [, y, m, d, h, min, s, ms] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name) ?? [];
  return Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}.${ms}Z`) || 0;
}

function textLine(entry: {
  time: string;
  level: string;
  source: string;
  pid: number;
  message: string;
  code?: string | undefined;
  run?: string | undefined;
  facts?: object | undefined;
}): string {
  const { time, level, source, pid, message, code, run, facts } = entry;
  const known = Object.entries({ code, run, ...facts }).filter(([, value]) => value !== undefined);
  const pairs = known.map(([key, value]) => `${key}=${typeof value === 'string' ? value : inertJson(value)}`);
  return visibleLine([time, level, `${source}[${pid}]`, message, ...pairs].join(' '));
}
