import type { Command } from '@commander-js/extra-typings';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { ARCHITECTURES } from '../sources/graph-view.ts';
import { networkOptions, networkUse } from '../sources/network.ts';
import { t } from './messages.ts';

export function addListImages(list: Command): void {
  addCommand(
    list,
    'images',
    t('images'),
    (command) =>
      networkOptions(
        command
          .requiredOption('--release <version|ref>', t('releaseOption'))
          .option('--from <file://DIR>', t('imagesFromOption'))
          .addOption(
            new Option('--arch <architecture>', t('archOption')).choices(ARCHITECTURES).default('amd64'),
          ),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const { release, from, arch } = options;
      const [{ releaseImages }, { lateSession }] = await Promise.all([
        import('../../../core/upgrade/answers/list-images.ts'),
        import('../../../core/app/sources/late-session.ts'),
      ]);
      await using network = lateSession(networkUse(context, options));
      const found = await releaseImages(release, {
        architecture: arch,
        registries: async () => (await network.open()).registries,
        from: from === undefined ? undefined : userPath(directoryOf(from, '--from')),
        signal: AbortSignal.any([signal, pause]),
      });
      const { payload, version, images, fromPayload } = found;
      terminal.say('info', t('release', { version, payload, count: images.length }));
      if (!fromPayload) terminal.say('warning', t('payloadMissing'));
      terminal.print(
        table([[t('nameColumn'), t('sourceColumn')], ...images.map((image) => [image.name, image.source])]),
      );
      terminal.result({ version, payload, fromPayload, images });
      return 0;
    },
  );
}
