import { PassThrough, Writable } from 'node:stream';
import type { Ended } from '../core/mirror/airlock-process.fixture.ts';
import type { Rig } from '../core/mirror/mirror.fixture.ts';
import { main } from './program.ts';
import { onHost } from './terminal/host.ts';

/**
 * Runs a command line in this process, like {@link airlock} in a separate one: the same environment, streams that
 * aren't terminals, and --json unless `format` is different. It saves a second per command; tests of signals, of
 * the exit of a process or of its memory need a process.
 */
export async function inProcess(
  { host }: Pick<Rig, 'host'>,
  args: string[],
  format: string[] = ['--json'],
): Promise<Ended> {
  const [stdout, stderr] = [savedText(), savedText()];
  const env = { PATH: process.env.PATH, HOME: host.home, ...host.env };
  const stdin = new PassThrough();
  stdin.end();
  const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream };
  const code = await onHost({ argv: [...args, ...format], env, home: host.home, ...streams }, main);
  const last = stdout.text().trim().split('\n').at(-1);
  const result = last?.startsWith('{"type":"result"')
    ? (JSON.parse(last) as Record<string, unknown>)
    : undefined;
  return { code, result, stdout: stdout.text(), stderr: stderr.text() };
}

function savedText(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
