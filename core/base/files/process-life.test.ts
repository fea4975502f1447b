import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { isProcessAlive, processStart } from './process-life.ts';

test('this process is alive; its number with another start is not this process', () => {
  const started = processStart(process.pid);
  expect(isProcessAlive(process.pid)).toBe(true);
  expect(isProcessAlive(process.pid, started)).toBe(true);
  expect(isProcessAlive(process.pid, `${started}0`)).toBe(false);
});

test('a process that was killed is dead before anyone has waited for it', async () => {
  // sh starts a child, prints its number and never waits for it, so that the killed child remains a zombie.
  const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const pid = Number(await new Promise<Buffer>((resolve) => shell.stdout.once('data', resolve)));
    const started = processStart(pid)!;
    expect(isProcessAlive(pid, started)).toBe(true);
    process.kill(pid, 'SIGKILL');
    const deadline = Date.now() + 5000;
    while (isProcessAlive(pid, started) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isProcessAlive(pid, started)).toBe(false);
    // Its number is still in use, because it is a zombie.
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    shell.kill('SIGKILL');
  }
});
