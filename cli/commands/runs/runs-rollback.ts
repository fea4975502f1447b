import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { RolledBackTag } from '../../../core/mirror/rollback/rollback.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf, parseDestination } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { boolean, userPath } from '../../terminal/options.ts';
import { runNumber } from './run-place.ts';

const NOT_OK = 2;

/** `airlock runs rollback` */
export function addRunsRollback(runs: Command): void {
  addCommand(
    runs,
    'rollback <number> [place] [other]',
    'move tags back to what they named before a push; place and other: file://DIR of the record (default: your state folder), docker://HOST[/PATH] for the tags there only',
    (command) =>
      command
        .option('--dry-run', 'show what would be moved back and what cannot be, change nothing')
        .option('--force', 'move back tags that were moved again since, too')
        .option(
          '--dest-tls-verify [boolean]',
          'false: accept any certificate and plain HTTP at the registry',
          boolean,
          true,
        )
        .option(
          '--authfile <file>',
          'registry credentials (default: REGISTRY_AUTH_FILE and the usual places)',
        ),
    async ({ terminal, signal, pause }, options, [number, ...places]) => {
      const { previewRollback, rollbackRun } = await import('../../../core/mirror/rollback/rollback.ts');
      const { dryRun, force, destTlsVerify, authfile } = options;
      const { directory, registry } = placesOf(places.filter((place) => place !== undefined));
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
        terminal.print(tags.length === 0 ? 'That run moved no tag.' : table(tags.map(row)));
      if (dryRun) {
        const tags = await previewRollback(request, hostFacts(), control);
        preview(tags);
        terminal.result({ status: 'complete', dryRun: true, tags });
        return tags.some(({ state }) => state === 'gone' || state === 'moved-since') ? NOT_OK : 0;
      }
      const { exitCode, ...result } = await rollbackRun(request, hostFacts(), control, preview);
      const of = (...states: RolledBackTag['state'][]) =>
        result.tags.filter(({ state }) => states.includes(state));
      terminal.print(
        `${count(of('moved').length, 'tag')} moved back, ${of('there').length} there before, ${of('new').length} new ones left, ${of('gone', 'moved-since', 'failed').length} cannot be moved back`,
      );
      for (const { destination, why } of of('failed')) terminal.say('error', `${destination}: ${why}`);
      terminal.print(`Audit record: ${result.run}`);
      terminal.result(result);
      return exitCode;
    },
  );
}

const WORDS: Record<RolledBackTag['state'], string> = {
  move: 'back to',
  moved: 'is back at',
  there: 'is at',
  new: 'left',
  'moved-since': 'cannot',
  gone: 'cannot',
  failed: 'cannot',
};

function row({ destination, state, before, why }: RolledBackTag): string[] {
  return [destination, WORDS[state], why ?? before ?? ''];
}

/** @throws AirlockError `usage` */
function placesOf(places: string[]): { directory?: string; registry?: string } {
  const registries = places.filter((place) => place.startsWith('docker://'));
  const folders = places.filter((place) => !place.startsWith('docker://'));
  if (registries.length > 1 || folders.length > 1)
    throw new AirlockError(
      'usage',
      'one folder and one registry can be named, as file://DIR and docker://HOST[/PATH]',
    );
  const [folder] = folders;
  const [registry] = registries;
  return {
    directory: folder === undefined ? undefined : userPath(directoryOf(folder, 'runs rollback')),
    registry,
  };
}
