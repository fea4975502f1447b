import type { Command } from '@commander-js/extra-typings';
import { loopbackAddress } from '../../../core/base/files/loopback-address.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { parseListen } from '../../terminal/listen-address.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/** `airlock registry serve` */
export function addRegistryServe(registry: Command): void {
  addCommand(
    registry,
    'serve <file://DIR>',
    t('registryServe'),
    (command) =>
      command
        .option('--listen <ADDR:PORT>', t('registryListenOption'))
        .option('--tls-cert <file>', t('tlsCertOption'))
        .option('--tls-key <file>', t('tlsKeyOption'))
        .option('--htpasswd <file>', t('htpasswdOption'))
        .option('--write-resources <directory>', t('writeResourcesOption')),
    async ({ terminal, signal, pause }, options, [url]) => {
      const { listen, tlsCert, tlsKey, htpasswd, writeResources } = options;
      const { host, port } =
        listen === undefined ? { host: loopbackAddress(), port: 0 } : parseListen(listen);
      const { serveSets } = await import('../../../core/app/serve/serve-sets.ts');
      const optional = (file: string | undefined) => (file === undefined ? undefined : userPath(file));
      await using served = await serveSets(
        {
          from: userPath(directoryOf(url!, 'registry serve')),
          host,
          port,
          tls: { cert: optional(tlsCert), key: optional(tlsKey) },
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
        terminal.print(t('serving', { location: served.location, url: served.url }));
        if (resources) terminal.print(t('servedResources', { directory: resources }));
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
