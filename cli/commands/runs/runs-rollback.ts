import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { RolledBackTag } from '../../../core/mirror/rollback/rollback.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf, parseDestination } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';
import { runNumber } from './run-place.ts';

const NOT_OK = 2;

/** Adds `airlock runs rollback`. */
export function addRunsRollback(runs: Command): void {
  addCommand(
    runs,
    'rollback <number> [file://DIR] [docker://HOST]',
    t('rollback'),
    (command) =>
      command
        .option('--dry-run', t('rollbackDryRunOption'))
        .option('--force', t('forceOption'))
        .option('--dest-tls-verify [boolean]', common('destinationTlsOption'), boolean, true)
        .option('--authfile <file>', common('authfileOption')),
    async ({ terminal, signal, pause }, options, [number, ...places]) => {
      const { previewRollback, rollbackRun } = await import('../../../core/mirror/rollback/rollback.ts');
      const { dryRun, force, destTlsVerify, authfile } = options;
      const { directory, registry } = placesOf(
        number!,
        places.filter((place) => place !== undefined),
      );
      const request = {
        directory: directory ?? defaultStateDirectory(hostFacts()),
        sequence: runNumber(number!),
        below: registry === undefined ? undefined : parseDestination(registry),
        force: force ?? false,
        arguments: commandHost().argv,
        destinationTlsVerify: destTlsVerify,
        retryTimes: 5,
        retryDelayMs: 0,
        parallelImages: 4,
        parallelLayers: 5,
        authFile: authfile === undefined ? undefined : userPath(authfile),
      };
      const control = { emit: terminal.event.bind(terminal), signal, pause };
      const preview = (tags: RolledBackTag[]) =>
        terminal.print(tags.length === 0 ? t('noTags') : table(tags.map(row)));
      if (dryRun) {
        const tags = await previewRollback(request, hostFacts(), control);
        preview(tags);
        terminal.result({ status: 'complete', dryRun: true, tags });
        return tags.some(({ state }) => state === 'missing' || state === 'moved-since') ? NOT_OK : 0;
      }
      const { exitCode, ...result } = await rollbackRun(request, hostFacts(), control, preview);
      const of = (...states: RolledBackTag['state'][]) =>
        result.tags.filter(({ state }) => states.includes(state));
      terminal.print(
        t('rolledBack', {
          restored: of('moved').length,
          unchanged: of('unchanged').length,
          added: of('new').length,
          failed: of('missing', 'moved-since', 'failed').length,
        }),
      );
      for (const { destination, why } of of('failed'))
        terminal.say('error', t('tagFailed', { tag: destination, reason: String(why) }));
      terminal.print(t('auditRecord', { directory: String(result.run) }));
      terminal.result(result);
      return exitCode;
    },
  );
}

const STATES: Record<RolledBackTag['state'], string> = {
  move: t('willRestore'),
  moved: t('isRestored'),
  unchanged: t('isUnchanged'),
  new: t('isNew'),
  'moved-since': t('isBlocked'),
  missing: t('isBlocked'),
  failed: t('isBlocked'),
};

function row({ destination, state, before, why }: RolledBackTag): string[] {
  return [destination, STATES[state], why ?? before ?? ''];
}

/** Returns the folder and registry among the arguments. @throws AirlockError `usage` */
function placesOf(number: string, places: string[]): { directory?: string; registry?: string } {
  const registries = places.filter((place) => place.startsWith('docker://'));
  const folders = places.filter((place) => !place.startsWith('docker://'));
  if (registries.length > 1 || folders.length > 1) throw new AirlockError('usage', t('placesInvalid'));
  const [folder] = folders;
  const [registry] = registries;
  return {
    directory: folder === undefined ? undefined : userPath(directoryOf(folder, `runs rollback ${number}`)),
    registry,
  };
}
