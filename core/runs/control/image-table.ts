import type { BundleName } from '../../base/collected/collected.ts';
import type { ImageRow, ImageState, ImagesAnswer, RunDeliverable } from '../../contract/topics/run.ts';
import { type IncompleteBundle, incompleteBundles } from '../audit/incomplete-bundles.ts';
import type { RecordedImage } from '../audit/run-file.ts';
import type { ExpectedImage } from './expected-file.ts';
import type { LiveFailure, LiveFile } from './live-file.ts';
import { failureOf } from './live-state.ts';

export interface ImageQuery {
  /** Number of rows to skip, and maximum number of rows. */
  offset: number;
  limit: number;
  state?: ImageState | undefined;
  deliverable?: string | undefined;
  /** Part of an origin, destination or digest, case-insensitive. */
  search?: string | undefined;
}

/** All images of a run with their results, in the order of the run. */
export interface ImageTable {
  expect(lines: readonly Record<string, unknown>[]): void;
  settle(lines: readonly Record<string, unknown>[]): void;
  /** Replaces the active images. */
  activate(active: LiveFile['active']): void;
  /** Increases with each change. */
  readonly version: number;
  query(query: ImageQuery): ImagesAnswer;
  /** Returns the first failed images, and their total number. */
  failures(most: number): { failures: LiveFailure[]; total: number };
  /** Returns the operator versions of failed images, in the order of the run. */
  incomplete(): readonly IncompleteBundle[];
  /** Returns the states of deliverables that follow from images alone. */
  deliverables(): Omit<RunDeliverable, 'state'>[];
}

interface Entry {
  row: ImageRow;
  /** The searchable text. Created by the first search. */
  text?: string;
  /** The bundles of a failed image of an operator. */
  neededBy?: readonly BundleName[];
}

export function createImageTable(): ImageTable {
  const entries: Entry[] = [];
  const byName = new Map<string, Entry>();
  const states: Record<ImageState, number> = { waiting: 0, running: 0, copied: 0, present: 0, failed: 0 };
  let running: Entry[] = [];
  let version = 0;
  /** Cached result. Undefined after an operator's image has changed. */
  let incomplete: readonly IncompleteBundle[] | undefined = [];

  const put = (row: ImageRow): Entry => {
    const entry = { row };
    entries.push(entry);
    byName.set(keyOf(row), entry);
    states[row.state]++;
    return entry;
  };
  const change = (entry: Entry, row: ImageRow): void => {
    states[entry.row.state]--;
    states[row.state]++;
    if (entry.row.digest !== row.digest) delete entry.text;
    entry.row = row;
  };

  return {
    get version() {
      return version;
    },
    expect(lines) {
      for (const line of lines) {
        if (!named(line)) continue;
        const { origin, destination, digest, deliverable, kind, bytes } = line as unknown as ExpectedImage;
        const row = { origin, destination, digest, deliverable, kind, bytes: bytes ?? 0 };
        if (!byName.has(keyOf(row))) put({ ...row, state: 'waiting' });
        version++;
      }
    },
    settle(lines) {
      for (const line of lines) {
        if (!named(line)) continue;
        const image = line as unknown as RecordedImage;
        const row = settledRow(image);
        const entry = byName.get(keyOf(row)) ?? put(row);
        change(entry, row);
        if (entry.neededBy || image.neededBy) incomplete = undefined;
        delete entry.neededBy;
        if (image.neededBy) entry.neededBy = image.neededBy;
        version++;
      }
    },
    activate(active) {
      if (active.length === 0 && running.length === 0) return;
      version++;
      for (const entry of running) {
        if (entry.row.state !== 'running') continue;
        // Its bytes stay on disk, or in the upload.
        change(entry, { ...entry.row, state: 'waiting' });
      }
      running = [];
      for (const image of active) {
        const entry = byName.get(keyOf(image));
        if (entry?.row.state !== 'waiting') continue;
        change(entry, {
          ...entry.row,
          digest: image.digest,
          bytes: Math.max(entry.row.bytes, image.total),
          done: Math.max(0, image.done),
          state: 'running',
        });
        running.push(entry);
      }
    },
    query({ offset, limit, state, deliverable, search }) {
      const wanted = search?.trim().toLowerCase();
      let matching = 0;
      const rows: ImageRow[] = [];
      for (const entry of entries) {
        const { row } = entry;
        if (state && row.state !== state) continue;
        if (deliverable !== undefined && row.deliverable !== deliverable) continue;
        if (wanted) {
          entry.text ??= `${row.origin}\n${row.destination}\n${row.digest}`.toLowerCase();
          if (!entry.text.includes(wanted)) continue;
        }
        if (matching++ >= offset && rows.length < limit) rows.push(row);
      }
      return { version, total: entries.length, matching, states: { ...states }, rows };
    },
    failures(most) {
      const failures: LiveFailure[] = [];
      if (states.failed > 0)
        for (const { row } of entries) {
          if (failures.length >= most) break;
          if (row.state === 'failed') failures.push(failureOf({ ...row, attempts: row.attempts ?? 1 }));
        }
      return { failures, total: states.failed };
    },
    incomplete() {
      incomplete ??= incompleteBundles(
        entries.flatMap(({ row, neededBy }) => (neededBy ? [{ origin: row.origin, neededBy }] : [])),
      );
      return incomplete;
    },
    deliverables() {
      const found = new Map<string, Omit<RunDeliverable, 'state'>>();
      for (const { row } of entries) {
        const known = found.get(row.deliverable);
        const sum = known ?? { name: row.deliverable, images: 0, done: 0, failed: 0, bytes: 0 };
        if (!known) found.set(row.deliverable, sum);
        sum.images++;
        sum.bytes += row.bytes;
        if (row.state === 'failed') sum.failed++;
        else if (row.state === 'copied' || row.state === 'present') sum.done++;
      }
      return [...found.values()];
    },
  };
}

/** Returns the key of an image. Two images may have the same origin, but not the same destination. */
function keyOf({ origin, destination }: { origin: string; destination: string }): string {
  return `${destination} ${origin}`;
}

function named(line: Record<string, unknown>): boolean {
  return (
    typeof line.origin === 'string' &&
    typeof line.destination === 'string' &&
    typeof line.digest === 'string' &&
    typeof line.deliverable === 'string'
  );
}

function settledRow(image: RecordedImage): ImageRow {
  const { origin, destination, digest, deliverable, kind, size, result, verdict, attempts, error } = image;
  return {
    origin,
    destination,
    digest,
    deliverable,
    kind,
    bytes: size,
    state: result,
    verdict,
    attempts,
    error: error && { ...error, problems: [] },
  };
}
