import { PassThrough, Writable } from 'node:stream';
import type { Ended } from '../core/mirror/airlock-process.fixture.ts';
import type { Rig } from '../core/mirror/mirror.fixture.ts';
import { main } from './program.ts';
import { onHost } from './terminal/host.ts';

/**
 * Runs a command line in this process, as {@link airlock} runs it in one of its own: the same environment, streams that
 * are no terminals, and --json unless `format` says otherwise. A second per command is saved; what depends on signals,
 * the exit of a process or its memory needs a process.
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
