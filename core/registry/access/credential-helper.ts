import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import type { Credentials } from './access.ts';
import { t } from './messages.ts';

/** Limits the wait for a helper with a locked key store, which nobody unlocks in a run without a terminal. ms */
const HELPER_TIMEOUT = 30_000;

/**
 * Runs `docker-credential-NAME get` for the credentials of a server (the protocol of docker-credential-helpers: server
 * on standard input, JSON on standard output). Undefined if the helper has none. Messages never contain the output of a
 * helper, because it may contain the secret.
 * @throws AirlockError `credential-helper` if the helper is missing, fails, or takes longer than 30 s
 */
export async function runCredentialHelper(
  name: string,
  server: string,
  env: Record<string, string | undefined>,
  timeout = HELPER_TIMEOUT,
): Promise<Credentials | undefined> {
  const program = `docker-credential-${name}`;
  if (!/^[\w.-]+$/.test(name)) throw fault(t('helperNameInvalid', { name }));
  const child = await startedChild(() =>
    spawn(program, ['get'], { env, stdio: ['pipe', 'pipe', 'ignore'] }),
  ).catch((error: NodeJS.ErrnoException) => {
    throw fault(t(error.code === 'ENOENT' ? 'helperMissing' : 'helperNotStarted', { program }), error);
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
    // Processes that the helper started may still have the pipe open.
    child.stdout.destroy();
  }, timeout);
  // A helper that doesn't read its input closes the pipe. Its exit code shows the result.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${server}\n`);
  try {
    const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    const [exit, output] = await Promise.all([ended, textAtMost(child.stdout, program)]);
    if (exit === 0) return parseAnswer(output, program, server);
    // Helpers print "credentials not found in native keychain" if nobody has logged in.
    if (/credentials not found/i.test(output)) return undefined;
    throw fault(t('helperExit', { program, server, exit: String(exit) }));
  } catch (error) {
    if (late) throw fault(t('helperTimeout', { program, server, seconds: timeout / 1000 }));
    if (error instanceof AirlockError) throw error;
    throw fault(t('helperFailed', { program, server }), error);
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes. A secret has a few hundred. */
const LARGEST_ANSWER = 1024 * 1024;

async function textAtMost(output: Readable, program: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_ANSWER) throw fault(t('helperOutputTooLong', { program, bytes: LARGEST_ANSWER }));
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseAnswer(output: string, program: string, server: string): Credentials | undefined {
  let answer: unknown;
  try {
    answer = parseJson(output);
  } catch {
    throw fault(t('helperNotJson', { program, server }));
  }
  const { Username: username, Secret: secret } = Object(answer) as Record<string, unknown>;
  if (typeof username !== 'string' || typeof secret !== 'string' || !secret) return undefined;
  if (username === '<token>') return { kind: 'identity-token', token: secret };
  return { kind: 'basic', username, password: secret };
}

function fault(message: string, cause?: unknown): AirlockError {
  return new AirlockError('credential-helper', message, { side: 'local', exitCode: 4, cause });
}
