import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** The installer's library (`@electron/get`), as far as it is used here. */
interface ElectronGet {
  downloadArtifact(details: {
    version: string;
    artifactName: string;
    checksums: Record<string, string>;
    platform: string;
    arch: string;
    cacheRoot?: string | undefined;
    downloader: { download(url: string): Promise<void> };
  }): Promise<string>;
}

/** What the installer of the `electron` package would fetch. */
export interface ElectronDownload {
  version: string;
  /** The package's directory. Its installer unpacks to `dist` in it. */
  directory: string;
  /** Address of the archive; undefined if the installer's cache already has it. */
  url?: URL;
  /** Size of the archive in bytes, where the server reports it. */
  bytes?: number;
  /** Why the address is unreachable. */
  unreachable?: string;
}

/** Thrown by the downloader below, to learn the address without a download. */
class AddressFound extends Error {
  readonly url: string;
  constructor(url: string) {
    super(url);
    this.url = url;
  }
}

/** Time for the answer of the server, so that `npm start` without a network isn't delayed. */
const ANSWER_MS = 3_000;

/**
 * Returns the directory of the `electron` package of a checkout.
 * @throws AirlockError `usage` if the package isn't installed
 */
function electronPackage(root: string): string {
  const directory = join(root, 'node_modules', 'electron');
  if (existsSync(join(directory, 'install.js'))) return directory;
  throw new AirlockError('usage', t('packageMissing', { directory }), {
    side: 'local',
    remedy: t('packageMissingRemedy'),
  });
}

/** Returns the version of Electron that a checkout uses. @throws AirlockError `usage` if the package isn't installed */
export function electronVersion(root: string): string {
  return (json(join(electronPackage(root), 'package.json')) as { version: string }).version;
}

/**
 * Returns what the installer would download, without downloading it. The installer's own library determines the address
 * and the cache, so mirror and cache variables have the same effect as in the installer. Takes 3 s at most.
 * @throws AirlockError `usage` if the package isn't installed
 */
export async function electronDownload(root: string): Promise<ElectronDownload> {
  const directory = electronPackage(root);
  const version = electronVersion(root);
  const library = createRequire(join(directory, 'install.js')).resolve('@electron/get');
  const { downloadArtifact } = (await import(pathToFileURL(library).href)) as ElectronGet;
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      checksums: json(join(directory, 'checksums.json')) as Record<string, string>,
      platform: process.env.npm_config_platform ?? process.platform,
      arch: process.env.npm_config_arch ?? process.arch,
      cacheRoot: process.env.electron_config_cache,
      downloader: {
        download: async (url) => {
          throw new AddressFound(url);
        },
      },
    });
    return { version, directory };
  } catch (error) {
    if (!(error instanceof AddressFound)) throw error;
    const url = new URL(error.url);
    return { version, directory, url, ...(await answerOf(url)) };
  }
}

interface Answer {
  bytes?: number;
  unreachable?: string;
}

/** Asks a server for the size of a file, through the proxy of the environment. */
async function answerOf(url: URL): Promise<Answer> {
  const dispatcher = new EnvHttpProxyAgent();
  // undici heeds a signal only once it is connected: not while it resolves a name, connects, or waits for a proxy.
  const timer = new AbortController();
  const late = pause<Answer>(
    ANSWER_MS,
    { unreachable: t('noAnswer', { seconds: ANSWER_MS / 1000 }) },
    { signal: timer.signal },
  );
  late.catch(() => {});
  try {
    return await Promise.race([headAnswer(url, dispatcher), late]);
  } finally {
    timer.abort();
    // Neither `close` nor the end of `destroy`: they would wait for a connection that is still being opened.
    void dispatcher.destroy().catch(() => {});
  }
}

async function headAnswer(url: URL, dispatcher: Dispatcher): Promise<Answer> {
  try {
    let target = url;
    for (let hops = 0; hops < 5; hops++) {
      const { statusCode, headers } = await request(target, { method: 'HEAD', dispatcher });
      if (statusCode >= 300 && statusCode < 400 && typeof headers.location === 'string') {
        target = new URL(headers.location, target);
        continue;
      }
      if (statusCode >= 400) return { unreachable: `HTTP ${statusCode}` };
      const bytes = Number(headers['content-length']);
      return Number.isSafeInteger(bytes) && bytes > 0 ? { bytes } : {};
    }
    return { unreachable: t('redirected') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { unreachable: code ?? message };
  }
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
