import { AirlockError } from '../../base/errors/airlock-error.ts';
import { appendLines, readOrEmpty } from '../../base/files/line-files.ts';
import { openRecord, sealedRecord } from '../../base/files/sealed-records.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { t } from './messages.ts';

/** A transfer that was made for an enclave. */
export interface LedgerTransfer {
  /** `<enclave>-<NNNN>`. */
  name: string;
  number: number;
  /** RFC 3339, UTC. */
  created: string;
  status: 'complete' | 'partial';
  volumes: LedgerVolume[];
}

/** A volume of a transfer's archive set, and how many of the transfer's blobs and files, in their order, it contains. */
export interface LedgerVolume {
  name: string;
  /** Hex. */
  sha256: string;
  blobs: number;
  files: number;
}

/** The content of a transfer, in the order of its volumes. */
export interface LedgerContent {
  blobs: Digest[];
  /** `volumes`: numbers of the volumes (from 1) that contain parts of this image. */
  links: { repository: string; tag: string; digest: Digest; volumes: number[] }[];
  /** Names below `working-dir/`. */
  files: { name: string; digest: Digest }[];
}

/** What is known about a transfer's arrival. `missing`: nothing (empty), volume numbers from 1, or `all`. */
export interface LedgerAnswer {
  transfer: string;
  /** RFC 3339, UTC. */
  at: string;
  missing: number[] | 'all';
  /** If export volumes didn't arrive: their exact content. `missing` lists the affected volumes of the set. */
  missingContent?: LedgerLoss;
}

/** Export volumes that didn't arrive, and their content. */
export interface LedgerLoss {
  /** Names of the export volumes. */
  volumes: string[];
  blobs: Digest[];
  /** Repositories with a link in these volumes. The names of their images have to be transferred again. */
  repositories: string[];
  /** Names below `working-dir/`. */
  files: string[];
}

/** What was sent to one enclave (docs/guides/mirror.md#increments). */
export interface Ledger {
  readonly enclave: string;
  /** Returns whether a transfer, or oc-mirror's history if it was read, contains the content, unless it is known to be lost. */
  sent(digest: Digest): boolean;
  /** Returns all content that counts as sent. */
  allSent(): Iterable<Digest>;
  /** Number of digests that count as sent only because of oc-mirror's history. */
  readonly fromHistory: number;
  /** Returns whether the other side acknowledged the arrival of the content. */
  acknowledged(digest: Digest): boolean;
  /** Returns whether only lost transfers or volumes contain the content. */
  lost(digest: Digest): boolean;
  /** Returns the digest that this tag was last sent with. */
  link(repository: string, tag: string): Digest | undefined;
  /** Returns the digest that this file below `working-dir/` was last sent with. */
  file(name: string): Digest | undefined;
  /** Returns the transfers in the order in which they were recorded. */
  transfers(): readonly LedgerTransfer[];
  /** Returns the content of a recorded transfer. */
  content(transfer: string): LedgerContent | undefined;
  /** Adds a complete transfer and syncs it to disk. Does nothing if it is recorded already. @throws AirlockError `disk`, `disk-full` */
  record(transfer: LedgerTransfer, content: LedgerContent): Promise<void>;
  /**
   * Returns a view of this ledger in which unacknowledged content counts as not sent. Records and answers that are added to
   * the view are added to this ledger.
   */
  arrived(): Ledger;
  /** Returns the last answer about a transfer. */
  answer(transfer: string): LedgerAnswer | undefined;
  /**
   * Records which content of a transfer arrived. The last answer counts. Missing content no longer counts as sent, so the next
   * transfer contains it. Syncs the answer to disk. Does nothing for an unchanged answer.
   * @throws AirlockError `usage` for a transfer that isn't recorded, `disk`, `disk-full`
   */
  noteAnswer(answer: LedgerAnswer): Promise<void>;
}

interface Line {
  transfer: Omit<LedgerTransfer, 'volumes'>;
  volumes: [name: string, sha256: string, blobs: number, files: number][];
  blobs: Digest[];
  /** `volumes`: numbers of the volumes that contain parts of this image. */
  links: [repository: string, tag: string, digest: string, volumes: number[]][];
  files: [name: string, digest: string][];
}

/**
 * Opens `ledger.jsonl`, which has one line for each transfer and answer. Ignores an incomplete last line.
 * @param history digests in oc-mirror's history
 */
