import type { Command } from '@commander-js/extra-typings';
import { MACHINES } from '../../../core/base/image/architecture.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { networkUse } from '../sources/network.ts';
import { t } from './messages.ts';
import { releaseOptions, releaseRequest, sayVerdict } from './release-options.ts';

/** `airlock release boot-images` */
export function addReleaseBootImages(release: Command): void {
  addCommand(
    release,
    'boot-images',
    t('bootImages'),
    (command) =>
      releaseOptions(
        command
          .addOption(
            new Option('--arch <architecture>', t('bootImagesArchOption')).choices(Object.keys(MACHINES)),
          )
          .option('--platform <name>', t('platformOption'))
          .option('--format <name>', t('formatOption')),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const { arch: architecture, platform, format } = options;
      const [{ releaseBootImages }, { lateSession }] = await Promise.all([
        import('../../../core/mirror/release-files/boot-images.ts'),
        import('../../../core/app/sources/late-session.ts'),
      ]);
      await using network = lateSession(networkUse(context, options));
      const result = await releaseBootImages(
        { ...releaseRequest(options), architecture, platform, format },
        {
          host: hostFacts(),
          registries: async () => (await network.open()).registries,
          signal: AbortSignal.any([signal, pause]),
        },
      );
      const { tag, release: digest, verdict, images, problems } = result;
      for (const problem of problems) terminal.problem(problem);
      sayVerdict(terminal, { tag, digest, verdict });
      const streams = images.some(({ stream }) => stream !== undefined);
      const row = (stream: string, cells: string[]) => (streams ? [stream, ...cells] : cells);
      terminal.print(
        table([
          row(t('streamColumn'), [
            t('archColumn'),
            t('platformColumn'),
            t('formatColumn'),
            t('partColumn'),
            t('sha256Column'),
            t('urlColumn'),
          ]),
          ...images.map((image) =>
            row(image.stream ?? '', [
              ...[image.architecture, image.platform, image.format, image.part],
              ...[image.sha256, image.url],
            ]),
          ),
        ]),
      );
      terminal.result(result);
      return 0;
    },
  );
}
