import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ImagesAnswer, LogLine } from '../../contract/topics/run.ts';
import { type ListedRun, readRunFile } from '../audit/read-runs.ts';
import { EVENTS_FILE, EXPECTED_FILE, IMAGES_FILE, RUN_FILE, type RunFile } from '../audit/run-file.ts';
import { createImageTable, type ImageQuery } from './image-table.ts';
import { tailLines } from './line-tail.ts';
import { LIVE_FILE, type LiveFile, parseLiveFile } from './live-file.ts';
import { createRunLog, type LogQuery } from './run-log.ts';
import { type RunSnapshot, snapshotOf } from './run-snapshot.ts';
import { createRunStory } from './run-story.ts';

/** A run as its record tells it, whichever process works on it or did. */
export interface RunFollower {
  /** Looks for news; costs a few stats when there are none. @returns whether there were any. Never throws. */
  refresh(): Promise<boolean>;
  /** What was known at the last refresh. */
  snapshot(): RunSnapshot;
  images(query: ImageQuery): ImagesAnswer;
  log(query: LogQuery): { total: number; matching: number; lines: LogLine[] };
  /** run.json as of the last refresh. */
  readonly run: RunFile;
  /** Windows that it was given while it worked, in place of those it was asked for with. */
  readonly changedWindows: readonly string[] | undefined;
  /** True once the run has ended and everything it left was read. */
  readonly ended: boolean;
  /** Nothing is read any more. */
  close(): void;
}

/**
 * Follows the record of a run; everything it tells until now has been read when this returns.
 * @throws AirlockError `not-found` when there is no record; `run-log-altered` when its run.json cannot be read
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
  let looking: Promise<boolean> | undefined;

  const first = await readRunFile(runDirectory);
  if (!first.run) throw await unreadable(runDirectory);
  let run: RunFile = first.run;
  let status: ListedRun['status'] = first.status;

  const look = async (): Promise<boolean> => {
    let news = false;
    // run.json before all others: once it says that the run is over, they do not change any more.
    const stamp = await stampOf(join(runDirectory, RUN_FILE));
    if (stamp !== runStamp || status === 'running') {
      const now = await readRunFile(runDirectory);
      if (now.run) {
        news = stamp !== runStamp || now.status !== status;
        runStamp = stamp;
        run = now.run;
        status = now.status;
      }
    }
    const liveNow = await stampOf(join(runDirectory, LIVE_FILE));
    if (liveNow && liveNow !== liveStamp) {
      const parsed = parseLiveFile(await readFile(join(runDirectory, LIVE_FILE), 'utf8').catch(() => ''));
      if (parsed) {
        news = true;
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
    return news || wanted.length + settled.length + reported.length > 0;
  };
  const refresh = (): Promise<boolean> => {
    if (closed || ended) return Promise.resolve(false);
    looking ??= look()
      .catch(() => false)
      .finally(() => {
        looking = undefined;
      });
    return looking;
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

/** Changes when a file is replaced or written; empty when there is none. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}

async function unreadable(runDirectory: string): Promise<AirlockError> {
  const there = await stat(runDirectory).catch(() => undefined);
  return there
    ? new AirlockError('run-log-altered', `${RUN_FILE} of ${runDirectory} cannot be read`)
    : new AirlockError('not-found', `there is no run in ${runDirectory}`, {
        remedy: 'See `airlock runs list`.',
        side: 'local',
      });
}
