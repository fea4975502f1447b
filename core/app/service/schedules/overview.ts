import { fitInto } from '../../../base/schedule/fit.ts';
import { instantText } from '../../../base/schedule/window.ts';
import type { RequestOutput } from '../../../contract/contract.ts';
import type { CarriedDrive, DiskForecast } from '../../../contract/topics/schedules/overview.ts';
import { exportStates } from '../../../media/export/state.ts';
import { type LivedTransfer, transferLives } from '../../../media/transfer/life.ts';
import { type ListedRun, listRuns } from '../../../runs/audit/read-runs.ts';
import { spaceForArchives } from '../../../store/workspace/file-system.ts';
import { isConfirmed } from '../../schedules/confirmed.ts';
import { windowsOfSchedule } from '../../schedules/due.ts';
import { nextStart } from '../../schedules/lines.ts';
import { readSchedules } from '../../schedules/schedule-file.ts';
import { runsFolder } from '../runs/run-places.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { channelNews, checkChannels, type WorkspaceFacts } from './channel-news.ts';

type Overview = RequestOutput<'overview.read'>;

const DAY_MS = 86_400_000;
/** Transfers of which the mean size is a forecast of the next one. */
const LAST_TRANSFERS = 5;
/** Bytes of a run below which its duration reveals little about the rate of the link. */
const MEASURABLE_BYTES = 8 * 1024 ** 2;
/** A forecast further away isn't shown. */
const FURTHEST_MS = 730 * DAY_MS;

/** Returns the handlers of `overview.*`: what Home shows of a workspace. Only the check of releases uses the network. */
export function overviewHandlers(state: Pick<ServiceState, 'options' | 'hostFor'>): HandlersOf<'overview'> {
  const { configDirectory } = state.options;
  return {
    async 'overview.read'(input, { signal }) {
      const workspace = absolutePath(input.workspace, 'workspace');
      // A directory that isn't a workspace yet has no transfers.
      const transfers = await transferLives(workspace).catch(() => []);
      const facts = await factsOf(workspace, configDirectory);
      const [disk, drives, channels] = await Promise.all([
        forecast(workspace, transfers),
        carriedDrives(workspace, transfers),
        channelNews(facts, state.hostFor(workspace), signal),
      ]);
      return { disk, tonight: tonightOf(facts, transfers), drives, channels };
    },
    async 'overview.checkReleases'(input, { signal }) {
      const workspace = absolutePath(input.workspace, 'workspace');
      const facts = await factsOf(workspace, configDirectory);
      return { channels: await checkChannels(facts, state.hostFor(workspace), signal) };
    },
  };
}

async function factsOf(workspace: string, configDirectory: string): Promise<WorkspaceFacts> {
  const [runs, schedules, isOwn] = await Promise.all([
    listRuns(runsFolder(workspace)),
    readSchedules(workspace).catch(() => []),
    isConfirmed(configDirectory, workspace),
  ]);
  return { workspace, runs, schedules: schedules.filter(isOwn) };
}

/** Returns the space for transfers, and when the growth of the last ones fills it. Undefined if the space is unknown. */
async function forecast(
  workspace: string,
  transfers: readonly LivedTransfer[],
): Promise<DiskForecast | undefined> {
  const space = await spaceForArchives(workspace);
  return space && { ...space, ...growthOf(transfers, space.freeBytes, Date.now()) };
}

/**
 * Returns the mean size of the last transfers and when they fill the free space. A forecast needs two transfers that are at
 * least a day apart.
 */
