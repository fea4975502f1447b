import type { PracticeRelease } from './inventory.ts';
import { gzip, tar } from './layer.ts';

interface Risk {
  url: string;
  name: string;
  message: string;
  matchingRules: { type: string }[];
}

/** The answer of an update service to one request (openshift/cincinnati, "Graph API"). */
export interface UpdateGraphAnswer {
  version: 1;
  nodes: { version: string; payload: string; metadata: Record<string, string> }[];
  edges: [from: number, to: number][];
  conditionalEdges: { edges: { from: string; to: string }[]; risks: Risk[] }[];
}

const CHANNELS = ['candidate', 'fast', 'stable', 'eus'];
const MINOR = '4.16';

const LONG_JUMP: Risk = {
  url: 'https://example.invalid/PracticeStorageRisk',
  name: 'PracticeStorageRisk',
  message: 'An update that skips a release may leave volumes attached.',
  matchingRules: [{ type: 'Always' }],
};

/**
 * Returns the graph of one channel and architecture. Each release updates to the next one without a risk and to later
 * ones with a risk. A nonexistent channel has no nodes, as in the real service.
 */
export function updateGraph(
  releases: PracticeRelease[],
  channel: string,
  architecture: string,
): UpdateGraphAnswer {
  const known = CHANNELS.some((each) => channel === `${each}-${MINOR}`);
  const members = known ? releases.filter((release) => release.architecture === architecture) : [];
  const nodes = members.map(({ version, reference, digest }) => ({
    version,
    payload: reference,
    metadata: {
      'io.openshift.upgrades.graph.release.channels': CHANNELS.map((each) => `${each}-${MINOR}`).join(','),
      'io.openshift.upgrades.graph.release.manifestref': digest,
      url: `https://example.invalid/errata/${version}`,
    },
  }));
  return {
    version: 1,
    nodes,
    edges: members.slice(1).map((_, number) => [number, number + 1]),
    conditionalEdges: longJumps(members).map((jump) => ({ edges: [jump], risks: [LONG_JUMP] })),
  };
}

/** Returns the same data as an archive: `version`, `channels/`, `blocked-edges/`, and `raw/`, which the service requires. */
export function graphDataArchive(releases: PracticeRelease[]): Buffer {
  const members = releases.filter(({ architecture }) => architecture === 'amd64');
  const versions = members.map(({ version }) => `- ${version}\n`).join('');
  const files = [
    { name: 'version', content: '1.2.0\n' },
    { name: 'raw/metadata.json', content: '{}\n' },
    ...CHANNELS.map((each) => `${each}-${MINOR}`).map((channel) => ({
      name: `channels/${channel}.yaml`,
      content: `name: ${channel}\nversions:\n${versions}`,
    })),
    ...longJumps(members).map(({ from, to }) => ({
      name: `blocked-edges/${to}-from-${from}-${LONG_JUMP.name}.yaml`,
      content: `to: ${to}
from: ${from.replaceAll('.', '[.]')}
url: ${LONG_JUMP.url}
name: ${LONG_JUMP.name}
message: ${LONG_JUMP.message}
matchingRules:
- type: Always
`,
    })),
  ];
  return gzip(tar(files));
}

function longJumps(members: PracticeRelease[]): { from: string; to: string }[] {
  return members.flatMap((from, number) =>
    members.slice(number + 2).map((to) => ({ from: from.version, to: to.version })),
  );
}
