import {
  type GraphOrigin,
  type GraphVersion,
  type SavedGraph,
  UPDATE_KINDS,
  type UpgradePicture,
  type UpgradeRisk,
} from '../../../contract/topics/upgrades.ts';
import type { RiskAnswers } from '../../../upgrade/answers/ocp-answer.ts';
import type { OcpGraph, OcpNode, OcpRisk } from '../../../upgrade/ocp/graph.ts';

/** The versions, updates and unique risks of a graph, as a page shows them. */
export interface GraphParts {
  versions: GraphVersion[];
  updates: Pick<UpgradePicture['updates'][number], 'from' | 'to' | 'kind' | 'risks'>[];
  risks: UpgradeRisk[];
}

/** @param answers decisions whether risks affect the clusters */
export function graphParts({ nodes, edges, blocked }: OcpGraph, answers?: RiskAnswers): GraphParts {
  const risks = new Map<string, { at: number; risk: UpgradeRisk }>();
  const indexOfRisk = (risk: UpgradeRisk): number => {
    const key = `${risk.name} ${risk.url} ${risk.message}`;
    const known = risks.get(key) ?? { at: risks.size, risk };
    risks.set(key, known);
    return known.at;
  };
  const views = new Map<OcpRisk, number>();
  const indexOfView = (risk: OcpRisk): number => {
    const at = views.get(risk) ?? indexOfRisk(riskView({ ...risk, answer: answers?.get(risk.name) }));
    views.set(risk, at);
    return at;
  };
  const updates: GraphParts['updates'] = [
    ...edges.map(({ from, to, risks: own }) => ({
      from,
      to,
      kind: own.some(({ name }) => answers?.get(name)?.applies !== false)
        ? ('conditional' as const)
        : ('plain' as const),
      risks: own.map(indexOfView),
    })),
    ...blocked.map(({ from, to, blocks }) => ({
      from,
      to,
      kind: 'blocked' as const,
      risks: blocks.map(({ message = '' }) =>
        indexOfRisk({ name: '', message: message.trim(), url: '', always: false }),
      ),
    })),
  ];
  const versions = nodes.map(({ version, channels, errata }) => ({
    version,
    channels: [...channels],
    errata: errata || undefined,
  }));
  return { versions, updates, risks: [...risks.values()].map(({ risk }) => risk) };
}

/** Returns a complete graph with updates as numbers. */
export function savedGraphView(graph: OcpGraph, origins: GraphOrigin[]): SavedGraph {
  const { versions, updates, risks } = graphParts(graph);
  const places = new Map(versions.map(({ version }, at) => [version, at]));
  const sets = new Map<string, number>([['', 0]]);
  const numbers = updates.flatMap(({ from, to, kind, risks: own }) => {
    const key = own.join(' ');
    const set = sets.get(key) ?? sets.size;
    sets.set(key, set);
    return [places.get(from)!, places.get(to)!, UPDATE_KINDS.indexOf(kind), set];
  });
  const riskSets = [...sets.keys()].map((key) => (key === '' ? [] : key.split(' ').map(Number)));
  return { origins, versions, risks, riskSets, updates: numbers };
}

/** Returns a graph with only these versions and the updates between them. */
export function partOf(graph: OcpGraph, nodes: readonly OcpNode[]): OcpGraph {
  const known = new Set(nodes.map(({ version }) => version));
  const inside = ({ from, to }: { from: string; to: string }) => known.has(from) && known.has(to);
  return { ...graph, nodes, edges: graph.edges.filter(inside), blocked: graph.blocked.filter(inside) };
}

export function riskView({ name, message, url, matchingRules, answer }: OcpRisk): UpgradeRisk {
  const query = matchingRules.find(({ promql }) => promql)?.promql?.promql;
  return {
    name,
    message: message.trim(),
    url,
    always: matchingRules.some(({ type }) => type === 'Always'),
    query: query ? query.trim() : undefined,
    answer: answer && { applies: answer.applies, reason: answer.reason },
  };
}
