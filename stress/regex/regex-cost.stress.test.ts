import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { attacksOn } from './regex-attacks.ts';
import { type RegexSource, regexSources } from './regex-sources.ts';

const CHILD = join(import.meta.dirname, 'regex-child.ts');
/** Wall time without output of the child; only an expression that takes exponential time reaches it. */
const PATIENCE_MS = 20_000;
/** CPU time for 50,000 characters: a linear search takes a hundredth of it, a quadratic one several times as much. */
const MOST_SECONDS = 0.3;

/**
 * Expressions that take quadratic time, with the limit of the length of their texts. An expression that
 * isn't costly any more must be removed from here.
 */
const BOUNDED: Record<string, string> = {
  '/\\B(?=(\\d{3})+$)/g': 'the digits of a number',
};

interface Cost extends RegexSource {
  seconds: number;
  attack: string;
}

/** Costs of the expressions that took more than a tenth of a second; infinite where a search didn't end. */
async function costsOf(sources: readonly RegexSource[], patience = PATIENCE_MS): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-regexes-'));
  const file = join(folder, 'regexes.json');
  writeFileSync(file, JSON.stringify(sources));
  const costs: Cost[] = [];
  try {
    for (let first = 0; first < sources.length; ) {
      const child = spawn(process.execPath, [CHILD, file, String(first)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let stuck = setTimeout(() => child.kill('SIGKILL'), patience);
      let at = first;
      for await (const line of createInterface({ input: child.stdout })) {
        clearTimeout(stuck);
        stuck = setTimeout(() => child.kill('SIGKILL'), patience);
        if (line.startsWith('{')) costs.push(JSON.parse(line) as Cost);
        else at = Number(line);
      }
      clearTimeout(stuck);
      if (at < sources.length)
        costs.push({ ...sources[at]!, seconds: Number.POSITIVE_INFINITY, attack: 'the search does not end' });
      first = at + 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return costs;
}

const nameOf = ({ pattern, flags }: RegexSource) => `/${pattern}/${flags}`;

test('no regular expression takes quadratic time', async () => {
  const sources = regexSources();
  expect(sources.length).toBeGreaterThan(500);
  const known = new Set(Object.keys(BOUNDED));
  expect([...known].filter((name) => !sources.some((source) => nameOf(source) === name))).toEqual([]);
  const costs = await costsOf(sources.filter((source) => !known.has(nameOf(source))));
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds)[0];
  console.log(
    `${sources.length} expressions, ${known.size} for texts of limited length; slowest of the others: ${slowest ? `${slowest.seconds.toFixed(2)} s ${slowest.at}` : 'below 0.1 s'}`,
  );
  expect(
    costs
      .filter(({ seconds }) => seconds > MOST_SECONDS)
      .map((cost) => `${cost.seconds.toFixed(2)} s: ${cost.at} ${nameOf(cost)} on ${cost.attack}`),
  ).toEqual([]);
});

test('attacks find searches that cost more than the length of the text', async () => {
  const costly = [
    '(a+)+$',
    '\\s+$',
    '^(?:\\w+,?)+!',
    'a.*b.*c',
    '<([^>]*)>;',
    ',?\\s*,?\\s*$',
    '^"x"\\s*\\s*y',
  ];
  const cheap = ['^a+$', '(?<!\\s)\\s+$', '[a-z]+', '^[^=]*=(.*)$'];
  const at = (pattern: string) => ({ pattern, flags: '', at: '' });
  const costs = await costsOf(costly.concat(cheap).map(at), 6_000);
  const found = costs.filter(({ seconds }) => seconds > MOST_SECONDS).map(({ pattern }) => pattern);
  expect(found).toEqual(costly);
  expect(attacksOn('^(?<a>\\d)[\\]x]{2,}$', 'u').map(({ pump }) => pump)).toContain(']');
});
