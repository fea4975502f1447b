import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SystemCall } from './strace-log.ts';

/** A file or folder, independent of its names. */
interface Node {
  kind: 'file' | 'directory';
  /** Content and names before the recording began. */
  before: { content: Buffer; entries: Map<string, Node> };
}

interface NameChange {
  directory: Node;
  name: string;
  /** Absent when the name is removed. */
  node?: Node;
}

type Change =
  | { type: 'write'; node: Node; offset: number; bytes: Buffer }
  | { type: 'truncate'; node: Node; size: number }
  | { type: 'names'; changes: NameChange[] };

/** A change in the order of the program, with the position in the log at which it was made. */
export type Recorded = Change & { at: number; time: number; path: string };

interface Sync {
  node: Node;
  /** Changes made before this position are covered … */
  covers: number;
  /** … as soon as the log has reached this one. */
  at: number;
}

/** A state of the disk after a power failure. */
export interface DiskState {
  root: Node;
  content: Map<Node, { bytes: Buffer; size: number }>;
  entries: Map<Node, Map<string, Node>>;
}

/** Decides what happens to a change that no completed sync covers. */
export type Fate = 'kept' | 'lost' | 'torn' | 'zeroed';

/**
 * Everything that a program did to the files below one folder, and the states a disk may be in when power fails at some
 * point of it. The model is stricter than any one file system: data is durable only after `fsync` or `fdatasync` of its file, a name
 * only after `fsync` of its folder; anything else may be lost or reordered. A rename happens as a whole or not at all
 * (https://pubs.opengroup.org/onlinepubs/9799919799/functions/rename.html).
 */
export class DiskHistory {
  readonly changes: Recorded[] = [];
  /** What the program printed: the position in the log and the bytes. */
  readonly printed: { at: number; bytes: Buffer }[] = [];
  readonly #syncs: Sync[] = [];
  readonly #root: Node;
  readonly #base: string;
  readonly #now: Map<Node, Map<string, Node>> = new Map();
  readonly #sizes = new Map<Node, number>();
  readonly #files = new Map<
    number,
    { node: Node | undefined; path: string; offset: number; append: boolean }
  >();

  private constructor(base: string, root: Node) {
    this.#base = base;
    this.#root = root;
  }

  /** Remembers a folder as it is before the program starts. Everything in it counts as durable. */
  static before(base: string): DiskHistory {
    return new DiskHistory(base, readNode(base));
  }

  /** Applies the calls of the program. @throws Error for a call that the model doesn't know */
  record(calls: SystemCall[]): void {
    for (const call of calls) if (call.result >= 0) this.#apply(call);
  }

  /** Returns the positions after which the disk changed, in order. */
  positions(): number[] {
    return [...new Set(this.changes.map(({ at }) => at))];
  }

