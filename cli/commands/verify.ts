import type { Command } from 'commander';
import { directoryOf } from '../../core/mirror/workflow.ts';
import { RateMeter } from '../../core/progress/rate-meter.ts';
import { addCommand } from '../command-line.ts';
import { bytes, count } from '../format.ts';
import { userPath } from '../options.ts';

const NOT_OK = 2;

export function addVerify(program: Command): void {
  addCommand(
    program,
    'verify <file://DIR>',
    'check every byte of a workspace, transfer, archive folder or medium against its digests',
    () => {},
    async ({ terminal, signal, pause }, _options, [url]) => {
      const directory = userPath(directoryOf(url!, 'verify'));
      const { verifySource } = await import('../../core/archive/verify.ts');
      const { hasCarryPieces, verifyMedium } = await import('../../core/media/verify-medium.ts');
      const meter = new RateMeter();
      terminal.event({ type: 'phase', phase: 'verify', detail: directory });
      const verify = (await hasCarryPieces(directory)) ? verifyMedium : verifySource;
      const result = await verify(directory, {
        signal: AbortSignal.any([signal, pause]),
        onProgress({ bytes: done, total }) {
          meter.add(performance.now(), done);
          const remainingMs = meter.remainingMs(total - done);
          terminal.reading('verify', {
            done,
            total,
            rate: Math.round(meter.rate()),
            ...(remainingMs !== undefined && { remainingMs }),
          });
        },
      });
      for (const { kind, file, digest, images } of result.problems) {
        terminal.say('error', `${kind}  ${file}${digest ? `  ${digest}` : ''}`);
        if (images.length > 0)
          terminal.say(
            'error',
            `    needed by ${images.slice(0, 5).join(', ')}${images.length > 5 ? ` and ${images.length - 5} more` : ''}`,
          );
      }
      terminal.print(
        result.ok
          ? `Whole: ${count(result.blobs, 'blob')}, ${bytes(result.bytes)}, every digest is right.`
          : `Damaged: ${count(result.problems.length, 'problem')} in ${count(result.blobs, 'blob')}, ${bytes(result.bytes)}. On the connected side \`airlock runs replay\` mends a set.`,
      );
      terminal.result(result);
      return result.ok ? 0 : NOT_OK;
    },
  );
}
