import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FULL } from './effort.ts';
import { corpusOf } from './fuzz.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { PARSERS } from './parser-entries.ts';
import { stretchedSamples } from './stretched-samples.ts';

const CHILD = join(import.meta.dirname, 'parser-child.ts');
/** Wall time; only an input that never ends reaches it. */
const PATIENCE_MS = 300_000;

interface Cost {
  parser: string;
  input: string;
  seconds: number;
  megabytes: number;
  outcome: string;
}

/** Costs of the inputs that were answered; the last task of a child that didn't end is missing. */
function costsOf(bytes: number, tasks: readonly string[]): Promise<{ costs: Cost[]; failure: string }> {
  const args = [CHILD, String(bytes), ...tasks];
  const options = { timeout: PATIENCE_MS, maxBuffer: 2 ** 26, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const costs = stdout
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Cost);
      resolve({
        costs,
        failure: error ? `${tasks.join()} ended with ${error.message} ${stderr.slice(-500)}` : '',
      });
    });
  });
}

function failures(
  { costs, failure }: { costs: Cost[]; failure: string },
  seconds: number,
  megabytes: number,
) {
  return [
    ...(failure ? [failure] : []),
    ...costs
      .filter(
        (cost) => cost.seconds > seconds || cost.megabytes > megabytes || /^UNEXPECTED/.test(cost.outcome),
      )
      .map((cost) => `${cost.parser}, ${cost.input}: ${JSON.stringify(cost)}`),
  ];
}

function figures(costs: readonly Cost[]): string {
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds)[0]!;
  const largest = costs.toSorted((a, b) => b.megabytes - a.megabytes)[0]!;
  return `${costs.length} inputs, slowest ${slowest.seconds.toFixed(2)} s (${slowest.parser}, ${slowest.input}), largest ${largest.megabytes.toFixed(0)} MB (${largest.parser}, ${largest.input})`;
}

/** What took 15 s or more before the limits. */
const KNOWN = [
  'catalog-yaml:aliases in a list',
  'nmstate:aliases in a list',
  'cloud-config:aliases in a list',
  'nmstate:anchors of one node',
  'cloud-config:lines in a section',
  'image-set:keys',
  'image-set:keys below a section',
  'nmstate:wrong interfaces',
  'host-table:columns',
];

test('60 KB are answered within 1 s of CPU time', async () => {
  const runs = FULL ? Object.keys(PARSERS).map((parser) => [parser]) : [KNOWN];
  const all: Cost[] = [];
  for (const tasks of runs) {
    const run = await costsOf(60_000, tasks);
    all.push(...run.costs);
    // The peak of a process that reads many inputs says nothing of one of them.
    expect.soft(failures(run, 1, Number.POSITIVE_INFINITY)).toEqual([]);
  }
  console.log(`60 KB: ${figures(all)}`);
});

test.runIf(FULL)('5 MB are answered within 5 s of CPU time and 500 MB', async () => {
  const all: Cost[] = [];
  for (const [parser, { syntax }] of Object.entries(PARSERS))
    for (const input of Object.keys({
      ...hostileInputs(syntax),
      ...stretchedSamples(corpusOf(parser), syntax),
    })) {
      const run = await costsOf(5_000_000, [`${parser}:${input}`]);
      all.push(...run.costs);
      expect.soft(failures(run, 5, 500)).toEqual([]);
    }
  console.log(`5 MB: ${figures(all)}`);
});