export async function openLedger(
  path: string,
  enclave: string,
  history: Iterable<Digest> = [],
): Promise<Ledger> {
  const earlier = [...history];
  const lines = new Map<string, Line>();
  const answers = new Map<string, LedgerAnswer>();
  const text = (await readOrEmpty(path)).toString('utf8');
  for (const [index, row] of text.split('\n').entries()) {
    const line = parseLine(row, `${path}:${index + 1}`);
    if (!line) continue;
    if ('answer' in line) answers.set(line.answer.transfer, line.answer);
    else lines.set(line.transfer.name, line);
  }
  // A transfer can be lost, also if oc-mirror's history lists its content.
  const onlyEarlier = (): Digest[] => {
    if (earlier.length === 0) return earlier;
    const carried = new Set<string>();
    for (const { blobs } of lines.values()) for (const digest of blobs) carried.add(digest);
    return earlier.filter((digest) => !carried.has(digest));
  };
  // Absent until they are needed, because a caller that adds a line often doesn't need them.
  let sum: Known | undefined;
  let transfers: LedgerTransfer[] | undefined;
  const known = (): Known => {
    sum ??= knownOf(lines.values(), answers, onlyEarlier());
    return sum;
  };
  const add = (line: Line | { answer: LedgerAnswer }): Promise<void> =>
    appendLines(path, sealedRecord(JSON.stringify(line)));
  const ledger: Ledger = {
    enclave,
    sent: (digest) => known().sent.has(digest),
    allSent: () => known().sent,
    get fromHistory() {
      return onlyEarlier().length;
    },
    acknowledged: (digest) => known().acknowledged.has(digest),
    lost: (digest) => known().lost.has(digest),
    link: (repository, tag) => known().links.get(`${repository}:${tag}`),
    file: (name) => known().files.get(name),
    transfers() {
      transfers ??= Array.from(lines.values(), transferOf);
      return transfers;
    },
    content(transfer) {
      const line = lines.get(transfer);
      return line && contentOf(line);
    },
    arrived() {
      const answered = [...lines.values()].filter((line) => answers.has(line.transfer.name));
      const { sent, links, files } = knownOf(answered, answers, onlyEarlier());
      return {
        ...ledger,
        sent: (digest) => sent.has(digest),
        link: (repository, tag) => links.get(`${repository}:${tag}`),
        file: (name) => files.get(name),
      };
    },
    async record(transfer, content) {
      if (lines.has(transfer.name)) return;
      const line = lineOf(transfer, content);
      await add(line);
      lines.set(transfer.name, line);
      sum = undefined;
      transfers = undefined;
    },
    answer: (transfer) => answers.get(transfer),
    async noteAnswer(answer) {
      if (!lines.has(answer.transfer))
        throw new AirlockError('usage', t('transferUnknown', { transfer: answer.transfer, enclave }));
      const before = answers.get(answer.transfer);
      if (before && sameAnswer(before, answer)) return;
      await add({ answer });
      answers.set(answer.transfer, answer);
      sum = undefined;
    },
  };
  return ledger;
}

function lineOf({ volumes, ...transfer }: LedgerTransfer, content: LedgerContent): Line {
  return {
    transfer,
    volumes: volumes.map(({ name, sha256, blobs, files }) => [name, sha256, blobs, files]),
    blobs: content.blobs,
    links: content.links.map((link) => [link.repository, link.tag, link.digest, link.volumes]),
    files: content.files.map(({ name, digest }) => [name, digest]),
  };
}

function transferOf({ transfer, volumes }: Line): LedgerTransfer {
  return {
    ...transfer,
    volumes: volumes.map(([name, sha256, blobs, files]) => ({ name, sha256, blobs, files })),
  };
}

function contentOf({ blobs, links, files }: Line): LedgerContent {
  return {
    blobs,
    links: links.flatMap(([repository, tag, digest, volumes]) =>
      isDigest(digest) ? [{ repository, tag, digest, volumes }] : [],
    ),
    files: files.flatMap(([name, digest]) => (isDigest(digest) ? [{ name, digest }] : [])),
  };
}

interface Known {
  sent: Set<Digest>;
  acknowledged: Set<string>;
  lost: Set<string>;
  links: Map<string, Digest>;
  files: Map<string, Digest>;
}