  /** Returns the changes made up to a position that no sync completed by then covers. */
  unsynced(position: number): Set<Recorded> {
    const synced = new Map<Node, number>();
    for (const { node, covers, at } of this.#syncs)
      if (at <= position) synced.set(node, Math.max(covers, synced.get(node) ?? -1));
    const durable = (node: Node, at: number) => at < (synced.get(node) ?? -1);
    return new Set(
      this.changes.filter((change) => {
        if (change.at > position) return false;
        if (change.type === 'names')
          return !change.changes.some(({ directory }) => durable(directory, change.at));
        return !durable(change.node, change.at);
      }),
    );
  }

  /** Returns the disk after power failed at a position, where `fate` decides about each unsynced change. */
  stateAt(position: number, fate: (change: Recorded) => Fate): DiskState {
    const unsynced = this.unsynced(position);
    const state: DiskState = { root: this.#root, content: new Map(), entries: new Map() };
    for (const change of this.changes) {
      if (change.at > position) continue;
      const outcome = unsynced.has(change) ? fate(change) : 'kept';
      if (change.type === 'names') {
        if (outcome === 'lost') continue;
        for (const { directory, name, node } of change.changes) {
          const entries = entriesOf(state, directory);
          if (node) entries.set(name, node);
          else entries.delete(name);
        }
      } else if (change.type === 'truncate') {
        if (outcome !== 'lost') resize(state, change.node, change.size);
      } else {
        applyWrite(state, change, outcome);
      }
    }
    return state;
  }

  #apply(call: SystemCall): void {
    const [first, second] = call.arguments;
    const made = { at: call.returned, time: call.time };
    switch (call.name) {
      case 'open':
      case 'creat':
      case 'openat': {
        const [path, flags] = call.name === 'openat' ? [second, call.arguments[2]] : [first, second];
        this.#open(call.result, text(path), call.name === 'creat' ? 'O_CREAT|O_TRUNC' : `${flags}`, made);
        return;
      }
      case 'close':
        this.#files.delete(Number(first));
        return;
      case 'dup':
      case 'dup2':
      case 'dup3':
        this.#copyDescriptor(Number(first), call.result);
        return;
      case 'fcntl':
        if (`${second}`.startsWith('F_DUPFD')) this.#copyDescriptor(Number(first), call.result);
        return;
      case 'lseek': {
        const file = this.#files.get(Number(first));
        if (file) file.offset = call.result;
        return;
      }
      case 'write':
        this.#write(Number(first), second as Buffer, undefined, call);
        return;
      case 'pwrite64':
        this.#write(Number(first), second as Buffer, Number(call.arguments[3]), call);
        return;
      case 'writev':
        this.#write(Number(first), Buffer.concat(call.vectors), undefined, call);
        return;
      case 'pwritev':
      case 'pwritev2':
        this.#write(Number(first), Buffer.concat(call.vectors), Number(call.arguments.at(-1)), call);
        return;
      case 'ftruncate': {
        const file = this.#files.get(Number(first));
        if (file?.node) this.#truncate(file.node, Number(second), file.path, made);
        return;
      }
      case 'truncate': {
        const node = this.#find(text(first));
        if (node) this.#truncate(node, Number(second), text(first), made);
        return;
      }
      case 'fsync':
      case 'fdatasync': {
        const file = this.#files.get(Number(first));
        if (file?.node) this.#syncs.push({ node: file.node, covers: call.entered, at: call.returned });
        return;
      }
      case 'rename':
        this.#rename(text(first), text(second), made);
        return;
      case 'renameat':
      case 'renameat2':
        this.#rename(text(second), text(call.arguments[3]), made);
        return;
      case 'link':
        this.#link(text(first), text(second), made);
        return;
      case 'linkat':
        this.#link(text(second), text(call.arguments[3]), made);
        return;
      case 'unlink':
      case 'rmdir':
        this.#remove(text(first), made);
        return;
      case 'unlinkat':
        this.#remove(text(second), made);
        return;
      case 'mkdir':
        this.#makeDirectory(text(first), made);
        return;
      case 'mkdirat':
        this.#makeDirectory(text(second), made);
        return;
      case 'clone':
      case 'clone3':
      case 'fork':
      case 'vfork':
        return;
      default:
        this.#unknown(call);
    }
  }

  /** Calls that would move bytes unseen must fail the test rather than weaken it. */
  #unknown(call: SystemCall): void {
    const touched = call.arguments.some(
      (each) =>
        (Buffer.isBuffer(each) && this.#inside(each.toString())) ||
        (typeof each === 'string' && this.#files.get(Number(each))?.node !== undefined),
    );
    if (touched) throw new Error(`The power-loss model doesn't know the system call ${call.name}.`);
  }

  #open(descriptor: number, path: string, flags: string, made: { at: number; time: number }): void {
    let node = this.#find(path);
    if (!node && flags.includes('O_CREAT') && this.#inside(path)) {
      node = newNode('file');
      this.#names(path, [{ path, node }], made);
    } else if (node?.kind === 'file' && flags.includes('O_TRUNC')) {
      this.#truncate(node, 0, path, made);
    }
    this.#files.set(descriptor, { node, path, offset: 0, append: flags.includes('O_APPEND') });
  }

  #copyDescriptor(from: number, to: number): void {
    const file = this.#files.get(from);
    if (file) this.#files.set(to, file);
  }

