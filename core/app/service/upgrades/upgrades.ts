import { readFile } from 'node:fs/promises';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import type { UpgradeBytes } from '../../../contract/topics/upgrades.ts';
import { configurationHandlers } from '../configurations/configurations.ts';
import { shellCommand } from '../runs/run-request.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { lineDifference } from '../state/line-difference.ts';
import { contentOf } from '../state/saved-file.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';
import { riskAnswerHandlers, riskAnswersOf, withComments } from './risk-answers.ts';

/** Returns the handlers of `upgrades.*`: upgrade paths and the configuration for them. They save only graphs. */
export function upgradeHandlers(state: ServiceState): HandlersOf<'upgrades'> {
  return {
    'upgrades.versions': async ({ workspace, architecture }, { signal }) => {
      const { savedGraphs } = await import('./upgrade-graphs.ts');
      const { mergeGraphs } = await import('../../../upgrade/ocp/graph.ts');
      const { graphs, origins, service } = await savedGraphs(
        { architecture, workspace: optionalPath(workspace, 'workspace') },
        state.hostFor(workspace),
        signal,
      );
      const versions = mergeGraphs(graphs).nodes.map(({ version, channels }) => ({ version, channels }));
      return { versions, origins, service };
    },

    ...hostHandlers(state),

    'upgrades.fileGraph': async ({ file, workspace, architecture }, { signal }) => {
      const [{ graphInFile }, { savedGraphView }] = await Promise.all([
        import('./upgrade-graphs.ts'),
        import('./graph-view.ts'),
      ]);
      const place = { path: file, field: 'file' };
      const host = state.hostFor(workspace);
      const { graph, origins } = await graphInFile(place, { architecture }, host, signal);
      return savedGraphView(graph, origins);
    },

    'upgrades.path': (question, { signal }) => pathFor(state, question, signal),

    ...riskAnswerHandlers(),

    'upgrades.bytes': async ({ workspace, channels, architecture, ticket }, { signal }) => {
      const directory = absolutePath(workspace, 'workspace');
      const [{ imageSetOf }, { plannedSize }] = await Promise.all([
        import('../../../upgrade/answers/image-set-of.ts'),
        import('../../sources/planned-size.ts'),
      ]);
      using report = state.jobs.request(ticket, { phase: 'resolve', unit: 'images' });
      report(0);
      const { images, bytes, bytesPresent, bySection } = await plannedSize(
        imageSetOf({ architecture, channels }),
        {
          host: state.hostFor(directory),
          workspace: directory,
          signal,
          onImage: report,
        },
      );
      return { images, bytes, bytesPresent, releases: releaseSizes(bySection) };
    },

    'upgrades.catalogs': async ({ workspace }, { signal }) => {
      const { parseImageSet } = await import('../../../image-set/config/load-image-set.ts');
      const { configurations } = await configurationHandlers(state)['configurations.list'](
        { workspace },
        { signal },
      );
      const catalogs = new Set<string>();
      for (const { file } of configurations) {
        const text = await readFile(file, 'utf8').catch(() => '');
        const { configuration } = parseImageSet(text, file, 'ImageSetConfiguration');
        for (const { catalog } of configuration?.operators ?? []) catalogs.add(catalog);
      }
      return { catalogs: [...catalogs].sort() };
    },

    'upgrades.packages': async (query, { signal }) => {
      const { catalogPackages } = await import('./upgrades-operators.ts');
      return catalogPackages(query, state, signal);
    },

    'upgrades.operator': async (question, { signal }) => {
      const { operatorUpgrade } = await import('./upgrades-operators.ts');
      return operatorUpgrade(question, state, signal);
    },

    'upgrades.compareCatalogs': async (requested, { signal }) => {
      const { compareCatalogs } = await import('./compare-catalogs.ts');
      return compareCatalogs(requested, state, signal);
    },
    'upgrades.plan': async (question, { signal }) => {
      const { upgradePlan } = await import('./upgrades-operators.ts');
      return upgradePlan(question, state, signal);
    },

    'upgrades.configure': async ({ file, channels, operators, architecture, comments }) => {
      if (channels.length === 0 && operators.length === 0)
        throw new AirlockError('usage', t('nothingToConfigure'));
      const path = absolutePath(file, 'file');
      const bytes = await contentOf(path);
      const before = bytes?.toString('utf8') ?? '';
      const content = { channels, operators, architecture };
      const [{ changedText }, { imageSetYaml }] = await Promise.all([
        import('../configurations/write-upgrade.ts'),
        import('../../../upgrade/answers/image-set-of.ts'),
      ]);
      const { text: changed, notes } =
        bytes === undefined ? { text: imageSetYaml(content), notes: [] } : changedText(before, content, path);
      const text = withComments(changed, comments);
      return {
        file: path,
        text,
        digest: bytes && sha256(bytes),
        difference: lineDifference({ name: path, text: before }, { name: path, text }),
        notes,
      };
    },
  };
}

