import { relative } from 'node:path';
import { ROOT } from '../scripts/run.ts';
import { BUILT_BY_HAND } from './built-by-hand.ts';
import type { Peer, Program } from './peers.ts';

/** What is read of vitest's JSON report. */
export interface Report {
  testResults: {
    /** Path of the file. */
    name: string;
    assertionResults: Result[];
  }[];
}

interface Result {
  title: string;
  status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
  meta: {
    peer?: string;
    cases?: number;
    disagreement?: string;
    notRun?: string;
    unjudged?: Record<string, number>;
  };
}

/** Returns what to do about a peer that is missing. */
export function whyMissing({ name, unavailable }: Peer): string {
  return unavailable ?? `run \`npm run peers -- ${name}\``;
}

/** Returns the tests that this host couldn't run, each with its reason. */
export function notRunIn({ testResults }: Report): { peer: string; test: string; reason: string }[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ title, meta: { peer = '', notRun } }) =>
      notRun === undefined ? [] : { peer, test: `${relative(ROOT, name)}, ${title}`, reason: notRun },
    ),
  );
}

/**
 * Returns `docs/proof.md`: for each peer its version and the number of cases, each explained disagreement, and what was not
 * judged. A peer that isn't present keeps its record.
 * @param recorded the page with the records of earlier runs
 */
export function proofOf(
  peers: readonly Peer[],
  unavailable: readonly { name: string; judges: string; reason: string }[],
  present: ReadonlyMap<string, Program | undefined>,
  report: Report,
  recorded: string,
): string {
  const kept = recordsIn(recorded);
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const rows = peers.map((peer) => {
    const program = present.get(peer.name);
    const own = results.filter(({ meta, status }) => meta.peer === peer.name && status === 'passed');
    const differing = own.filter(({ meta }) => meta.disagreement !== undefined);
    const agreeing = own.filter(({ meta }) => meta.disagreement === undefined);
    const cases = agreeing.reduce((sum, { meta }) => sum + (meta.cases ?? 1), 0);
    return { peer, program, differing, cases, unjudged: unjudgedIn(own) };
  });
  const table = rows.map(
    ({ peer, program, differing, cases }) =>
      (!program && kept.row(peer)) ||
      `| ${[
        peer.name,
        program ? program.version : versionOf(peer),
        peer.judges,
        program ? cases + differing.length || '' : 'not run',
        program ? cases || '' : '',
        program && cases > 0 ? differing.length : '',
      ].join(' | ')} |`,
  );
  const explained = rows.flatMap(({ peer, program, differing }) =>
    program
      ? differing.map(
          ({ title, meta }) => `- **${peer.name}**, ${title.replace(/\.$/, '')}: ${meta.disagreement}`,
        )
      : kept.lines(DISAGREEMENTS, peer),
  );
  const unjudged = rows.flatMap(({ peer, program, unjudged: reasons }) =>
    program
      ? [...reasons].map(([reason, count]) => `- **${peer.name}**: ${count} ${reason}`)
      : kept.lines(UNJUDGED, peer),
  );
  const missing = rows
    .filter(({ peer, program }) => !program && !kept.row(peer))
    .map(({ peer }) => `- **${peer.name}**: ${whyMissing(peer)}`);
  const skipped = notRunIn(report).map(({ peer, test, reason }) => `- **${peer}**, ${test}: ${reason}`);
  return `${[
    '# Proof',
    '',
    'These programs of other projects judged what Airlock writes and reads. `npm run test:peers -- --record` writes this page.',
    '',
    '| Peer | Version | Judges | Cases | Agreements | Explained disagreements |',
    '| --- | --- | --- | ---: | ---: | ---: |',
    ...table,
    ...section(DISAGREEMENTS, explained),
    ...section(UNJUDGED, unjudged),
    ...section(
      BUILT,
      rows.flatMap(({ peer, program }) => (program ? builtByHand(peer, program) : kept.lines(BUILT, peer))),
    ),
    ...section('Not run', [...missing, ...skipped]),
    ...section(
      'Unavailable',
      unavailable.map(({ name, judges, reason }) => `- **${name}**, for ${judges}: ${reason}`),
    ),
  ].join('\n')}\n`;
}

const DISAGREEMENTS = 'Explained disagreements';
const UNJUDGED = 'Inputs without a verdict';
const BUILT = 'Programs built by hand';

/** Returns the records of peers in a page: the row of the table, and the lines of a section. */
function recordsIn(page: string): {
  row(peer: Peer): string | undefined;
  lines(title: string, peer: Peer): string[];
} {
  const sections = new Map(
    page.split('\n## ').map((text) => [text.split('\n', 1)[0]!, text.split('\n')] as const),
  );
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.includes(' | not run |'));
  return {
    row: ({ name }) => rows.find((line) => line.startsWith(`| ${name} |`)),
    lines: (title, { name }) =>
      (sections.get(title) ?? []).filter((line) => line.startsWith(`- **${name}**`)),
  };
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** Returns how many inputs of these tests have no verdict, by reason. */
function unjudgedIn(results: readonly Result[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { meta } of results)
    for (const [reason, count] of Object.entries(meta.unjudged ?? {}))
      sums.set(reason, (sums.get(reason) ?? 0) + count);
  return sums;
}

/** Returns the origin of a program that was built by hand. */
function builtByHand({ name, origin }: Peer, program: Program | undefined): string[] {
  if (!program || origin.kind !== 'source') return [];
  const built = BUILT_BY_HAND[program.checksum];
  if (!built) return [`- **${name}**: a program of unknown origin.`];
  const differences = built.differences.length > 0 ? ` ${built.differences.join(' ')}` : '';
  return [`- **${name}**: ${origin.repository}, commit ${built.commit}.${differences}`];
}

function versionOf({ origin }: Peer): string {
  return 'version' in origin ? origin.version : '';
}
