import { closeSync, fsyncSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { inertJson } from '../../base/document/inert-text.ts';
import { openSync } from '../../base/files/created-files.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { valueWithoutSecrets } from '../../runs/audit/without-secrets.ts';
import { lastLines } from './last-lines.ts';
import { LOG_FILE, logDirectory, makeLogDirectory } from './log.ts';

const NAME = /^crash-\d{8}T\d{9}Z-\d+\.json$/;
/** Reports that are stored. Older ones are removed. */
const MOST_REPORTS = 10;
/** Reports of one process and origin, so that a repeated rejection doesn't replace those of other crashes. */
const MOST_OF_PROCESS = 3;
/** Errors in a report: the error, its cause, and so on. */
const MOST_CAUSES = 5;
/** The part of the log in a report. */
const LAST = { lines: 50, bytes: 64 * 1024 };
/** Characters of a message or stack. */
const LONGEST = 16 * 1024;

/** Time of the last report of this process in ms: no report replaces another one of the same millisecond. */
let latest = 0;

/** A process whose crashes are reported. */
export interface WatchedProcess {
  host: Pick<HostFacts, 'env' | 'home' | 'tool'>;
  /** The kind of process: `command`, `engine`, `desktop`. */
  source: string;
  /** Removes entered credentials from a text. */
  redacted?: (text: string) => string;
  /** The process doesn't end after an unhandled rejection, as in Electron, so it is reported separately. */
  survivesRejections?: boolean;
}

/**
 * Writes a report next to the log when this process ends with an unhandled exception or rejection. A report changes neither the
 * exit code nor the error output. A process that continues writes at most {@link MOST_OF_PROCESS} reports of
 * exceptions, and as many of rejections.
 * @returns ends the watch
 */
export function watchCrashes(watched: WatchedProcess): () => void {
  const reports = new Map<string, number>();
  const onCrash = (error: unknown, origin: string) => {
    const before = reports.get(origin) ?? 0;
    reports.set(origin, before + 1);
    if (before < MOST_OF_PROCESS) writeCrashReport(watched, error, origin);
  };
  const onRejection = (reason: unknown) => {
    console.error(reason);
    onCrash(reason, 'unhandledRejection');
  };
  process.on('uncaughtExceptionMonitor', onCrash);
  if (watched.survivesRejections) process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtExceptionMonitor', onCrash);
    process.off('unhandledRejection', onRejection);
  };
}

/**
 * Writes a crash report with mode 0600: versions, platform, stack and the last lines of the log, without secrets. Never
 * throws, and uses only synchronous calls, because the process ends afterwards.
 * @returns the file, or undefined if it can't be written
 */
export function writeCrashReport(
  { host, source, redacted = (text) => text }: WatchedProcess,
  error: unknown,
  origin: string,
): string | undefined {
  const directory = logDirectory(host);
  try {
    if (makeLogDirectory(directory) !== undefined) return undefined;
    latest = Math.max(Date.now(), latest + 1);
    const time = new Date(latest).toISOString();
    const known = error instanceof Error ? error : new Error(String(error));
    const report = valueWithoutSecrets({
      time,
      source,
      pid: process.pid,
      tool: host.tool,
      node: process.version,
      electron: process.versions.electron,
      platform: `${process.platform} ${process.arch} ${release()}`,
      origin,
      message: known.message.slice(0, LONGEST),
      stack: stackOf(known),
      causes: causesOf(known),
      log: lastLines(join(directory, LOG_FILE), LAST),
    });
    const file = join(directory, `crash-${time.replaceAll(/[-:.]/g, '')}-${process.pid}.json`);
    const staging = `${file}.partial`;
    const fd = openSync(staging, 'wx', 0o600);
    try {
      writeSync(fd, `${redacted(inertJson(report))}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(staging, file);
    for (const old of reportFiles(directory).slice(0, -MOST_REPORTS)) rmSync(old, { force: true });
    return file;
  } catch {
    // A full disk: the process still prints the error.
    return undefined;
  }
}

function stackOf({ stack = '' }: Error): string[] {
  return stack.slice(0, LONGEST).split('\n');
}

/** Returns the stacks of the causes of an error, the nearest first. */
function causesOf({ cause }: Error): string[][] | undefined {
  const stacks: string[][] = [];
  let at = cause;
  while (at !== undefined && at !== null && stacks.length < MOST_CAUSES) {
    stacks.push(at instanceof Error ? stackOf(at) : [String(at).slice(0, LONGEST)]);
    at = at instanceof Error ? at.cause : undefined;
  }
  return stacks.length > 0 ? stacks : undefined;
}

/** Returns the paths of the crash reports in a directory of logs, oldest first. */
export function reportFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => NAME.test(name))
      .toSorted()
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}
