import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, userPath } from '../../terminal/options.ts';
import { networkUse } from '../sources/network.ts';
import { t } from './messages.ts';

export function addConfigPin(config: Command): void {
  addCommand(
    config,
    'pin',
    t('pin'),
    (command) =>
      command
        .requiredOption('-c, --config <file>', t('configOption'))
        .option('-o, --output <path>', t('pinOutputOption'))
        .option('--src-tls-verify [boolean]', common('sourceTlsOption'), boolean, true)
        .option('--authfile <file>', common('authfileOption')),
    async (context, options) => {
      const { config, output } = options;
      const [{ imageSetOf, loadImageSet }, { pinnedDeletion, pinnedImageSet }, { resolvePins }] =
        await Promise.all([
          import('../../../core/image-set/config/load-image-set.ts'),
          import('../../../core/image-set/config/pin.ts'),
          import('../../../core/app/sources/resolve-pins.ts'),
        ]);
      const { terminal, signal, pause } = context;
      const loaded = await loadImageSet(userPath(config), 'ImageSetConfiguration');
      const { operators } = imageSetOf(loaded);
      for (const problem of loaded.problems) terminal.problem(problem);
      const pins = await resolvePins(
        operators,
        networkUse(context, options),
        AbortSignal.any([signal, pause]),
      );
      for (const { catalog, pinned, targetTag } of pins)
        terminal.say('info', t('catalogPinned', { catalog, pinned, tag: targetTag }));
      const texts = {
        configuration: pinnedImageSet(loaded.text, pins),
        deletion: pinnedDeletion(loaded.text, pins),
      };
      const files = output === undefined ? undefined : await writePinned(userPath(output), texts);
      if (files) terminal.print(t('pinned', { count: pins.length, files: files.join(', ') }));
      else terminal.printFile(texts.configuration);
      const written = files ? { files } : texts;
      terminal.result({
        ok: true,
        pins: pins.map(({ index, catalog, pinned, targetTag }) => ({
          ...{ catalog, pinned, targetTag },
          ...operators[index]?.at,
        })),
        problems: loaded.problems,
        ...written,
      });
      return 0;
    },
  );
}

/** Writes the pinned configuration. @returns the written files */
async function writePinned(
  output: string,
  { configuration, deletion }: { configuration: string; deletion: string },
): Promise<string[]> {
  const [{ pinnedFileNames }, { writeFileAtomic }] = await Promise.all([
    import('../../../core/image-set/config/pin.ts'),
    import('../../../core/base/files/atomic-file.ts'),
  ]);
  const isFolder = await stat(output).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    await writeFileAtomic(output, configuration);
    return [output];
  }
  const names = pinnedFileNames(new Date());
  const files = [join(output, names.imageSet), join(output, names.deletion)];
  await writeFileAtomic(files[0]!, configuration);
  await writeFileAtomic(files[1]!, deletion);
  return files;
}
