import { join } from 'node:path';
import type { Command } from 'commander';
import type { ViewedCatalog } from '../../../core/content/operator/look-at-catalog.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { RateMeter } from '../../../core/runs/progress/rate-meter.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { boolean, userPath } from '../../terminal/options.ts';
import { lateSession } from './network-session.ts';
import { userCache } from './user-cache.ts';

/** Options of the commands that look into catalogs. */
export function catalogOptions(command: Command): void {
  command.option(
    '--workspace <file://DIR>',
    'use and keep the indexes of catalogs in this workspace (default: your cache folder)',
  );
  networkOptions(command);
}

/** How registries and services are reached. */
export function networkOptions(command: Command): void {
  command.option(
    '--src-tls-verify [boolean]',
    'false: accept any certificate and plain HTTP at the registries',
    boolean,
    true,
  );
  command.option(
    '--authfile <file>',
    'registry credentials (default: REGISTRY_AUTH_FILE and the usual places)',
  );
}

/**
 * Looks at catalogs one after the other, in their order, with progress while one of them is read for the first time.
 * @param names as users write them
 * @throws AirlockError as `lookAtCatalog`
 */
export async function viewedCatalogs(
  names: string[],
  { terminal, signal, pause }: CommandContext,
  options: Record<string, unknown>,
): Promise<ViewedCatalog[]> {
  const { workspace, srcTlsVerify, authfile } = options as {
    workspace?: string;
    srcTlsVerify: boolean;
    authfile?: string;
  };
  const [{ lookAtCatalog }, { namedCatalog }, { readFormat }] = await Promise.all([
    import('../../../core/content/operator/look-at-catalog.ts'),
    import('../../../core/content/operator/named-catalog.ts'),
    import('../../../core/store/workspace/workspace.ts'),
  ]);
  const directory = workspace === undefined ? undefined : userPath(directoryOf(workspace, '--workspace'));
  if (directory !== undefined) await readFormat(directory);
  const network = lateSession(terminal.event.bind(terminal), { sourceTlsVerify: srcTlsVerify, authfile });
  const catalogs: ViewedCatalog[] = [];
  try {
    for (const name of names) {
      const meter = new RateMeter();
      let begun = false;
      const named = namedCatalog(name, userPath);
      const catalog = await lookAtCatalog(named, {
        indexes: directory === undefined ? join(userCache(), 'catalogs') : workspaceIndexes(directory),
        registries: async () => (await network.open()).registries,
        onProgress({ catalog, done, total }) {
          if (!begun) terminal.say('info', `Reading the catalog ${catalog}`);
          begun = true;
          meter.add(performance.now(), done);
          const remainingMs = meter.remainingMs(total - done);
          const rate = Math.round(meter.rate());
          terminal.reading('catalog', {
            done,
            total,
            rate,
            ...(remainingMs !== undefined && { remainingMs }),
          });
        },
        signal: AbortSignal.any([signal, pause]),
      });
      for (const oddity of catalog.index.oddities) terminal.say('warning', `${catalog.name}: ${oddity}`);
      catalogs.push(catalog);
    }
    return catalogs;
  } finally {
    await network.close();
  }
}

function workspaceIndexes(directory: string): string {
  return join(directory, 'working-dir', 'airlock', 'cache', 'catalogs');
}
