import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { bytes, duration } from '../../cli/terminal/format.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../core/base/files/atomic-file.ts';
import { RateMeter } from '../../core/runs/progress/rate-meter.ts';
import { type ElectronDownload, electronDownload, electronVersion } from './electron-download.ts';
import { findElectron } from './find-electron.ts';
import { installElectron, type OnBytes } from './install-electron.ts';
import { t } from './messages.ts';

/** A checkout, the user's settings directory and the terminal of `npm start`. */
export interface StartPlace {
  root: string;
  /** Directory of Airlock's settings of this user. */
  configDirectory: string;
  env: Readonly<Record<string, string | undefined>>;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/** The user's answer for one version of Electron. */
interface Answer {
  version: string;
  download: boolean;
}

const REPORT_MS = 5_000;

/**
 * Offers to download Electron, once per version, and installs it.
 * Never asks without a terminal, in CI, or if AIRLOCK_NO_DOWNLOAD is set. Without a network, it doesn't ask, and takes 3 s at most.
 * @returns the executable, or undefined: the app then opens in the browser
 */
export async function offerElectron(place: StartPlace, signal?: AbortSignal): Promise<string | undefined> {
  const { root, env, input, output } = place;
  if (isSet(env.AIRLOCK_NO_DOWNLOAD) || isSet(env.CI) || !input.isTTY || !output.isTTY) return undefined;
  try {
    const answer = await answerFor(place, electronVersion(root));
    if (answer === false) return undefined;
    const download = await electronDownload(root);
    if (download.unreachable !== undefined) return undefined;
    if (download.url && answer === undefined && !(await consent(place, download, signal))) return undefined;
    await installElectron(download, progress(place, download), signal);
    return findElectron(root, env);
  } catch (error) {
    if (signal?.aborted) throw error;
    report(output, error);
    output.write(`${t('browserInstead')}\n`);
    return undefined;
  }
}

/** Returns whether a variable is set. People write 0 or false to unset one. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());
}

/**
 * Installs Electron without a question: `npm run install-desktop`.
 * @returns whether Electron is installed; otherwise the reason was printed
 */
export async function installDesktop(place: StartPlace, signal?: AbortSignal): Promise<boolean> {
  const { root, env, output } = place;
  const present = findElectron(root, env);
  if (present !== undefined) {
    output.write(`${t('alreadyInstalled', { path: present })}\n`);
    return true;
  }
  try {
    const download = await electronDownload(root);
    const { version, directory, url, unreachable } = download;
    if (unreachable !== undefined)
      throw new AirlockError(
        'connection',
        t('unreachable', { version, host: url!.host, reason: unreachable }),
        {
          side: 'local',
          remedy: t('unreachableRemedy', { directory: join(root, '..', 'electron') }),
        },
      );
    await installElectron(download, progress(place, download), signal);
    await remember(place, { version, download: true });
    output.write(`${t('installed', { version, directory: join(directory, 'dist') })}\n`);
    return true;
  } catch (error) {
    report(output, error);
    return false;
  }
}

function report(output: NodeJS.WritableStream, error: unknown): void {
  const { message } = error as Error;
  const remedy = error instanceof AirlockError ? error.remedy : undefined;
  output.write(`${message}\n${remedy === undefined ? '' : `  ${remedy}\n`}`);
}

async function consent(
  place: StartPlace,
  { version, directory, url, bytes: size }: ElectronDownload,
  signal?: AbortSignal,
): Promise<boolean> {
  const lines = createInterface({ input: place.input, output: place.output });
  try {
    const text = t('offer', {
      version,
      host: url!.host,
      size: size === undefined ? t('sizeUnknown') : bytes(size),
      directory: join(directory, 'dist'),
    });
    // Ctrl-C ends `npm start`, and Ctrl-D opens the browser without an answer.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const ended = once(lines, 'close').then(() => undefined);
    for (;;) {
      const answer = await Promise.race([lines.question(text, signal ? { signal } : {}), ended]);
      if (answer === undefined) return false;
      const download = { y: true, yes: true, n: false, no: false }[answer.trim().toLowerCase()];
      if (download === undefined) continue;
      await remember(place, { version, download });
      return download;
    }
  } finally {
    lines.close();
  }
}

function answerFile({ configDirectory }: StartPlace): string {
  return join(configDirectory, 'electron.json');
}

/** Returns the answer for a version; undefined if there is none that can be read. */
async function answerFor(place: StartPlace, version: string): Promise<boolean | undefined> {
  try {
    const answer = JSON.parse(await readFile(answerFile(place), 'utf8')) as Partial<Answer>;
    return answer.version === version && typeof answer.download === 'boolean' ? answer.download : undefined;
  } catch {
    return undefined;
  }
}

function remember(place: StartPlace, answer: Answer): Promise<void> {
  return writeFileAtomic(answerFile(place), `${JSON.stringify(answer)}\n`, { mode: 0o600 });
}

/** Reports a download as one changing line of a terminal, else as a line every five seconds. */
function progress({ output }: StartPlace, { version, url, bytes: size }: ElectronDownload): OnBytes {
  const meter = new RateMeter();
  const host = url?.host ?? '';
  let last = performance.now();
  return (done) => {
    const now = performance.now();
    meter.add(now, done);
    if (done === 0 || (!output.isTTY && now - last < REPORT_MS)) return;
    last = now;
    const remaining = size === undefined ? undefined : meter.remainingMs(size - done);
    const line =
      size === undefined || remaining === undefined
        ? t('progress', { version, host, done: bytes(done) })
        : t('progressTotal', {
            version,
            host,
            done: bytes(done),
            total: bytes(size),
            rate: bytes(Math.round(meter.rate())),
            remaining: duration(remaining),
          });
    output.write(output.isTTY ? `\r${line}\u001b[K${done === size ? '\n' : ''}` : `${line}\n`);
  };
}