function knownOf(
  lines: Iterable<Line>,
  answers: ReadonlyMap<string, LedgerAnswer>,
  history: Digest[],
): Known {
  const known: Known = {
    sent: new Set(history),
    acknowledged: new Set(),
    lost: new Set(),
    links: new Map(),
    files: new Map(),
  };
  for (const line of lines) {
    const answer = answers.get(line.transfer.name);
    const removed = answer && removedBy(answer, line);
    line.blobs.forEach((digest, i) => {
      if (removed?.blob(digest, i)) {
        known.lost.add(digest);
        return;
      }
      known.sent.add(digest);
      if (answer) known.acknowledged.add(digest);
    });
    for (const [repository, tag, digest, volumes] of line.links)
      if (isDigest(digest) && !removed?.link(repository, volumes))
        known.links.set(`${repository}:${tag}`, digest);
    line.files.forEach(([name, digest], i) => {
      if (isDigest(digest) && !removed?.file(name, i)) known.files.set(name, digest);
    });
  }
  for (const digest of known.sent) known.lost.delete(digest);
  return known;
}

/** Content of a transfer that didn't arrive. `i` is the place in its line. */
interface Removed {
  blob(digest: string, i: number): boolean;
  link(repository: string, volumes: number[]): boolean;
  file(name: string, i: number): boolean;
}

/** Returns the content that an answer reports as missing; undefined if all of it arrived. */
function removedBy(answer: LedgerAnswer, line: Line): Removed | undefined {
  const missing = missingOf(answer);
  if (!missing) return undefined;
  if (answer.missingContent && answer.missing !== 'all') {
    const blobs = new Set<string>(answer.missingContent.blobs);
    const repositories = new Set(answer.missingContent.repositories);
    const files = new Set(answer.missingContent.files);
    return {
      blob: (digest) => blobs.has(digest),
      link: (repository) => repositories.has(repository),
      file: (name) => files.has(name),
    };
  }
  const [blobVolumes, fileVolumes] = [volumesOf(line, 2), volumesOf(line, 3)];
  return {
    blob: (_, i) => missing(blobVolumes[i]!),
    link: (_, volumes) => volumes.some(missing),
    file: (_, i) => missing(fileVolumes[i]!),
  };
}

function sameAnswer(a: LedgerAnswer, b: LedgerAnswer): boolean {
  return JSON.stringify([a.missing, a.missingContent]) === JSON.stringify([b.missing, b.missingContent]);
}

/** Returns a test for missing volumes, or undefined if all of them arrived. */
function missingOf({ missing }: LedgerAnswer): ((volume: number) => boolean) | undefined {
  if (missing === 'all') return () => true;
  if (missing.length === 0) return undefined;
  const numbers = new Set(missing);
  return (volume) => numbers.has(volume);
}

/** Returns the number of the volume of each blob (2) or file (3). */
function volumesOf({ volumes }: Line, counted: 2 | 3): number[] {
  return volumes.flatMap((volume, i) => new Array<number>(volume[counted]).fill(i + 1));
}

/**
 * Returns the content of a line; undefined for one that a crash truncated.
 * @throws AirlockError `ledger-damaged` for a complete line that was altered
 */
function parseLine(row: string, where: string): Line | { answer: LedgerAnswer } | undefined {
  const record = openRecord(row);
  if (record === undefined) {
    // A truncated line ends within its JSON, never in something that looks like a checksum.
    if (row.at(-9) === '\t' || /\}[\s\S][0-9a-f]{8}$/.test(row))
      throw new AirlockError('ledger-damaged', t('ledgerDamaged', { line: where }), {
        side: 'local',
      });
    return undefined;
  }
  try {
    const line = JSON.parse(record) as Line | { answer: LedgerAnswer };
    if ('answer' in line) {
      const { transfer, missing, missingContent: carried } = line.answer;
      const lists = carried ? [carried.volumes, carried.blobs, carried.repositories, carried.files] : [];
      const known = missing === 'all' || Array.isArray(missing);
      return typeof transfer === 'string' && known && lists.every(Array.isArray) ? line : undefined;
    }
    const { transfer, volumes, blobs, links, files } = line;
    return typeof transfer?.name === 'string' && [volumes, blobs, links, files].every(Array.isArray)
      ? line
      : undefined;
  } catch {
    return undefined;
  }
}
