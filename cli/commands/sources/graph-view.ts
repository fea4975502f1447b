import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { FoundGraph, GraphWanted } from '../../../core/upgrade/sources/find-graph.ts';
import { sourceText } from '../../../core/upgrade/sources/used-source.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { networkOptions } from './catalog-view.ts';
import { lateSession } from './network-session.ts';
import { userCache } from './user-cache.ts';

export const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];
/** An update service that is down must not keep people waiting who have an older answer. */
const RETRY_TIMES = 2;

/** `--via A --via B` */
export function each(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Options of the commands that read an update graph. */
export function graphOptions(command: Command): void {
  command.addOption(
    new Option('--arch <architecture>', 'architecture of the releases')
      .choices(ARCHITECTURES)
      .default('amd64'),
  );
  command.addOption(
    new Option(
      '--data <file|dir|image>',
      'where the update graph is, instead of the update service: a saved answer (JSON), graph data (tar.gz, folder or image), a workspace or archive folder; may be given again',
    ).argParser(each),
  );
  command.option('--offline', 'ask no update service: use what it answered before');
  networkOptions(command);
}

/**
 * The update graph that the options name, its sources and problems told as messages; `problems` has those of the graph
 * too. Without both ends of a path what is odd about updates is nobody's concern.
 * @throws AirlockError as `findGraph`
 */
export async function viewedGraph(
  wanted: Omit<GraphWanted, 'architecture'>,
  { terminal, signal, pause }: CommandContext,
  options: Record<string, unknown>,
): Promise<FoundGraph> {
  const { arch, data, offline, srcTlsVerify, authfile } = options as {
    arch: string;
    data?: string[];
    offline?: boolean;
    srcTlsVerify: boolean;
    authfile?: string;
  };
  const [{ findGraph }, { namedGraphPlace }] = await Promise.all([
    import('../../../core/upgrade/sources/find-graph.ts'),
    import('../../../core/upgrade/sources/graph-place.ts'),
  ]);
  const network = lateSession(terminal.event.bind(terminal), { sourceTlsVerify: srcTlsVerify, authfile });
  const { UPDATE_URL_OVERRIDE: updateUrl } = hostFacts().env;
  try {
    const places = data?.map((name) => namedGraphPlace(name, userPath)) ?? [{ at: 'service' as const }];
    const found = await findGraph(
      places,
      { architecture: arch, ...wanted },
      {
        directory: join(userCache(), 'graphs'),
        ...(updateUrl && { updateUrl }),
        ...(!offline && {
          async get(url, request) {
            const [{ access }, { httpGet }] = await Promise.all([
              network.open(),
              import('../../../core/registry/access/http-get.ts'),
            ]);
            return httpGet(access, url, { ...request, retry: { times: RETRY_TIMES } });
          },
        }),
        registries: async () => (await network.open()).registries,
        signal: AbortSignal.any([signal, pause]),
      },
    );
    for (const source of found.used) terminal.say('info', `Updates from ${sourceText(source, Date.now())}`);
    const all = [...found.problems, ...found.graph.problems];
    const problems = wanted.from === undefined ? all.filter(({ code }) => code !== 'upgrade-path') : all;
    for (const problem of problems) terminal.problem(problem);
    return { ...found, problems };
  } finally {
    await network.close();
  }
}
