import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
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
    (command) => {
      command.option('--listen <ADDR:PORT>', 'address to listen on', '127.0.0.1:0');
      command.option('--tls-cert <file>', 'certificate (PEM); needed for other addresses than loopback');
      command.option('--tls-key <file>', 'its key (PEM)');
      command.option('--htpasswd <file>', 'users who may pull (bcrypt lines, htpasswd -B)');
      command.option('--write-resources <dir>', 'write IDMS and ITMS that point to this registry');
    },
    async ({ terminal, signal, pause }, options, [url]) => {
      const { listen, tlsCert, tlsKey, htpasswd, writeResources } = options as {
        listen: string;
        tlsCert?: string;
        tlsKey?: string;
        htpasswd?: string;
        writeResources?: string;
      };
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
      const [
        { openImageSource },
        { imageSourceStorage },
        { startRegistryServer },
        { htpasswdUsers },
        { servedResources },
        { requiredOrigins },
        { originProblem },
      ] = await Promise.all([
        import('../../core/store/archive/archive-source.ts'),
        import('../../core/registry/server/storage/image-source-storage.ts'),
        import('../../core/registry/server/start.ts'),
        import('../../core/registry/server/protocol/users.ts'),
        import('../../core/mirror/cluster-resources/served-resources.ts'),
        import('../../core/mirror/sides/required-origins.ts'),
        import('../../core/content/signature/origin.ts'),
      ]);
      const from = userPath(directoryOf(url!, 'registry serve'));
      const source = await openImageSource(from);
      try {
        for (const { transfer, origin } of await requiredOrigins(from, hostFacts(), { signal }))
          terminal.problem(originProblem(transfer, origin));
        const server = await startRegistryServer({
          storage: imageSourceStorage(source),
          readOnly: true,
          host,
          port,
          ...(tlsCert &&
            tlsKey && {
              tls: {
                cert: await readFile(userPath(tlsCert), 'utf8'),
                key: await readFile(userPath(tlsKey), 'utf8'),
              },
            }),
          ...(htpasswd && {
            auth: {
              kind: 'basic' as const,
              users: htpasswdUsers(await readFile(userPath(htpasswd), 'utf8'), htpasswd),
            },
          }),
          log: ({ method, path, status, ms }) =>
            terminal.say('debug', `${method} ${path} ${status ?? 'cut'} ${Math.round(ms)} ms`),
        });
        const resources = writeResources
          ? await servedResources({
              source,
              from,
              registry: server.host,
              directory: userPath(writeResources),
              host: hostFacts(),
              emit: terminal.event.bind(terminal),
              signal,
            })
          : undefined;
        if (terminal.json)
          terminal.line({
            type: 'listening',
            url: server.url,
            host: server.host,
            ...(resources && { resources }),
          });
        else {
          terminal.print(`Serving ${source.location} at ${server.url} (read-only). Ctrl-C stops it.`);
          if (resources) terminal.print(`Resources that point here: ${resources}`);
        }
        const stopped = AbortSignal.any([signal, pause]);
        await new Promise<void>((resolve) =>
          stopped.aborted ? resolve() : stopped.addEventListener('abort', () => resolve(), { once: true }),
        );
        await server.close();
        terminal.result({ status: 'complete', url: server.url });
        return 0;
      } finally {
        await source.close();
      }
    },
  );
}
