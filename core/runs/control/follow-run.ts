import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ImagesAnswer, LogLine } from '../../contract/topics/run.ts';
import { type ListedRun, readRunFile } from '../audit/read-runs.ts';
import { EVENTS_FILE, EXPECTED_FILE, IMAGES_FILE, RUN_FILE, type RunFile } from '../audit/run-file.ts';
import { t } from '../messages.ts';
import { createImageTable, type ImageQuery } from './image-table.ts';
import { tailLines } from './line-tail.ts';
import { LIVE_FILE, type LiveFile, parseLiveFile } from './live-file.ts';
import { createRunLog, type LogQuery } from './run-log.ts';
import { type RunSnapshot, snapshotOf } from './run-snapshot.ts';
import { createRunStory } from './run-story.ts';

/** Follows a run of any process by its record. */
export interface RunFollower {
  /** Reads changes. Costs a few stat calls if there are none. @returns whether there were changes. Never throws. */
  refresh(): Promise<boolean>;
  /** Returns the state at the last refresh. */
  snapshot(): RunSnapshot;
  images(query: ImageQuery): ImagesAnswer;
  log(query: LogQuery): { total: number; matching: number; lines: LogLine[] };
  /** run.json as of the last refresh. */
  readonly run: RunFile;
  /** Windows that were set during the run, instead of those in its request. */
  readonly changedWindows: readonly string[] | undefined;
  /** True once the run has ended and its entire record was read. */
  readonly ended: boolean;
  /** Stops reading. */
  close(): void;
}

/**
 * Opens a follower of a run. It has already read the current content of the record when this returns.
 * @throws AirlockError `not-found` if no record exists; `run-log-altered` if its run.json can't be read
 */
export async function openRunFollower(runDirectory: string): Promise<RunFollower> {
  const table = createImageTable();
  const log = createRunLog();
  const story = createRunStory();
  const expected = tailLines(join(runDirectory, EXPECTED_FILE));
  const results = tailLines(join(runDirectory, IMAGES_FILE));
  const events = tailLines(join(runDirectory, EVENTS_FILE));
  let live: LiveFile | undefined;
  let liveStamp = '';
  let runStamp = '';
  let ended = false;
  let closed = false;
  let refreshing: Promise<boolean> | undefined;

  const first = await readRunFile(runDirectory);
  if (!first.run) throw first.formatError ?? (await unreadable(runDirectory));
  let run: RunFile = first.run;
  let status: ListedRun['status'] = first.status;

  const readChanges = async (): Promise<boolean> => {
    let changed = false;
    // Reads run.json first, because the other files no longer change once the run has ended.
    const stamp = await stampOf(join(runDirectory, RUN_FILE));
    if (stamp !== runStamp || status === 'running') {
      const now = await readRunFile(runDirectory);
      if (now.run) {
        changed = stamp !== runStamp || now.status !== status;
        runStamp = stamp;
        run = now.run;
        status = now.status;
      }
    }
    const liveNow = await stampOf(join(runDirectory, LIVE_FILE));
    if (liveNow && liveNow !== liveStamp) {
      const parsed = parseLiveFile(await readFile(join(runDirectory, LIVE_FILE), 'utf8').catch(() => ''));
      if (parsed) {
        changed = true;
        live = parsed;
        liveStamp = liveNow;
      }
    }
    const [wanted, settled, reported] = await Promise.all([expected.read(), results.read(), events.read()]);
    table.expect(wanted);
    table.settle(settled);
    table.activate(status === 'running' ? (live?.active ?? []) : []);
    log.add(reported, settled);
    story.add(reported);
    ended = status !== 'running';
    return changed || wanted.length + settled.length + reported.length > 0;
  };
  const refresh = (): Promise<boolean> => {
    if (closed || ended) return Promise.resolve(false);
    refreshing ??= readChanges()
      .catch(() => false)
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };
  await refresh();

  return {
    refresh,
    snapshot: () => snapshotOf({ directory: runDirectory, run, status, live, table, story }),
    images: table.query,
    log: log.query,
    get run() {
      return run;
    },
    get changedWindows() {
      return story.windows;
    },
    get ended() {
      return ended;
    },
    close() {
      closed = true;
    },
  };
}

/** Returns a stamp that changes if a file is replaced or written. Empty without a file. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}

async function unreadable(runDirectory: string): Promise<AirlockError> {
  const there = await stat(runDirectory).catch(() => undefined);
  return there
    ? new AirlockError('run-log-altered', t('recordFileUnreadable', { file: RUN_FILE, run: runDirectory }))
    : new AirlockError('not-found', t('runDirectoryMissing', { directory: runDirectory }), {
        remedy: t('runMissingRemedy'),
        side: 'local',
      });
}
