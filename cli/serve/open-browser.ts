import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser. @throws Error when there is no way to */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [command, ...before] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(command, [...before, address], { stdio: 'ignore', detached: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A browser that was not running yet may keep the opener; by then it has been found.
    const late = setTimeout(settled, 3_000);
    function settled(code: number | null = 0) {
      clearTimeout(late);
      child.unref();
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code}`));
    }
    child.once('exit', settled);
  });
}
