import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program of this checkout with its output shown, without the variables that steer registries and registry
 * servers of the user's own; ends this process with the program's exit code when that is not 0.
 */
export async function run(
  name: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const started = performance.now();
  process.stderr.write(`\n== ${name}\n`);
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !key.startsWith('REGISTRY_')),
  );
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...clean, ...env } });
  const [status]: (number | null)[] = await once(child, 'exit');
  process.stderr.write(
    `== ${name}: ${status === 0 ? 'passed' : `failed (${status})`} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  if (status !== 0) process.exit(status ?? 1);
}
