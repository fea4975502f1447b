import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { CatalogUse } from '../../../core/app/sources/open-catalogs.ts';
import type { ViewedCatalog } from '../../../core/content/operator/look-at-catalog.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { RateMeter } from '../../../core/runs/progress/rate-meter.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { networkOptions, networkUse } from './network.ts';

/** Options of the commands that look into catalogs. */
export function catalogOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return networkOptions(
    command.option(
      '--workspace <file://DIR>',
      'use and keep the indexes of catalogs in this workspace (default: your cache folder)',
    ),
  );
}

/**
 * Looks at catalogs one after the other, in their order, with progress while one of them is read for the first time.
 * @param names as users write them
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
    onProgress: readingTeller(terminal),
    signal: AbortSignal.any([signal, pause]),
  });
  const catalogs: ViewedCatalog[] = [];
  for await (const catalog of opened) {
    for (const oddity of catalog.index.oddities) terminal.say('warning', `${catalog.name}: ${oddity}`);
    catalogs.push(catalog);
  }
  return catalogs;
}

function readingTeller(terminal: Terminal): CatalogUse['onProgress'] {
  let reading: { catalog: string; meter: RateMeter } | undefined;
  return ({ catalog, done, total }) => {
    if (reading?.catalog !== catalog) {
      terminal.say('info', `Reading the catalog ${catalog}`);
      reading = { catalog, meter: new RateMeter() };
    }
    const { meter } = reading;
    meter.add(performance.now(), done);
    const rate = Math.round(meter.rate());
    terminal.reading('catalog', { done, total, rate, remainingMs: meter.remainingMs(total - done) });
  };
}
