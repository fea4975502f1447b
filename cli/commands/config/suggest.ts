import type { Command } from '@commander-js/extra-typings';
import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { OpenCatalog, Suggestion } from '../../../core/upgrade/suggest/suggestion.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { each, userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { viewedCatalogs } from '../sources/catalog-view.ts';
import { graphOptions, viewedGraph } from '../sources/graph-view.ts';

export function addConfigSuggest(config: Command): void {
  addCommand(
    config,
    'suggest',
    'a configuration that keeps what a cluster runs upgradable to a release, and drops what nothing needs, with reasons',
    (command) =>
      graphOptions(
        command
          .requiredOption(
            '--installed <file>',
            'what the cluster runs: the output of the `oc get` line in the guide, or a file of Airlock',
          )
          .option(
            '--save-installed <file>',
            'first write what was taken of it: a small file to look at and to carry',
          )
          .requiredOption('--to <version>', 'the release that is wanted, or a minor (4.18) for its newest')
          .option('-c, --config <file>', 'a configuration to change, with its comments')
          .option('-o, --output <file>', 'write it there, also over the file itself; default: print it')
          .option(
            '--catalog <ref|dir>',
            "catalog that the operators come from, each edition of it; may be given again (default: Red Hat's)",
            each,
          )
          .option(
            '--workspace <file://DIR>',
            'use and keep the indexes of catalogs in this workspace (default: your cache folder)',
          ),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const { installed, saveInstalled, to, config: existing, output, catalog, arch } = options;
      const [{ loadInventory }, { loadImageSet, imageSetOf }, { suggestConfiguration }, { writeFileAtomic }] =
        await Promise.all([
          import('../../../core/upgrade/inventory/read-inventory.ts'),
          import('../../../core/image-set/config/load-image-set.ts'),
          import('../../../core/upgrade/suggest/suggest.ts'),
          import('../../../core/base/files/atomic-file.ts'),
        ]);
      const inventory = await loadInventory(userPath(installed));
      if (saveInstalled !== undefined) {
        const { inventoryText } = await import('../../../core/upgrade/inventory/inventory-file.ts');
        await writeFileAtomic(userPath(saveInstalled), inventoryText(inventory));
        terminal.say('info', `What was taken of ${installed} is in ${saveInstalled}`);
      }
      const loaded =
        existing === undefined ? undefined : await loadImageSet(userPath(existing), 'ImageSetConfiguration');
      // What is wrong with it is told before anybody is asked.
      if (loaded) imageSetOf(loaded);
      const from = inventory.openShift;
      const found = from === undefined ? undefined : await viewedGraph({ from, to }, context, options);
      const suggestion = await suggestConfiguration(
        {
          inventory,
          to,
          architecture: arch,
          graph: found?.graph,
          catalogs: catalog,
          existing: loaded && { text: loaded.text, file: loaded.file },
        },
        catalogsFrom(context, options),
        { signal: AbortSignal.any([signal, pause]) },
      );
      report(terminal, suggestion);
      const { text, changes, reasons, releases, problems } = suggestion;
      const path = output === undefined ? undefined : userPath(output);
      if (path) {
        await writeFileAtomic(path, text);
        terminal.print(
          `Written to ${output}${loaded ? `, with ${count(changes.filter(({ what }) => what !== 'kept').length, 'change')}` : ''}.`,
        );
      } else terminal.printText(text.trimEnd());
      terminal.result({
        ok: true,
        configuration: text,
        changes,
        reasons,
        releases,
        problems: [...(found?.problems ?? []), ...problems],
        output: path || undefined,
      });
      return 0;
    },
  );
}

/** Looks at each catalog over the network, or on the disk; one that is not there is not known. */
function catalogsFrom(context: CommandContext, options: Record<string, unknown>): OpenCatalog {
  return async (reference) => {
    try {
      const [viewed] = await viewedCatalogs([reference], context, options);
      return viewed && { name: reference, index: viewed.index };
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code !== 'not-found') throw error;
      return undefined;
    }
  };
}

function report(terminal: Terminal, { reasons, changes, problems }: Suggestion): void {
  for (const { entry, why } of reasons) terminal.say('info', `${entry}: ${why}`);
  for (const { what, entry, why } of changes) terminal.say('info', `${what} ${entry}: ${why}`);
  for (const problem of problems) terminal.problem(problem);
}