/** Returns the upgrade path of a question, and the command that finds the same. */
async function pathFor(
  state: ServiceState,
  question: RequestParsed<'upgrades.path'>,
  signal: AbortSignal,
): Promise<RequestOutput<'upgrades.path'>> {
  const { graphFor } = await import('./upgrade-graphs.ts');
  const { answerQuestion, channelName, pathOptions } = await import('./upgrades-answer.ts');
  const { workspace, source, from, to, channel, architecture, fresh } = question;
  // A minor stands for its newest version, in the channel of that minor.
  const target = /^\d+\.\d+$/.test(to) ? `${to}.0` : to;
  const minor = /^(\d+\.\d+)\./.exec(target)?.[1];
  if (minor === undefined || !/^\d+\.\d+\./.test(from))
    throw new AirlockError('usage', t('versionInvalid', { version: minor === undefined ? to : from }), {
      remedy: t('versionInvalidRemedy'),
      at: { path: minor === undefined ? 'to' : 'from' },
    });
  const { graph, origins } = await graphFor(
    {
      source,
      architecture,
      from,
      to: target,
      channel: channelName(channel, target),
      fresh,
      workspace: optionalPath(workspace, 'workspace'),
    },
    state.hostFor(workspace),
    signal,
  );
  const answered = { ...question, riskAnswers: await riskAnswersOf(workspace) };
  return {
    ...(await answerQuestion(graph, answered)),
    origins,
    command: commandOf({ ...question, channel: channelName(channel, target) }, pathOptions(answered)),
  };
}

/** Returns the handlers that show what this host knows. They use no network. */
function hostHandlers(
  state: ServiceState,
): Pick<HandlersOf<'upgrades'>, 'upgrades.graph' | 'upgrades.sizes'> {
  return {
    'upgrades.graph': async ({ workspace, architecture }, { signal }) => {
      const [{ savedGraphs }, { savedGraphView }, { mergeGraphs }] = await Promise.all([
        import('./upgrade-graphs.ts'),
        import('./graph-view.ts'),
        import('../../../upgrade/ocp/graph.ts'),
      ]);
      const { graphs, origins } = await savedGraphs(
        { architecture, workspace: optionalPath(workspace, 'workspace') },
        state.hostFor(workspace),
        signal,
      );
      return savedGraphView(mergeGraphs(graphs), origins);
    },

    'upgrades.sizes': async ({ workspace, architecture }) => {
      const { knownReleaseSizes } = await import('../../../mirror/live-plan/known/release-sizes.ts');
      const directory = optionalPath(workspace, 'workspace');
      return { releases: await knownReleaseSizes(state.hostFor(workspace), directory, architecture) };
    },
  };
}

/** Returns the bytes that each release of a plan adds. @param bySection totals by deliverable: `release 4.16.1-x86_64` */
function releaseSizes(bySection: Readonly<Record<string, { bytes: number }>>): UpgradeBytes['releases'] {
  return Object.entries(bySection).flatMap(([name, { bytes }]) => {
    const version = /^release (.+)-[^-]+$/.exec(name)?.[1];
    return version === undefined ? [] : [{ version, bytes }];
  });
}

type Requested = Parameters<HandlersOf<'upgrades'>['upgrades.path']>[0];

function commandOf(question: Requested, pathWords: readonly string[]): string {
  const { source, workspace, from, to, channel, architecture, perHop } = question;
  const data =
    source.kind === 'file' ? source.file : source.kind === 'cached' && workspace ? workspace : undefined;
  return shellCommand([
    'upgrade-path',
    'ocp',
    '--from',
    from,
    '--to',
    to,
    '--channel',
    channel,
    ...(architecture === 'amd64' ? [] : ['--arch', architecture]),
    ...(data === undefined ? [] : ['--data', data]),
    ...pathWords,
    ...(perHop ? ['--per-hop'] : []),
  ]);
}
