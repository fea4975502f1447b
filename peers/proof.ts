import type { Peer, Program } from './peers.ts';

/** What is read of vitest's JSON report. */
export interface Report {
  testResults: {
    assertionResults: {
      title: string;
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
      meta: { peer?: string; cases?: number; disagreement?: string };
    }[];
  }[];
}

/** Returns `docs/proof.md`: for each peer its version, the number of cases, and each explained disagreement. */
export function proofOf(
  peers: readonly Peer[],
  present: ReadonlyMap<string, Program | undefined>,
  report: Report,
): string {
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const rows = peers.map((peer) => {
    const program = present.get(peer.name);
    const own = results.filter(({ meta, status }) => meta.peer === peer.name && status === 'passed');
    const differing = own.filter(({ meta }) => meta.disagreement !== undefined);
    const agreeing = own.filter(({ meta }) => meta.disagreement === undefined);
    const cases = agreeing.reduce((sum, { meta }) => sum + (meta.cases ?? 1), 0);
    return { peer, program, differing, cases };
  });
  const table = rows.map(({ peer, program, differing, cases }) =>
    [
      peer.name,
      program ? program.version : versionOf(peer),
      peer.judges,
      program ? cases + differing.length || '' : 'not run',
      program ? cases || '' : '',
      program && cases > 0 ? differing.length : '',
    ].join(' | '),
  );
  const explained = rows.flatMap(({ peer, differing }) =>
    differing.map(({ title, meta }) => `- **${peer.name}**, ${title}: ${meta.disagreement}`),
  );
  const missing = rows
    .filter(({ program }) => !program)
    .map(({ peer }) => `- **${peer.name}**: ${peer.unavailable ?? `run \`npm run peers -- ${peer.name}\``}`);
  return `${[
    '# Proof',
    '',
    'These programs of other projects judged what Airlock writes and reads. `npm run test:peers -- --record` writes this page.',
    '',
    '| Peer | Version | Judges | Cases | Agreements | Explained disagreements |',
    '| --- | --- | --- | ---: | ---: | ---: |',
    ...table.map((row) => `| ${row} |`),
    ...section('Explained disagreements', explained),
    ...section('Not run', missing),
  ].join('\n')}\n`;
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function versionOf({ origin }: Peer): string {
  return 'version' in origin ? origin.version : '';
}
