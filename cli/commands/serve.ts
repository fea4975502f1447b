import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { EngineSupervisor } from '../../core/app/engine-link/supervisor.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import type { ErrorCode } from '../../core/base/errors/codes.ts';
import { loopbackAddress } from '../../core/base/files/loopback-address.ts';
import { personName } from '../../core/base/files/person.ts';
import { isLoopback } from '../../core/base/network/loopback.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { Session } from '../../core/contract/topics/session.ts';
import { directoryOf } from '../../core/mirror/run/workflow.ts';
import { addCommand, type CommandContext } from '../terminal/command-line.ts';
import { hostFacts, INSTALLATION } from '../terminal/host.ts';
import { parseListen } from '../terminal/listen-address.ts';
import { each, userPath } from '../terminal/options.ts';
import { t } from './messages.ts';

const PAUSED = 3;
/** An engine that doesn't respond in this time is closed anyway. */
const ANSWER_MS = 1_000;

export function addServe(program: Command): void {
  addCommand(
    program,
    'serve [file://DIR]',
    t('serve'),
    (command) =>
      command
        .option('--listen <ADDR:PORT>', t('serveListenOption'))
        .option('--open', t('openOption'))
        .option('--read-only', t('readOnlyOption'))
        .option('--approver <name>', t('approverOption'), each),
    async (context, options, [url]) => {
      const { listen, open, readOnly, approver } = options;
      const { host, port } =
        listen === undefined ? { host: loopbackAddress(), port: 0 } : parseListen(listen);
      if (!isLoopback(host))
        throw new AirlockError('usage', t('notLoopback', { host }), {
          remedy: t('notLoopbackRemedy'),
        });
      const wrong = approver?.find((name) => !/^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{0,99}$/u.test(name));
      if (wrong !== undefined)
        throw new AirlockError('usage', t('approverInvalid', { name: JSON.stringify(wrong) }));
      const session: Session = { role: readOnly ? 'reader' : 'operator', name: personName() };
      const workspace = url === undefined ? undefined : userPath(directoryOf(url, 'serve'));
      return serve(context, {
        ...{ host, port, open: open ?? false, session, approvers: approver ?? [] },
        workspace,
      });
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
    workspace,
  }: {
    host: string;
    port: number;
    open: boolean;
    session: Session;
    approvers: string[];
    /** Directory to open. */
    workspace: string | undefined;
  },
): Promise<number> {
  // In a checkout, outdated pages are built. Otherwise they are part of Airlock.
  if (existsSync(join(INSTALLATION, 'renderer', 'index.html'))) {
    const { buildRenderer } = await import('../../scripts/build-renderer.ts');
    // A copy that is read-only or has no build tools serves its existing pages.
    await buildRenderer().catch((error: Error) =>
      terminal.say('warning', t('pagesNotBuilt', { reason: error.message })),
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
  const pages = await readPages(join(INSTALLATION, 'dist', 'renderer'));
  const facts = hostFacts();
  const engine = superviseEngine({
    fork: () => forkEngine(),
    engine: {
      host: { ...facts, env: { ...facts.env } },
      carrier: 'browser',
      configDirectory: defaultConfigDirectory(facts),
      keyStore: { available: false, reason: t('noKeyStore') },
      installation: INSTALLATION,
      nativeDialogs: false,
      readOnly: session.role === 'reader',
    },
    onFault: (text) => terminal.say('warning', text),
  });
  const { log } = terminal;
  if (log) {
    const { logEngine } = await import('../../core/app/log/job-log.ts');
    engine.hub.subscribe(({ event }) => logEngine(log, event));
  }
  try {
    if (workspace !== undefined) await openWorkspace(engine, workspace);
    const server = await startAppServer({ engine, pages, host, port, session, approvers });
    // The address contains a token.
    log?.write('info', t('served'), { origin: server.origin, readOnly: session.role === 'reader' });
    const more = server.approvers.length > 0 ? { approvers: server.approvers } : {};
    if (terminal.json) terminal.line({ type: 'listening', url: server.address, ...more });
    else {
      const url = server.address;
      terminal.print(session.role === 'reader' ? t('appServedReadOnly', { url }) : t('appServed', { url }));
      for (const approver of server.approvers) terminal.print(t('approverAddress', approver));
    }
    if (open) {
      const { openBrowser } = await import('../serve/open-browser.ts');
      openBrowser(server.openingAddress()).catch((error: Error) =>
        terminal.say('info', t('browserFailed', { reason: error.message })),
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

/** Adds a workspace to the list, first. @throws AirlockError `disk`, `workspace-invalid`, `workspace-format` */
async function openWorkspace(engine: EngineSupervisor, directory: string): Promise<void> {
  const opened = await engine.request('workspaces.open', { directory, create: false });
  if (opened.ok) return;
  const { code, message, remedy, side } = opened.error;
  throw new AirlockError(code as ErrorCode, message, { remedy, side });
}

/** Returns whether closing pauses an active run. A run may have ended after its last event, so its record is read. */
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
