import type { Command } from '@commander-js/extra-typings';
import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { OpenCatalog, Suggestion } from '../../../core/upgrade/suggest/suggestion.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';

import { each, userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { viewedCatalogs } from '../sources/catalog-view.ts';
import { graphOptions, viewedGraph } from '../sources/graph-view.ts';
import { t } from './messages.ts';

export function addConfigSuggest(config: Command): void {
  addCommand(
    config,
    'suggest',
    t('suggest'),
    (command) =>
      graphOptions(
        command
          .requiredOption('--installed <file>', t('installedOption'))
          .option('--save-installed <file>', t('saveInstalledOption'))
          .requiredOption('--to <version>', t('suggestToOption'))
          .option('-c, --config <file>', t('suggestConfigOption'))
          .option('-o, --output <file>', t('outputOption'))
          .option('--catalog <ref|directory>', t('suggestCatalogOption'), each)
          .option('--workspace <file://DIR>', t('suggestWorkspaceOption')),
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
        terminal.say('info', t('installedSaved', { file: installed, output: saveInstalled }));
      }
      const loaded =
        existing === undefined ? undefined : await loadImageSet(userPath(existing), 'ImageSetConfiguration');
      // Reports errors in the configuration before any request.
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
        const changed = changes.filter(({ type }) => type !== 'unchanged').length;
        terminal.print(
          loaded
            ? t('suggestionWrittenWithChanges', { file: output!, count: changed })
            : t('suggestionWritten', { file: output! }),
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

/** Opens catalogs from the network or the disk. A missing one is undefined. */
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
  for (const { entry, why } of reasons) terminal.say('info', t('reason', { entry, reason: why }));
  for (const { type, entry, why } of changes)
    terminal.say('info', t('change', { change: type, entry, reason: why }));
  for (const problem of problems) terminal.problem(problem);
}
