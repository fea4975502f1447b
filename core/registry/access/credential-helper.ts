import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import type { Credentials } from './access.ts';

/** A helper may ask a key store that is locked; nobody answers it in a run without a terminal. ms */
const HELPER_TIMEOUT = 30_000;

/**
 * Asks `docker-credential-NAME get` for a server's credentials (the protocol of docker-credential-helpers: server on
 * standard input, JSON on standard output). Undefined when the helper has none. What a helper prints is never put
 * into a message: it may hold the secret.
 * @throws AirlockError `credential-helper` when it is missing, fails, or takes longer than 30 s
 */
export async function runCredentialHelper(
  name: string,
  server: string,
  env: Record<string, string | undefined>,
  timeout = HELPER_TIMEOUT,
): Promise<Credentials | undefined> {
  const program = `docker-credential-${name}`;
  if (!/^[\w.-]+$/.test(name)) throw fault(`"${name}" isn't a valid credential helper name`);
  const child = await startedChild(() =>
    spawn(program, ['get'], { env, stdio: ['pipe', 'pipe', 'ignore'] }),
  ).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? "isn't installed or isn't in PATH" : "can't be started";
    throw fault(`${program} ${why}`, error);
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
    // What the helper has started may still hold the pipe.
    child.stdout.destroy();
  }, timeout);
  // A helper that does not read its input closes the pipe; its exit code tells what happened.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${server}\n`);
  try {
    const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    const [exit, output] = await Promise.all([ended, textAtMost(child.stdout, program)]);
    if (exit === 0) return parseAnswer(output, program, server);
    // "credentials not found in native keychain" is how a helper says that nobody logged in.
    if (/credentials not found/i.test(output)) return undefined;
    throw fault(`${program} failed for ${server} (exit ${exit})`);
  } catch (error) {
    if (late) throw fault(`${program} didn't respond for ${server} within ${timeout / 1000} s`);
    if (error instanceof AirlockError) throw error;
    throw fault(`${program} failed for ${server}`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes. A secret has some hundred. */
const LARGEST_ANSWER = 1024 * 1024;

async function textAtMost(output: Readable, program: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_ANSWER)
      throw fault(`the output of ${program} exceeds the limit of ${LARGEST_ANSWER} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseAnswer(output: string, program: string, server: string): Credentials | undefined {
  let answer: unknown;
  try {
    answer = parseJson(output);
  } catch {
    throw fault(`${program} returned invalid JSON for ${server}`);
  }
  const { Username: username, Secret: secret } = Object(answer) as Record<string, unknown>;
  if (typeof username !== 'string' || typeof secret !== 'string' || !secret) return undefined;
  if (username === '<token>') return { kind: 'identity-token', token: secret };
  return { kind: 'basic', username, password: secret };
}

function fault(message: string, cause?: unknown): AirlockError {
  return new AirlockError('credential-helper', message, { side: 'local', exitCode: 4, cause });
}
