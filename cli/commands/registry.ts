import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { directoryOf } from '../../core/mirror/run/workflow.ts';
import { addCommand } from '../terminal/command-line.ts';
import { hostFacts } from '../terminal/host.ts';
import { isLoopback, parseListen } from '../terminal/listen-address.ts';
import { userPath } from '../terminal/options.ts';

export function addRegistry(program: Command): void {
  const registry = program.command('registry').description('a read-only registry over what was mirrored');
  addCommand(
    registry,
    'serve <file://DIR>',
    'serve a workspace, transfer or archive folder as a registry until stopped',
    (command) =>
      command
        .option('--listen <ADDR:PORT>', 'address to listen on', '127.0.0.1:0')
        .option('--tls-cert <file>', 'certificate (PEM); needed for other addresses than loopback')
        .option('--tls-key <file>', 'its key (PEM)')
        .option('--htpasswd <file>', 'users who may pull (bcrypt lines, htpasswd -B)')
        .option('--write-resources <dir>', 'write IDMS and ITMS that point to this registry'),
    async ({ terminal, signal, pause }, options, [url]) => {
      const { listen, tlsCert, tlsKey, htpasswd, writeResources } = options;
      const { host, port } = parseListen(listen);
      if (!tlsCert !== !tlsKey) throw new AirlockError('usage', '--tls-cert and --tls-key go together');
      if (!tlsCert && !isLoopback(host))
        throw new AirlockError(
          'usage',
          `${host} is not a loopback address: serving it needs --tls-cert and --tls-key`,
        );
      if (writeResources && /^(0\.0\.0\.0|::)$/.test(host)) {
        throw new AirlockError(
          'usage',
          `clusters cannot pull from ${host}: with --write-resources, --listen must name the address they reach`,
        );
      }
      const { serveSets } = await import('../../core/app/serve/serve-sets.ts');
      const optional = (file: string | undefined) => (file === undefined ? undefined : userPath(file));
      await using served = await serveSets(
        {
          from: userPath(directoryOf(url!, 'registry serve')),
          host,
          port,
          tls: tlsCert && tlsKey ? { cert: userPath(tlsCert), key: userPath(tlsKey) } : undefined,
          htpasswd: optional(htpasswd),
          resourcesTo: optional(writeResources),
          log: ({ method, path, status, ms }) =>
            terminal.say('debug', `${method} ${path} ${status ?? 'cut'} ${Math.round(ms)} ms`),
        },
        hostFacts(),
        {
          emit: terminal.event.bind(terminal),
          onProblem: (problem) => terminal.problem(problem),
          signal,
        },
      );
      const { resources } = served;
      if (terminal.json) terminal.line({ type: 'listening', url: served.url, host: served.host, resources });
      else {
        terminal.print(`Serving ${served.location} at ${served.url} (read-only). Ctrl-C stops it.`);
        if (resources) terminal.print(`Resources that point here: ${resources}`);
      }
      const stopped = AbortSignal.any([signal, pause]);
      await new Promise<void>((resolve) =>
        stopped.aborted ? resolve() : stopped.addEventListener('abort', () => resolve(), { once: true }),
      );
      await served[Symbol.asyncDispose]();
      terminal.result({ status: 'complete', url: served.url });
      return 0;
    },
  );
}
