import { parseUpdateGraph, type UpdateGraph } from '../../../content/release/update-graph.ts';
import type { Era } from './workspace-view.ts';

const GRAPHS = 'hold-release/cincinnati-graph-data/';

/** A channel with a graph in the workspace. */
export interface KnownChannel {
  name: string;
  architecture: string;
  graph: UpdateGraph;
  versions: ReadonlySet<string>;
}

/** Returns the channels with graphs in the files of an era. @throws AirlockError `graph-invalid` */
export async function knownChannels({ files }: Pick<Era, 'files'>): Promise<KnownChannel[]> {
  const channels: KnownChannel[] = [];
  for (const file of await files.list(GRAPHS)) {
    const [, architecture, name] = /^([^-]+)-(.+)\.json$/s.exec(file.slice(file.lastIndexOf('/') + 1)) ?? [];
    const body = await files.read(file);
    if (!body || architecture === undefined || name === undefined) continue;
    const graph = parseUpdateGraph(body, file);
    channels.push({
      name,
      architecture,
      graph,
      versions: new Set(graph.nodes.map(({ version }) => version)),
    });
  }
  return channels;
}
