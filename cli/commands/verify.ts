import type { Command } from '@commander-js/extra-typings';
import { firstWords } from '../../core/base/document/words.ts';
import { originProblem } from '../../core/content/signature/origin.ts';
import { numbersText } from '../../core/media/record/record-html.ts';
import { defaultStateDirectory } from '../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../core/mirror/run/workflow.ts';
import { RateMeter } from '../../core/runs/progress/rate-meter.ts';
import { addCommand } from '../terminal/command-line.ts';
import { bytes, count } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { userPath } from '../terminal/options.ts';
import { keyOrCommand } from './media/record-options.ts';

const NOT_OK = 2;

export function addVerify(program: Command): void {
  addCommand(
    program,
    'verify <file://DIR>',
    'verify the digests of a workspace, transfer, archive folder or drive',
    (command) =>
      command.option(
        '--verify-key <keyfile>',
        'require an index signed with a key in this file, or a command that verifies {signature} over {index}',
      ),
    async ({ terminal, signal, pause }, options, [url]) => {
      const { verifyKey } = options;
      const directory = userPath(directoryOf(url!, 'verify'));
      const { verifyPlace } = await import('../../core/media/import/verify-place.ts');
      const meter = new RateMeter();
      terminal.event({ type: 'phase', phase: 'verify', detail: directory });
      const { env, home } = hostFacts();
      const result = await verifyPlace(directory, {
        env,
        stateDirectory: defaultStateDirectory({ env, home }),
        verifyKey: verifyKey === undefined ? undefined : keyOrCommand(verifyKey),
        signal: AbortSignal.any([signal, pause]),
        onProgress({ bytes: done, total }) {
          meter.add(performance.now(), done);
          const remainingMs = meter.remainingMs(total - done);
          terminal.reading('verify', {
            done,
            total,
            rate: Math.round(meter.rate()),
            remainingMs,
          });
        },
      });
      for (const { kind, file, digest, images, found, remedy } of result.problems) {
        terminal.say('error', `${kind}  ${file}${digest ? `  ${digest}` : ''}`);
        if (found !== undefined) terminal.say('error', `    ${found} ${remedy ?? ''}`);
        if (images.length > 0) terminal.say('error', `    needed by ${firstWords(images, 5)}`);
      }
      for (const { transfer, of, here, elsewhere } of result.volumes)
        if (elsewhere.length > 0)
          terminal.print(
            `${transfer}: this drive has ${here.length === 0 ? 'none' : `volumes ${numbersText(here)}`} of ${of} volumes. On other drives: ${numbersText(elsewhere)}.`,
          );
      for (const { transfer, origin } of result.origins) terminal.problem(originProblem(transfer, origin));
      terminal.print(
        result.ok
          ? `${result.volumes.some(({ elsewhere }) => elsewhere.length > 0) ? 'Intact' : 'Complete'}: ${count(result.blobs, 'blob')}, ${bytes(result.bytes)}, all digests match.`
          : result.problems.length === 0
            ? "Rejected: all digests match, but the origin of at least one transfer couldn't be verified."
            : `Damaged: ${count(result.problems.length, 'problem')} in ${count(result.blobs, 'blob')}, ${bytes(result.bytes)}. To repair the set, run \`airlock runs replay\` on the connected side.`,
      );
      terminal.result(result);
      return result.ok ? 0 : NOT_OK;
    },
  );
}
