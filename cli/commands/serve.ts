import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '@commander-js/extra-typings';
import type { EngineSupervisor } from '../../core/app/engine-link/supervisor.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { personName } from '../../core/base/files/person.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { Session } from '../../core/contract/topics/session.ts';
import { addCommand, type CommandContext } from '../terminal/command-line.ts';
import { hostFacts } from '../terminal/host.ts';
import { isLoopback, parseListen } from '../terminal/listen-address.ts';
import { each } from '../terminal/options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAUSED = 3;
/** An engine that does not answer by then is closed all the same. */
const ANSWER_MS = 1_000;

export function addServe(program: Command): void {
  addCommand(
    program,
    'serve',
    'serve the app to a browser, locally or through an SSH tunnel',
    (command) =>
      command
        .option(
          '--listen <ADDR:PORT>',
          'loopback address to listen on (port 0: any free port)',
          '127.0.0.1:0',
        )
        .option('--open', 'open the app in the browser on this host')
        .option('--read-only', 'serve a read-only app: nothing can be started or changed')
        .option(
          '--approver <name>',
          'create another address where NAME can only view and approve plans (repeatable)',
          each,
        ),
    async (context, options) => {
      const { listen, open, readOnly, approver } = options;
      const { host, port } = parseListen(listen);
      if (!isLoopback(host))
        throw new AirlockError(
          'usage',
          `${host} isn't a loopback address: the app can only be served on this host`,
          {
            remedy: 'From another host, use an SSH tunnel: ssh -L 8080:127.0.0.1:PORT HOST.',
          },
        );
      const wrong = approver?.find((name) => !/^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{0,99}$/u.test(name));
      if (wrong !== undefined)
        throw new AirlockError('usage', `--approver ${JSON.stringify(wrong)} isn't a valid name`);
      const session: Session = { role: readOnly ? 'reader' : 'operator', name: personName() };
      return serve(context, { host, port, open: open ?? false, session, approvers: approver ?? [] });
    },
  );
}

async function serve(
  { terminal, signal, pause }: CommandContext,
  {
    host,
    port,
    open,
    session,
    approvers,
  }: { host: string; port: number; open: boolean; session: Session; approvers: string[] },
): Promise<number> {
  // In a checkout the pages are built when they have to be; elsewhere they came with Airlock.
  if (existsSync(join(ROOT, 'renderer', 'index.html'))) {
    const { buildRenderer } = await import('../../scripts/build-renderer.ts');
    // A copy that cannot be written to, or lacks the tools to build, serves what it has.
    await buildRenderer().catch((error: Error) =>
      terminal.say('warning', `${error.message}. Using the pages from an earlier build.`),
    );
  }
  const [{ readPages }, { startAppServer }, { superviseEngine }, { forkEngine }, { defaultConfigDirectory }] =
    await Promise.all([
      import('../serve/pages.ts'),
      import('../serve/server.ts'),
      import('../../core/app/engine-link/supervisor.ts'),
      import('../../core/app/engine-link/fork-engine.ts'),
      import('../../core/app/service/state/config-directory.ts'),
    ]);
  const pages = await readPages(join(ROOT, 'dist', 'renderer'));
  const facts = hostFacts();
  const engine = superviseEngine({
    fork: () => forkEngine(),
    engine: {
      host: { ...facts, env: { ...facts.env } },
      carrier: 'browser',
      configDirectory: defaultConfigDirectory(facts),
      keyStore: { available: false, reason: "A browser can't access this host's key store." },
      nativeDialogs: false,
    },
    onFault: (text) => terminal.say('warning', text),
  });
  try {
    const server = await startAppServer({ engine, pages, host, port, session, approvers });
    const more = server.approvers.length > 0 ? { approvers: server.approvers } : {};
    if (terminal.json) terminal.line({ type: 'listening', url: server.address, ...more });
    else {
      const kind = session.role === 'reader' ? ' (read-only)' : '';
      terminal.print(`Airlock is running at ${server.address}${kind}`);
      for (const { name, url } of server.approvers) terminal.print(`Approver ${name}: ${url}`);
    }
    if (open) {
      const { openBrowser } = await import('../serve/open-browser.ts');
      openBrowser(server.openingAddress()).catch((error: Error) =>
        terminal.say('info', `Couldn't open a browser (${error.message}). Open the address yourself.`),
      );
    }
    await aborted(AbortSignal.any([signal, pause]));
    const paused = await worksOnRun(engine);
    await Promise.all([server.close(), engine.close()]);
    terminal.result({ status: paused ? 'paused' : 'complete' });
    return paused ? PAUSED : 0;
  } finally {
    await engine.close();
  }
}

/** Whether a run is under way that closing will pause; what was told of one may be older than its end. */
async function worksOnRun(engine: EngineSupervisor): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const lives = await Promise.all(
    engine.ownRuns().map((run) => engine.request('runs.live', { run }, { signal })),
  );
  return lives.some((live) => !live.ok || (live.value as LiveRun).endedAt === undefined);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
