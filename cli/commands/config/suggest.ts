import type { Command } from '@commander-js/extra-typings';
import { AirlockError, asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Inventory } from '../../../core/content/inventory/inventory.ts';
import type { OpenCatalog, Suggestion } from '../../../core/upgrade/suggest/suggestion.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { each, userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inspected, inspectedOptions } from '../cluster/inspected.ts';
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
        inspectedOptions(command)
          .option('--installed <file>', t('installedOption'))
          .option('--save-installed <file>', t('saveInstalledOption'))
          .requiredOption('--to <version>', t('suggestToOption'))
          .option('-c, --config <file>', t('suggestConfigOption'))
          .option('-o, --output <file>', t('outputOption'))
          .option('--catalog <ref|directory>', t('suggestCatalogOption'), each)
          .option('--workspace <file://DIR>', t('suggestWorkspaceOption')),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const { saveInstalled, to, config: existing, output, catalog, arch } = options;
      const [{ loadImageSet, imageSetOf }, { suggestConfiguration }, { writeFileAtomic }] = await Promise.all(
        [
          import('../../../core/image-set/config/load-image-set.ts'),
          import('../../../core/upgrade/suggest/suggest.ts'),
          import('../../../core/base/files/atomic-file.ts'),
        ],
      );
      const inventory = await inventoryOf(context, options);
      if (saveInstalled !== undefined) {
        const { inventoryText } = await import('../../../core/content/inventory/inventory-file.ts');
        await writeFileAtomic(userPath(saveInstalled), inventoryText(inventory));
        terminal.say('info', t('installedSaved', { output: saveInstalled }));
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

/** Reads the inventory from a file, or from the cluster of the options. */
async function inventoryOf(
  context: CommandContext,
  options: { installed?: string; kubeconfig?: string; context?: string; fromDir?: string },
): Promise<Inventory> {
  const { installed, kubeconfig, context: name, fromDir } = options;
  const { loadInventory, inventoryOfInspection } = await import(
    '../../../core/content/inventory/read-inventory.ts'
  );
  const others = { '--kubeconfig': kubeconfig, '--context': name, '--from-dir': fromDir };
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (installed === undefined) {
    const { facts } = await inspected(context, options);
    return inventoryOfInspection(facts, facts.server);
  }
  if (other !== undefined)
    throw new AirlockError('usage', t('optionsExclusive', { option: '--installed', other }));
  return loadInventory(userPath(installed));
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
