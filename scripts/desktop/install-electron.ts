import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { withoutLogins } from '../../core/base/errors/without-logins.ts';
import { present } from '../../core/base/objects/present.ts';
import type { ElectronDownload } from './electron-download.ts';
import { t } from './messages.ts';

/** Progress of a download: bytes in the temporary file. */
export type OnBytes = (bytes: number) => void;

const SAMPLE_MS = 250;

/**
 * Installs Electron with the installer of the `electron` package, which verifies the SHA-256 of the archive. Proxy, mirror
 * and cache variables of the environment apply.
 * @param report receives the downloaded bytes, several times a second
 * @throws AirlockError `usage` with the installer's reason
 */
export async function installElectron(
  { directory, version }: ElectronDownload,
  report: OnBytes,
  signal?: AbortSignal,
): Promise<void> {
  // The download goes to the volume of the package, because /tmp is small or noexec on some hosts.
  const temporary = await mkdtemp(join(directory, '.download-'));
  const child = spawn(process.execPath, [join(directory, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: installerEnvironment(temporary),
    ...present({ signal }),
  });
  const sample = setInterval(() => {
    void downloadedBytes(temporary).then(report, () => {});
  }, SAMPLE_MS);
  let output = '';
  child.stderr.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(0, 10_000);
  });
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0)
      throw new AirlockError(
        'usage',
        t('failed', { version, reason: reasonIn(output) || t('exitCode', { status: String(status) }) }),
        {
          side: 'local',
          remedy: t('failedRemedy'),
        },
      );
  } finally {
    clearInterval(sample);
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The installer uses a proxy only on request, and leaves an override of its directory half installed. */
function installerEnvironment(temporary: string): NodeJS.ProcessEnv {
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...env } = process.env;
  const proxied = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].some((name) => env[name]);
  return {
    ...env,
    ELECTRON_GET_USE_PROXY: proxied ? 'true' : undefined,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    ELECTRON_GET_NO_PROGRESS: '1',
  };
}

async function downloadedBytes(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true });
  const archives = names.filter((name) => name.endsWith('.zip'));
  const sizes = await Promise.all(archives.map(async (name) => (await stat(join(directory, name))).size));
  return Math.max(0, ...sizes);
}

/** Returns the first line of the installer's error, without its class. */
function reasonIn(output: string): string {
  const line = output.split('\n').find((each) => /error/i.test(each)) ?? '';
  return withoutLogins(line.replace(/^\w*Error: /, '').trim()).slice(0, 300);
}
