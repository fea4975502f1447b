import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusOf } from './parsers/fuzz.ts';
import { hostileInputs } from './parsers/hostile-inputs.ts';
import { PARSERS } from './parsers/parser-entries.ts';
import { stretchedSamples } from './parsers/stretched-samples.ts';

const CHILD = join(import.meta.dirname, 'parsers/parser-child.ts');
const COMPILE_CACHE = mkdtempSync(join(tmpdir(), 'airlock-parser-cost-'));
process.on('exit', () => rmSync(COMPILE_CACHE, { recursive: true, force: true }));
/** Wall time of one input; only one that never ends reaches it. */
const PATIENCE_MS = 300_000;

/** The maximum cost of a parser for one input. */
export interface Limit {
  /** Size of the input. */
  bytes: number;
  /** CPU time. */
  seconds: number;
  /** Peak of the process, Node.js and all parsers included. */
  megabytes: number;
}

/** The cost of one input. */
export interface Cost {
  parser: string;
  input: string;
  seconds: number;
  megabytes: number;
  outcome: string;
}

/** Returns the names of all inputs of a parser. */
export function inputsOf(parser: string): string[] {
  const { syntax } = PARSERS[parser]!;
  return Object.keys({ ...hostileInputs(syntax), ...stretchedSamples(corpusOf(parser), syntax) });
}

/**
 * Measures inputs of a parser, many in one process. An input near a limit is measured again in a separate process, where
 * it also pays for the compiler.
 * @returns the costs; an input that never ended has `Infinity` seconds
 */
export async function costsOf(parser: string, inputs: readonly string[], limit: Limit): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let at = 0; at < inputs.length; at = costs.length) {
    const run = await runChild(parser, inputs.slice(at), limit);
    for (const [index, cost] of run.entries()) {
      const near = cost.seconds > limit.seconds * 0.4 || cost.megabytes > limit.megabytes * 0.9;
      const [alone] = near && index > 0 ? await runChild(parser, [cost.input], limit) : [];
      costs.push(await lowest(alone ?? cost, limit));
    }
  }
  return costs;
}

/** Measures an input above the limit again, because other programs on the same cores raise the CPU time. The lowest counts. */
async function lowest(cost: Cost, limit: Limit): Promise<Cost> {
  let found = cost;
  for (let again = 0; again < 2 && found.seconds > limit.seconds && Number.isFinite(cost.seconds); again++) {
    const [next] = await runChild(cost.parser, [cost.input], limit);
    if (next && next.seconds < found.seconds) found = next;
  }
  return found;
}

/** Returns the costs of the first inputs, as many as one process measured before its memory was used up. */
function runChild(parser: string, inputs: readonly string[], { bytes, megabytes }: Limit): Promise<Cost[]> {
  const tasks = inputs.map((input) => `${parser}:${input}`);
  const child = spawn(process.execPath, [CHILD, String(bytes), String(megabytes * 0.8), ...tasks], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Like the command line: otherwise each process spends a second on compiling modules.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  const costs: Cost[] = [];
  let [lines, errors] = ['', ''];
  const kill = () => child.kill('SIGKILL');
  let timer = setTimeout(kill, PATIENCE_MS);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-500);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    clearTimeout(timer);
    timer = setTimeout(kill, PATIENCE_MS);
    const complete = (lines + text).split('\n');
    lines = complete.pop() ?? '';
    costs.push(...complete.map((line) => JSON.parse(line) as Cost));
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const input = inputs[costs.length];
      if (code !== 0 && input !== undefined) {
        const outcome = `UNEXPECTED end with ${signal ?? code} ${errors}`;
        costs.push({ parser, input, seconds: Number.POSITIVE_INFINITY, megabytes: 0, outcome });
      }
      resolve(costs);
    });
  });
}

/** Returns the costs above a limit, and those of inputs that no named error rejected. */
export function above(costs: readonly Cost[], { seconds, megabytes }: Limit): string[] {
  return costs
    .filter(
      (cost) => cost.seconds > seconds || cost.megabytes > megabytes || cost.outcome.startsWith('UNEXPECTED'),
    )
    .map((cost) => `${cost.parser}, ${cost.input}: ${JSON.stringify(cost)}`);
}

/** Returns the figures that bench/RESULTS.md reports. */
export function figures(costs: readonly Cost[]): string {
  const name = ({ parser, input }: Cost) => `${parser}, ${input}`;
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3);
  const largest = costs.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, 3);
  return [
    `${costs.length} inputs`,
    ...slowest.map((cost) => `${cost.seconds.toFixed(2)} s (${name(cost)})`),
    ...largest.map((cost) => `${cost.megabytes.toFixed(0)} MB (${name(cost)})`),
  ].join('; ');
}
