import { stat } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { each, userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

export function addConfigInit(config: Command): void {
  addCommand(
    config,
    'init',
    t('init'),
    (command) =>
      command
        .option('-o, --output <file>', t('initOutputOption'))
        .option('--openshift <version>', t('openshiftOption'))
        .option('--catalog <ref>', t('initCatalogOption'), each)
        .option('--package <name>', t('packageOption'), each),
    async ({ terminal }, options) => {
      const { output, openshift, catalog, package: packages } = options;
      const [{ startText }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/upgrade/suggest/start-text.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const text = startText({
        openShift: openshift,
        catalogs: catalog,
        packages,
      });
      const path = output === undefined ? undefined : userPath(output);
      if (path === undefined) terminal.printText(text.trimEnd());
      else {
        if (await stat(path).catch(() => undefined))
          throw new AirlockError('usage', t('fileExists', { file: path }), {
            remedy: t('fileExistsRemedy'),
            at: { file: path },
          });
        await writeFileAtomic(path, text);
        terminal.print(t('initWritten', { file: output! }));
      }
      terminal.result({ ok: true, configuration: text, output: path || undefined });
      return 0;
    },
  );
}
