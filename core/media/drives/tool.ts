import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import { t } from './messages.ts';

/** In ms. A sleeping or failing drive can block the system's tools. */
const LONGEST = 30_000;

/** Runs one of the system's tools and returns its output. */
export type SystemTool = (
  program: string,
  args: readonly string[],
  options?: { signal?: AbortSignal; input?: string; timeoutMs?: number },
) => Promise<string>;

/**
 * Runs one of the system's tools by name and arguments, without a shell.
 * @returns its standard output
 * @throws AirlockError `disk` if it isn't installed, fails or takes longer than 30 s, `interrupted`
 */
export const runSystemTool: SystemTool = async (program, args, options = {}) => {
  const { signal, input, timeoutMs = LONGEST } = options;
  try {
    const child = await startedChild(() =>
      spawn(program, args, {
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
        signal,
      }),
    );
    // A tool that reads no input closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve(code ?? by));
    });
    const [end, reported, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (end === 0) return reported;
    const why = (complaint || reported).replaceAll(/\s+/g, ' ').trim().slice(0, 300);
    throw new AirlockError(
      'disk',
      why
        ? t('toolFailedWith', { program, end: String(end), output: why })
        : t('toolFailed', { program, end: String(end) }),
      {
        side: 'local',
        rule: { id: 'tool-failed', complaint: why },
      },
    );
  } catch (thrown) {
    if (thrown instanceof AirlockError) throw thrown;
    if (signal?.aborted) throw new AirlockError('interrupted', t('stopped'), { cause: thrown });
    const missing = (thrown as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AirlockError('disk', t(missing ? 'toolMissing' : 'toolUnusable', { program }), {
      side: 'local',
      cause: thrown,
      rule: missing ? { id: 'tool-missing' } : undefined,
    });
  }
};
