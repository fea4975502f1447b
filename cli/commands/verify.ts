import type { Command } from '@commander-js/extra-typings';
import { firstWords, numbersText, wordList } from '../../core/base/document/words.ts';
import { originProblem } from '../../core/content/signature/origin-text.ts';
import type { VolumesOnDrive } from '../../core/media/import/verify-drive.ts';
import { defaultStateDirectory } from '../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../core/mirror/run/workflow.ts';
import { addCommand } from '../terminal/command-line.ts';
import { bytes } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';
import { keyOrCommand } from './media/record-options.ts';
import { t } from './messages.ts';

const NOT_OK = 2;

export function addVerify(program: Command): void {
  addCommand(
    program,
    'verify <file://DIR>',
    t('verify'),
    (command) => command.option('--verify-key <keyfile>', t('verifyKeyOption')),
    async ({ terminal, signal, pause }, options, [url]) => {
      const { verifyKey } = options;
      const directory = userPath(directoryOf(url!, 'verify'));
      const { verifyPlace } = await import('../../core/media/import/verify-place.ts');
      const onProgress = terminal.readingProgress('verify');
      terminal.event({ type: 'phase', phase: 'verify', detail: directory });
      const { env, home } = hostFacts();
      const result = await verifyPlace(directory, {
        env,
        stateDirectory: defaultStateDirectory({ env, home }),
        verifyKey: verifyKey === undefined ? undefined : keyOrCommand(verifyKey),
        signal: AbortSignal.any([signal, pause]),
        onProgress: ({ bytes: done, total }) => onProgress({ done, total }),
      });
      for (const { kind, file, digest, images, found, remedy } of result.problems) {
        terminal.say(
          'error',
          `${kind === 'corrupt' ? t('damagedKind') : kind}  ${file}${digest ? `  ${digest}` : ''}`,
        );
        if (found !== undefined) terminal.say('error', `    ${found} ${remedy ?? ''}`);
        if (images.length > 0) terminal.say('error', t('verifyNeededBy', { images: firstWords(images, 5) }));
      }
      for (const { transfer, of, onDrive, elsewhere } of result.volumes)
        if (elsewhere.length > 0)
          terminal.print(
            onDrive.length === 0
              ? t('volumesElsewhere', { transfer, all: of, elsewhere: numbersText(elsewhere) })
              : t('volumesOnDrive', {
                  transfer,
                  count: onDrive.length,
                  here: numbersText(onDrive),
                  all: of,
                  elsewhere: numbersText(elsewhere),
                }),
          );
      for (const { transfer, origin } of result.origins) terminal.problem(originProblem(transfer, origin));
      const figures = { blobs: result.blobs, size: bytes(result.bytes) };
      const isPart = result.volumes.some(({ elsewhere }) => elsewhere.length > 0);
      const problems = result.problems.length;
      if (result.ok) terminal.print(isPart ? t('verifyIntact', figures) : t('verifyComplete', figures));
      else if (problems === 0) terminal.print(t('verifyRejected'));
      else terminal.print([t('verifyDamaged', { ...figures, problems }), ...repairs(result.volumes)]);
      terminal.result(result);
      return result.ok ? 0 : NOT_OK;
    },
  );
}

/** Returns how to repair a set, or the volumes of a drive. */
function repairs(volumes: readonly VolumesOnDrive[]): string[] {
  if (volumes.length === 0) return [t('repairSet')];
  return volumes
    .filter(({ damaged }) => damaged.length > 0)
    .map(({ transfer, damaged }) =>
      t('repairVolumes', {
        transfer,
        count: damaged.length,
        volumes: wordList(damaged),
        numbers: damaged.join(','),
      }),
    );
}
