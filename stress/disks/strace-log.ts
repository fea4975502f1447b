/** A completed system call, in the order in which the calls of all threads returned. */
export interface SystemCall {
  name: string;
  /** Decoded arguments: numbers and symbols as text, strings as bytes. */
  arguments: (string | Buffer | string[])[];
  /** Buffers of a vectored write, in order. */
  vectors: Buffer[];
  /** The return value; negative when it failed. */
  result: number;
  /** Position in the log at which it was entered. */
  entered: number;
  /** Position in the log at which it returned. */
  returned: number;
  /** Seconds since the epoch at which it was entered. */
  time: number;
}

/** The calls that change files, in the spelling of strace's `-e trace=`. */
const RECORDED_CALLS = [
  ...['open', 'openat', 'creat', 'close', 'dup', 'dup2', 'dup3', 'fcntl', 'lseek'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'fallocate', 'ftruncate', 'truncate'],
  ...['copy_file_range', 'sendfile', 'sync_file_range', 'fsync', 'fdatasync', 'sync', 'syncfs'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat'],
  ...['unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat', 'clone', 'clone3', 'vfork', 'fork'],
];

/** Returns the command that records these calls of a program and its threads, with all bytes written, to a file. */
export function straceCommand(log: string): string[] {
  return [
    // With the filter, only recorded calls stop the program.
    ...['strace', '-f', '--seccomp-bpf', '-ttt', '-qq', '-xx', '-s', '64000000', '-o', log],
    ...['-e', `trace=${RECORDED_CALLS.join(',')}`, '-e', 'signal=none'],
  ];
}

const LINE = /^(\d+) +(\d+\.\d+) (.*)$/;

/**
 * Returns the calls of the first process in a strace log, its threads included. Child processes have their own file
 * descriptors and are excluded.
 */
export function parseStraceLog(text: string): SystemCall[] {
  const open = new Map<string, { text: string; entered: number; time: number }>();
  const others = new Set<string>();
  const calls: SystemCall[] = [];
  for (const [position, line] of text.split('\n').entries()) {
    const match = LINE.exec(line);
    if (!match) continue;
    const [, thread, seconds, rest] = match as unknown as [string, string, string, string];
    if (others.has(thread)) continue;
    const time = Number(seconds);
    let complete = rest;
    let entered = position;
    let began = time;
    if (rest.endsWith('<unfinished ...>')) {
      open.set(thread, { text: rest.slice(0, -'<unfinished ...>'.length), entered: position, time });
      continue;
    }
    if (rest.startsWith('<... ')) {
      const first = open.get(thread);
      open.delete(thread);
      if (!first) continue;
      complete = first.text.trimEnd() + rest.slice(rest.indexOf(' resumed>') + ' resumed>'.length);
      entered = first.entered;
      began = first.time;
    }
    const call = parseCall(complete);
    if (!call) continue;
    if (/^(clone3?|v?fork)$/.test(call.name) && call.result > 0 && !complete.includes('CLONE_FILES'))
      others.add(`${call.result}`);
    calls.push({ ...call, entered, returned: position, time: began });
  }
  return calls;
}

function parseCall(text: string): Pick<SystemCall, 'name' | 'arguments' | 'vectors' | 'result'> | undefined {
  const paren = text.indexOf('(');
  const equals = text.lastIndexOf(') = ');
  const end = equals >= 0 ? equals : text.search(/\) += [^=]*$/);
  if (paren < 0 || end < 0) return undefined;
  const result = Number.parseInt(text.slice(text.indexOf('=', end) + 1).trim(), 10);
  if (Number.isNaN(result)) return undefined;
  const inner = text.slice(paren + 1, end);
  const vectors = [...inner.matchAll(/iov_base="([^"]*)", iov_len=\d+/g)].map(([, hex]) => bytesOf(hex!));
  const plain = inner.replace(/\[\{iov_base=.*\}\]/s, '[]');
  return { name: text.slice(0, paren).trim(), arguments: splitArguments(plain), vectors, result };
}

function splitArguments(text: string): (string | Buffer)[] {
  return [...text.matchAll(/"([^"]*)"(?:\.\.\.)?|([^,"\s][^,"]*)/g)].map(([, quoted, bare]) =>
    quoted !== undefined ? bytesOf(quoted) : bare!.trim(),
  );
}

/** Decodes the `\x2f\x77` notation of `strace -xx`. */
function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