export function growthOf(
  transfers: readonly Pick<LivedTransfer, 'created' | 'bytes'>[],
  freeBytes: number,
  now: number,
): Pick<DiskForecast, 'transferBytes' | 'fullAt'> {
  const last = transfers
    .flatMap(({ created, bytes }) => (created === undefined ? [] : [{ at: Date.parse(created), bytes }]))
    .toSorted((a, b) => a.at - b.at)
    .slice(-LAST_TRANSFERS);
  const [first] = last;
  if (!first || last.length < 2) return {};
  const transferBytes = Math.round(sum(last) / last.length);
  const span = last.at(-1)!.at - first.at;
  const grown = sum(last.slice(1));
  if (span < DAY_MS || grown === 0) return { transferBytes };
  const leftMs = (freeBytes / grown) * span;
  return { transferBytes, fullAt: leftMs > FURTHEST_MS ? undefined : new Date(now + leftMs).toISOString() };
}

/** Returns the starts of schedules in the next 24 hours, and whether their bytes probably fit. */
function tonightOf(
  { runs, schedules }: WorkspaceFacts,
  transfers: readonly LivedTransfer[],
): Overview['tonight'] {
  const now = Date.now();
  const rate = lastRate(runs);
  const { transferBytes } = growthOf(transfers, 0, now);
  return schedules
    .filter(({ paused }) => !paused)
    .flatMap((schedule) => {
      const next = nextStart(schedule, now);
      if (!next || next.from > now + DAY_MS) return [];
      const done = schedule.occasions
        .filter(({ result, bytes }) => result === 'complete' && bytes)
        .slice(0, LAST_TRANSFERS);
      const own = done.length > 0 ? Math.round(sum(done) / done.length) : undefined;
      const bytes = schedule.job === 'mirrorToDisk' ? (own ?? transferBytes) : own;
      const fit =
        schedule.at === undefined && bytes !== undefined && rate !== undefined
          ? fitInto(windowsOfSchedule(schedule), Math.max(now, next.from), bytes, rate)
          : undefined;
      const to = schedule.at === undefined ? instantText(next.to) : undefined;
      return [{ name: schedule.name, at: instantText(next.from), to, bytes, fits: fit && fit.windows <= 1 }];
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** Returns the rate of the last run that fetched enough content to measure it, in bytes per second. */
export function lastRate(runs: readonly Pick<ListedRun, 'run'>[]): number | undefined {
  for (const { run } of runs.toReversed()) {
    // Other runs, such as a deletion, fetch only manifests.
    if (run?.workflow !== 'mirrorToDisk' && run?.workflow !== 'mirrorToMirror') continue;
    const fetched = run.counts?.bytes.fetched ?? 0;
    const ms = Date.parse(run.endedAt ?? '') - Date.parse(run.startedAt);
    if (fetched >= MEASURABLE_BYTES && ms > 0) return (fetched / ms) * 1000;
  }
  return undefined;
}

/** Returns the drives with volumes of transfers that haven't been acknowledged, latest first. */
async function carriedDrives(
  workspace: string,
  transfers: readonly LivedTransfer[],
): Promise<CarriedDrive[]> {
  const answered = new Set(
    transfers.filter(({ lifecycle }) => lifecycle.arrived !== 'unknown').map(({ name }) => name),
  );
  const drives = new Map<string, CarriedDrive>();
  for (const { transfer, written } of await exportStates(workspace).catch(() => [])) {
    if (answered.has(transfer)) continue;
    for (const { number, size, drive, at } of written) {
      const known = drives.get(drive) ?? { drive, transfers: [], bytes: 0, writtenAt: at };
      const own = known.transfers.find(({ name }) => name === transfer) ?? {
        name: transfer,
        volumes: [],
        bytes: 0,
      };
      own.volumes.push(number);
      own.bytes += size;
      known.bytes += size;
      if (at > known.writtenAt) known.writtenAt = at;
      if (!known.transfers.includes(own)) known.transfers.push(own);
      drives.set(drive, known);
    }
  }
  return [...drives.values()].toSorted((a, b) => (a.writtenAt < b.writtenAt ? 1 : -1));
}

function sum(values: readonly { bytes?: number | undefined }[]): number {
  return values.reduce((total, { bytes = 0 }) => total + bytes, 0);
}
