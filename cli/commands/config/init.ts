import { stat } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { each, userPath } from '../../terminal/options.ts';

export function addConfigInit(config: Command): void {
  addCommand(
    config,
    'init',
    'a commented configuration to begin with',
    (command) =>
      command
        .option('-o, --output <file>', 'write it there; a file that is there is not overwritten')
        .option('--openshift <version>', 'a release (4.18.9), or a minor (4.18) for its newest')
        .option(
          '--catalog <ref>',
          "catalog of operators; may be given again (default with --package: Red Hat's for that OpenShift)",
          each,
        )
        .option(
          '--package <name>',
          'an operator of the first catalog; NAME@CHANNEL for a channel of it; may be given again',
          each,
        ),
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
          throw new AirlockError('usage', `${path} is there already`, {
            remedy: 'Name another file, or see `airlock config suggest -c FILE` to change this one.',
            at: { file: path },
          });
        await writeFileAtomic(path, text);
        terminal.print(`Written to ${output}. What it would carry: airlock plan -c ${output} file://DIR`);
      }
      terminal.result({ ok: true, configuration: text, output: path || undefined });
      return 0;
    },
  );
}
