import {
  type PictureVersion,
  type SavedGraph,
  UPDATE_KINDS,
  type UpgradePicture,
} from '../../../core/contract/topics/upgrades.ts';

/** A part of an update graph with its updates by version. Versions are ascending, and are identified by their position. */
export interface GraphModel {
  picture: UpgradePicture;
  places: ReadonlyMap<string, number>;
  /** By position: indexes of the updates that leave the version. */
  out: readonly (readonly number[])[];
  /** By position: indexes of the updates that enter the version. */
  into: readonly (readonly number[])[];
  /** Positions of both versions of each update, one after the other; -1 for a version outside of the graph. */
  ends: Int32Array;
}

/** What a graph shows. */
export interface GraphContent {
  model: GraphModel;
  /** Accessible name. */
  label: string;
  height: number;
  /** Draws all updates. */
  all: boolean;
  /** Draws blocked updates. */
  blocked: boolean;
  /** Versions that the search found. */
  found: ReadonlySet<string>;
  /** The selected version. */
  active: string | undefined;
  /** The current version before a target is chosen. */
  from?: string | undefined;
  /** Number of updates from the current version, by position. */
  distances?: readonly number[] | undefined;
}

export function modelOf(picture: UpgradePicture): GraphModel {
  const places = new Map(picture.versions.map(({ version }, at) => [version, at]));
  const out: number[][] = picture.versions.map(() => []);
  const into: number[][] = picture.versions.map(() => []);
  const ends = new Int32Array(2 * picture.updates.length);
  for (const [at, update] of picture.updates.entries()) {
    const [from, to] = [places.get(update.from) ?? -1, places.get(update.to) ?? -1];
    ends[2 * at] = from;
    ends[2 * at + 1] = to;
    out[from]?.push(at);
    into[to]?.push(at);
  }
  return { picture, places, out, into, ends };
}

/** Returns a complete graph as a picture without a path. */
export function pictureOf({ versions, risks, riskSets, updates }: SavedGraph): UpgradePicture {
  const drawn: UpgradePicture['updates'] = [];
  for (let at = 0; at + 3 < updates.length; at += 4) {
    const [from, to] = [versions[updates[at]!], versions[updates[at + 1]!]];
    const kind = UPDATE_KINDS[updates[at + 2]!];
    if (!from || !to || !kind) continue;
    drawn.push({
      from: from.version,
      to: to.version,
      kind,
      chosen: false,
      shown: false,
      risks: riskSets[updates[at + 3]!] ?? [],
    });
  }
  return { risks, versions: versions.map((each) => ({ ...each, onPath: false })), updates: drawn };
}

/** Returns the lowest number of updates from a version to every other by position, Infinity without a path. */
export function distancesFrom({ picture, places, out, ends }: GraphModel, version: string): number[] {
  const distances = picture.versions.map(() => Number.POSITIVE_INFINITY);
  const start = places.get(version);
  if (start === undefined) return distances;
  distances[start] = 0;
  const queue = [start];
  for (const at of queue)
    for (const index of out[at]!) {
      const next = ends[2 * index + 1]!;
      if (picture.updates[index]!.kind === 'blocked' || distances[next] !== Number.POSITIVE_INFINITY)
        continue;
      distances[next] = distances[at]! + 1;
      queue.push(next);
    }
  return distances;
}

/** Returns `4.18` of `4.18.9`. */
export function minorOf(version: string): string {
  return /^\d+\.\d+/.exec(version)?.[0] ?? version;
}

/** Returns the versions that match a search: the exact one, otherwise those that start with or contain the text. */
export function matchingVersions(versions: readonly PictureVersion[], text: string): PictureVersion[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const exact = versions.filter(({ version }) => version.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const begins = versions.filter(({ version }) => version.toLowerCase().startsWith(wanted));
  return begins.length > 0
    ? begins
    : versions.filter(({ version }) => version.toLowerCase().includes(wanted));
}
