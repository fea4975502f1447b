import { spawn } from 'node:child_process';
import { t } from './messages.ts';

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser. @throws Error when that isn't possible */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [command, ...before] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...before, address], { stdio: 'ignore', detached: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // The opener may run as long as the browser. After this time the browser was found.
    const late = setTimeout(settled, 3_000);
    function settled(code: number | null = 0) {
      clearTimeout(late);
      child.unref();
      if (code === 0) resolve();
      else reject(new Error(t('browserFailed', { command, code: String(code) })));
    }
    child.once('exit', settled);
  });
}
