import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MediaEvent } from './events.ts';

/** Prints the state of each volume and each phase, a line each. */
export function printEvent(event: MediaEvent): void {
  if (event.type === 'volume') process.stdout.write(`${event.state} ${event.number}\n`);
  else if (event.type === 'phase') process.stdout.write(`phase ${event.phase}\n`);
}

/**
 * Runs a script with an order in its own process and kills it (SIGKILL) a given time in ms after a given number of output lines.
 * @param script its `import.meta.url`
 * @returns the printed lines
 */
export function killedProcess(
  script: string,
  order: object,
  afterLines: number,
  afterMs: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let reported = '';
  let armed = false;
  child.stdout.on('data', (data: Buffer) => {
    reported += data.toString();
    if (armed || reported.split('\n').length <= afterLines) return;
    armed = true;
    setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  return new Promise((resolve) =>
    child.on('close', () => resolve(reported.trim().split('\n').filter(Boolean))),
  );
}
