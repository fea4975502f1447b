import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NAMESPACES, type OwnNetwork } from './own-network.ts';
import type { Program } from './peers.ts';
import { endProgram, logOf, startProgram } from './running-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PORT = 50_051;
const PATIENCE_MS = 60_000;
/** A message of gRPC without fields: not compressed, length 0. */
const EMPTY_MESSAGE = Buffer.alloc(5);

/**
 * Serves a catalog with `opm serve`, which listens on all addresses, so it gets a network of its own.
 * @returns the names of the packages and bundles that OLM reads from it, sorted
 */
export async function servedByOpm(
  opm: Program,
  catalog: string,
): Promise<{ packages: string[]; bundles: string[] }> {
  using scratch = temporaryFolder('opm');
  const socket = join(scratch.path, 'opm.sock');
  const network: OwnNetwork = {
    toHost: [],
    toProgram: [{ port: PORT, socket }],
    command: [
      ...[opm.file, 'serve', catalog, '--port', String(PORT), '--cache-dir', join(scratch.path, 'cache')],
      ...['--cache-enforce-integrity=false', '--termination-log', join(scratch.path, 'end')],
    ],
    env: { HOME: scratch.path, TMPDIR: scratch.path },
  };
  const script = join(import.meta.dirname, 'own-network.ts');
  const unshare = { ...opm, file: 'unshare' };
  const child = startProgram(unshare, [...NAMESPACES, process.execPath, script, JSON.stringify(network)]);
  try {
    for (const end = Date.now() + PATIENCE_MS; ; await wait(100)) {
      const packages = await listed(socket, 'ListPackages').catch(() => undefined);
      if (packages) return { packages, bundles: await listed(socket, 'ListBundles') };
      if (child.exitCode !== null || Date.now() > end) throw new Error(logOf(child));
    }
  } finally {
    await endProgram(child);
  }
}

/** Calls a method of `api.Registry` without arguments, and returns the first field of its messages: the names, sorted. */
function listed(socket: string, method: 'ListPackages' | 'ListBundles'): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2('http://localhost', { createConnection: () => connect(socket) });
    const chunks: Buffer[] = [];
    const call = session.request({
      ':method': 'POST',
      ':path': `/api.Registry/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    let status: unknown;
    for (const each of [session, call])
      each.on('error', (error) => {
        session.destroy();
        reject(error);
      });
    call.on('response', (headers) => (status ??= headers['grpc-status']));
    call.on('trailers', (trailers) => (status ??= trailers['grpc-status']));
    call.on('data', (chunk) => chunks.push(chunk));
    call.on('close', () => {
      session.destroy();
      if (status === '0') resolve(namesIn(Buffer.concat(chunks)));
      else reject(new Error(`${method}: gRPC status ${status}`));
    });
    call.end(EMPTY_MESSAGE);
  });
}

function namesIn(stream: Buffer): string[] {
  const names = new Set<string>();
  for (let at = 0; at < stream.length; ) {
    const message = stream.subarray(at + 5, at + 5 + stream.readUInt32BE(at + 1));
    names.add(firstField(message));
    at += 5 + message.length;
  }
  return [...names].sort();
}

/** Returns field 1 of a Protobuf message, a text. */
function firstField(message: Buffer): string {
  if (message[0] !== 0x0a) throw new Error('the message does not start with field 1');
  let [length, at] = [0, 1];
  for (let shift = 0; ; shift += 7) {
    const byte = message[at++]!;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) return message.toString('utf8', at, at + length);
  }
}
