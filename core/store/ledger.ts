import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asAirlockError } from '../errors/airlock-error.ts';
import { type Digest, isDigest } from '../image/digest.ts';
import { syncDirectory } from './atomic-file.ts';

/** A transfer that was made for an enclave. */
export interface LedgerTransfer {
  /** `<enclave>-<NNNN>`. */
  name: string;
  number: number;
  /** RFC 3339, UTC. */
  created: string;
  status: 'complete' | 'partial';
}

/** What a transfer carries. */
export interface LedgerContent {
  blobs: Digest[];
  links: { repository: string; tag: string; digest: Digest }[];
  /** Names below `working-dir/`. */
  files: { name: string; digest: Digest }[];
}

/** What was sent to one enclave (design section 3, "Increments"). */
export interface Ledger {
  readonly enclave: string;
  /** True for content of any transfer, and of oc-mirror's history when one was read. */
  sent(digest: Digest): boolean;
  /** The digest that this tag was last sent with. */
  link(repository: string, tag: string): Digest | undefined;
  /** The digest that this file below `working-dir/` was last sent with. */
  file(name: string): Digest | undefined;
  /** In the order they were recorded. */
  transfers(): readonly LedgerTransfer[];
  /** Adds a transfer that is whole; on the disk when it returns. Recorded already: nothing. @throws AirlockError `disk`, `disk-full` */
  record(transfer: LedgerTransfer, content: LedgerContent): Promise<void>;
}

interface Line {
  transfer: LedgerTransfer;
  blobs: string[];
  links: [repository: string, tag: string, digest: string][];
  files: [name: string, digest: string][];
}

/**
 * Opens `ledger.jsonl`, one line a transfer; a torn last line counts as never written.
 * @param history digests that oc-mirror says it has archived
 */
export async function openLedger(
  path: string,
  enclave: string,
  history: Iterable<Digest> = [],
): Promise<Ledger> {
  const sent = new Set<string>(history);
  const links = new Map<string, Digest>();
  const files = new Map<string, Digest>();
  const transfers: LedgerTransfer[] = [];
  const take = (line: Line): void => {
    transfers.push(line.transfer);
    for (const digest of line.blobs) sent.add(digest);
    for (const [repository, tag, digest] of line.links)
      if (isDigest(digest)) links.set(`${repository}:${tag}`, digest);
    for (const [name, digest] of line.files) if (isDigest(digest)) files.set(name, digest);
  };
  const text = await readText(path);
  for (const row of text.split('\n')) {
    const line = parseLine(row);
    if (line) take(line);
  }
  let torn = text !== '' && !text.endsWith('\n');
  return {
    enclave,
    sent: (digest) => sent.has(digest),
    link: (repository, tag) => links.get(`${repository}:${tag}`),
    file: (name) => files.get(name),
    transfers: () => transfers,
    async record(transfer, content) {
      if (transfers.some(({ name }) => name === transfer.name)) return;
      const line: Line = {
        transfer,
        blobs: content.blobs,
        links: content.links.map(({ repository, tag, digest }) => [repository, tag, digest]),
        files: content.files.map(({ name, digest }) => [name, digest]),
      };
      await append(path, `${torn ? '\n' : ''}${JSON.stringify(line)}\n`);
      torn = false;
      take(line);
    },
  };
}

async function append(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'a', 0o644);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncDirectory(dirname(path));
  } catch (error) {
    throw asAirlockError(error);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw asAirlockError(error);
  }
}

function parseLine(row: string): Line | undefined {
  try {
    const line = JSON.parse(row) as Line;
    const { transfer, blobs, links, files } = line;
    return typeof transfer?.name === 'string' && [blobs, links, files].every(Array.isArray)
      ? line
      : undefined;
  } catch {
    return undefined;
  }
}