  #write(descriptor: number, bytes: Buffer, offset: number | undefined, call: SystemCall): void {
    const written = bytes.subarray(0, call.result);
    const file = this.#files.get(descriptor);
    if (!file) {
      if (descriptor === 1) this.printed.push({ at: call.returned, bytes: written });
      return;
    }
    if (!file.node) return;
    const size = this.#sizes.get(file.node) ?? file.node.before.content.length;
    const start = file.append ? size : (offset ?? file.offset);
    if (offset === undefined) file.offset = start + written.length;
    this.#sizes.set(file.node, Math.max(size, start + written.length));
    this.changes.push({
      ...{ type: 'write', node: file.node, offset: start, bytes: written },
      ...{ at: call.returned, time: call.time, path: relative(this.#base, file.path) },
    });
  }

  #truncate(node: Node, size: number, path: string, made: { at: number; time: number }): void {
    this.#sizes.set(node, size);
    this.changes.push({ type: 'truncate', node, size, ...made, path: relative(this.#base, path) });
  }

  #rename(from: string, to: string, made: { at: number; time: number }): void {
    const node = this.#find(from);
    if (!node) {
      if (this.#inside(to)) throw new Error(`The power-loss model has no ${from}, renamed to ${to}.`);
      return;
    }
    this.#names(to, [{ path: from }, { path: to, node }], made);
  }

  #link(from: string, to: string, made: { at: number; time: number }): void {
    const node = this.#find(from);
    if (node) this.#names(to, [{ path: to, node }], made);
  }

  #remove(path: string, made: { at: number; time: number }): void {
    if (this.#find(path)) this.#names(path, [{ path }], made);
  }

  #makeDirectory(path: string, made: { at: number; time: number }): void {
    if (this.#inside(path)) this.#names(path, [{ path, node: newNode('directory') }], made);
  }

  #names(path: string, wanted: { path: string; node?: Node }[], made: { at: number; time: number }): void {
    const changes = wanted.map(({ path: each, node }): NameChange => {
      const parts = this.#parts(each);
      const name = parts.pop()!;
      const directory = this.#walk(parts);
      if (!directory) throw new Error(`The power-loss model has no folder for ${each}.`);
      return node ? { directory, name, node } : { directory, name };
    });
    for (const { directory, name, node } of changes) {
      const entries = this.#entries(directory);
      if (node) entries.set(name, node);
      else entries.delete(name);
    }
    this.changes.push({ type: 'names', changes, ...made, path: relative(this.#base, path) });
  }

  #inside(path: string): boolean {
    return path.startsWith(`${this.#base}/`);
  }

  #parts(path: string): string[] {
    return relative(this.#base, path).split('/').filter(Boolean);
  }

  #find(path: string): Node | undefined {
    if (path === this.#base) return this.#root;
    return this.#inside(path) ? this.#walk(this.#parts(path)) : undefined;
  }

  #walk(parts: string[]): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const part of parts) node = node && this.#entries(node).get(part);
    return node;
  }

  #entries(node: Node): Map<string, Node> {
    let entries = this.#now.get(node);
    if (!entries) {
      entries = new Map(node.before.entries);
      this.#now.set(node, entries);
    }
    return entries;
  }
}

/** Replaces a folder by a state of the disk. */
export async function writeState(state: DiskState, base: string): Promise<void> {
  await rm(base, { recursive: true, force: true });
  const write = async (node: Node, path: string): Promise<void> => {
    if (node.kind === 'file') {
      await writeFile(path, contentOf(state, node));
      return;
    }
    await mkdir(path, { recursive: true });
    for (const [name, child] of entriesOf(state, node)) await write(child, join(path, name));
  };
  await write(state.root, base);
}

const SECTOR = 512;

function applyWrite(
  state: DiskState,
  { node, offset, bytes }: Extract<Change, { type: 'write' }>,
  outcome: Fate,
): void {
  if (outcome === 'lost') return;
  const sectors = Math.floor(bytes.length / 2 / SECTOR) * SECTOR;
  const saved = outcome === 'torn' ? bytes.subarray(0, sectors || Math.floor(bytes.length / 2)) : bytes;
  const size = state.content.get(node)?.size ?? node.before.content.length;
  const content = resize(state, node, Math.max(size, offset + bytes.length));
  // The file has its new length before its new bytes: blocks that were never written read as zeros.
  if (outcome !== 'zeroed') saved.copy(content, offset);
}

function contentOf(state: DiskState, node: Node): Buffer {
  const found = state.content.get(node);
  return found ? found.bytes.subarray(0, found.size) : node.before.content;
}

/** Gives a file a new size, with zeros behind its old end. Returns its buffer, which may be longer. */
function resize(state: DiskState, node: Node, size: number): Buffer {
  const now = state.content.get(node) ?? {
    bytes: Buffer.from(node.before.content),
    size: node.before.content.length,
  };
  if (size > now.bytes.length) now.bytes = Buffer.concat([now.bytes], Math.max(size, 2 * now.bytes.length));
  if (size < now.size) now.bytes.fill(0, size, now.size);
  state.content.set(node, { bytes: now.bytes, size });
  return now.bytes;
}

function entriesOf(state: DiskState, node: Node): Map<string, Node> {
  let entries = state.entries.get(node);
  if (!entries) {
    entries = new Map(node.before.entries);
    state.entries.set(node, entries);
  }
  return entries;
}

function newNode(kind: Node['kind']): Node {
  return { kind, before: { content: Buffer.alloc(0), entries: new Map() } };
}

function readNode(path: string): Node {
  if (!statSync(path).isDirectory())
    return { kind: 'file', before: { content: readFileSync(path), entries: new Map() } };
  const entries = readdirSync(path).map((name): [string, Node] => [name, readNode(join(path, name))]);
  return { kind: 'directory', before: { content: Buffer.alloc(0), entries: new Map(entries) } };
}

const text = (value: unknown) => `${value as string | Buffer}`;
