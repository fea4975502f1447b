import { join } from 'node:path';
import type { Command } from 'commander';
import { directoryOf } from '../../core/mirror/workflow.ts';
import type { ViewedCatalog } from '../../core/operator/look-at-catalog.ts';
import { RateMeter } from '../../core/progress/rate-meter.ts';
import type { CommandContext } from '../command-line.ts';
import { hostFacts } from '../host.ts';
import { boolean, userPath } from '../options.ts';

/** Options of the commands that look into catalogs. */
export function catalogOptions(command: Command): void {
  command.option(
    '--workspace <file://DIR>',
    'use and keep the indexes of catalogs in this workspace (default: your cache folder)',
  );
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
    import('../../core/operator/look-at-catalog.ts'),
    import('../../core/operator/named-catalog.ts'),
    import('../../core/store/workspace.ts'),
  ]);
  const directory = workspace === undefined ? undefined : userPath(directoryOf(workspace, '--workspace'));
  if (directory !== undefined) await readFormat(directory);
  const network = networkSession(terminal.event.bind(terminal), srcTlsVerify, authfile);
  const catalogs: ViewedCatalog[] = [];
  try {
    for (const name of names) {
      const meter = new RateMeter();
      let begun = false;
      const named = namedCatalog(name, userPath);
      const catalog = await lookAtCatalog(named, {
        indexes: directory === undefined ? userIndexes() : workspaceIndexes(directory),
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

type Session = import('../../core/mirror/session.ts').Session;

/** Opened when a registry is asked: a folder needs neither credentials nor registries.conf. */
function networkSession(
  emit: CommandContext['terminal']['event'],
  sourceTlsVerify: boolean,
  authfile: string | undefined,
): { open(): Promise<Session>; close(): Promise<void> } {
  let session: Promise<Session> | undefined;
  const begin = async (): Promise<Session> => {
    const [{ openSession }, { MIRROR_DEFAULTS }] = await Promise.all([
      import('../../core/mirror/session.ts'),
      import('../../core/mirror/command-of.ts'),
    ]);
    const settings = {
      ...MIRROR_DEFAULTS,
      sourceTlsVerify,
      destinationTlsVerify: true,
      ...(authfile !== undefined && { authFile: userPath(authfile) }),
    };
    return openSession(settings, hostFacts(), emit);
  };
  return {
    open: () => (session ??= begin()),
    async close() {
      const opened = await session?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function workspaceIndexes(directory: string): string {
  return join(directory, 'working-dir', 'airlock', 'cache', 'catalogs');
}

/** In the user's cache folder (XDG base directories). */
function userIndexes(): string {
  const { env, home } = hostFacts();
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'airlock', 'catalogs');
}
