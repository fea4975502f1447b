import { spawn } from 'node:child_process';

/** Runs a program to its end. */
export function spawnEnded(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    said.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    said.stderr += data.toString();
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}
