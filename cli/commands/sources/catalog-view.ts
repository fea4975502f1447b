import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { CatalogUse } from '../../../core/app/sources/open-catalogs.ts';
import type { ViewedCatalog } from '../../../core/content/operator/look-at-catalog.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from '../lists/messages.ts';
import { networkOptions, networkUse } from './network.ts';

/** Adds the options of commands that read catalogs. */
export function catalogOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return networkOptions(command.option('--workspace <file://DIR>', t('catalogWorkspaceOption')));
}

/**
 * Opens catalogs one after the other, in their order. Shows progress while a catalog is read for the first time.
 * @param names catalogs as given by the user
 * @throws AirlockError as `openCatalogs`
 */
export async function viewedCatalogs(
  names: string[],
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<ViewedCatalog[]> {
  const { terminal, signal, pause } = context;
  const { workspace } = options as { workspace?: string };
  const { openCatalogs } = await import('../../../core/app/sources/open-catalogs.ts');
  const opened = openCatalogs(names, {
    ...networkUse(context, options),
    pathOf: userPath,
    workspace: workspace === undefined ? undefined : userPath(directoryOf(workspace, '--workspace')),
    onProgress: progressReporter(terminal),
    signal: AbortSignal.any([signal, pause]),
  });
  const catalogs: ViewedCatalog[] = [];
  for await (const catalog of opened) {
    for (const anomaly of catalog.index.anomalies)
      terminal.say('warning', t('catalogAnomaly', { catalog: catalog.name, anomaly }));
    const [rejection, ...more] = catalog.index.rejections;
    if (rejection !== undefined)
      terminal.say(
        'warning',
        t('catalogRejected', { catalog: catalog.name, reason: rejection, more: more.length }),
      );
    catalogs.push(catalog);
  }
  return catalogs;
}

function progressReporter(terminal: Terminal): CatalogUse['onProgress'] {
  let reading: { catalog: string; show: ReturnType<Terminal['readingProgress']> } | undefined;
  return ({ catalog, done, total }) => {
    if (reading?.catalog !== catalog) {
      terminal.say('info', t('readingCatalog', { catalog }));
      reading = { catalog, show: terminal.readingProgress('catalog') };
    }
    reading.show({ done, total });
  };
}
