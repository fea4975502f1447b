import { readUpdateService } from './from-update-service.ts';
import type { OcpGraph } from './graph.ts';

export interface SketchedGraph {
  /** Versions with their channels; `['4.1.0']` is in none. */
  versions: readonly (readonly [version: string, ...channels: string[]] | string)[];
  /** `from to`. */
  plain?: readonly string[];
  /** `from to risk risk`. */
  conditional?: readonly string[];
  channel?: string;
  architecture?: string;
}

/** A risk in the form of update services. */
export function risk(name: string) {
  return {
    name,
    message: `${name} may happen.`,
    url: `https://risks.example/${name}`,
    matchingRules: [{ type: 'Always' }],
  };
}

/** The response of an update service. */
export function answerOf({ versions, plain = [], conditional = [] }: SketchedGraph): Buffer {
  const names = versions.map((each) => (typeof each === 'string' ? each : each[0]));
  const pair = (text: string) => text.split(' ') as [string, string, ...string[]];
  return Buffer.from(
    JSON.stringify({
      version: 1,
      nodes: versions.map((each, at) => ({
        version: names[at],
        payload: `q.example/release@sha256:of-${names[at]}`,
        metadata:
          typeof each === 'string'
            ? {}
            : { 'io.openshift.upgrades.graph.release.channels': each.slice(1).join(',') },
      })),
      edges: plain.map((text) => pair(text).map((version) => names.indexOf(version))),
      conditionalEdges: conditional.map((text) => {
        const [from, to, ...risks] = pair(text);
        return { edges: [{ from, to }], risks: risks.map(risk) };
      }),
    }),
  );
}

/** A graph with references by version. */
export function sketched(sketch: SketchedGraph): OcpGraph {
  const { channel, architecture } = sketch;
  return readUpdateService(answerOf(sketch), {
    origin: 'a sketch',
    channel: channel || undefined,
    architecture: architecture || undefined,
  });
}
