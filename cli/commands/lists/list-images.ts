import type { Command } from '@commander-js/extra-typings';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { count, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { ARCHITECTURES } from '../sources/graph-view.ts';
import { networkOptions, networkUse } from '../sources/network.ts';

export function addListImages(list: Command): void {
  addCommand(
    list,
    'images',
    'all images of a release, from its payload in a registry or from what was carried',
    (command) =>
      networkOptions(
        command
          .requiredOption('--release <version|ref>', 'a version, or the reference of a payload')
          .option('--from <file://DIR>', 'a workspace, transfer or archive folder: nothing else is asked')
          .addOption(
            new Option('--arch <architecture>', 'of a release that is named by its version')
              .choices(ARCHITECTURES)
              .default('amd64'),
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
      terminal.say('info', `${version}: ${payload}, ${count(images.length, 'image')}`);
      if (!fromPayload)
        terminal.say('warning', 'The payload itself is not held here: the list is what travelled beside it.');
      terminal.print(table([['NAME', 'SOURCE'], ...images.map((image) => [image.name, image.source])]));
      terminal.result({ version, payload, fromPayload, images });
      return 0;
    },
  );
}
