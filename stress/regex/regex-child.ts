/**
 * Times regular expressions on texts made against them. Reads `{ pattern, flags, at }` per line from the file given, and
 * prints the number of each expression before it begins and one JSON line for each costly one, and their count at the end. Starts at `FIRST`.
 * `node stress/regex/regex-child.ts FILE FIRST`
 */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { type Attack, attacksOn, attackText } from './regex-attacks.ts';
import type { RegexSource } from './regex-sources.ts';

/** Lengths in characters, each tried if the previous one took this number of seconds of CPU time. */
const SHORT = { length: 1_500, suspicious: 0.000_1 };
const MIDDLE = { length: 6_000, suspicious: 0.001, certain: 0.05 };
const LONG = 50_000;
/** CPU time after which a search is interrupted, s: a linear search of the longest text takes a hundredth of it. */
const ENDLESS = 1;
/** CPU time that needs no other attack, s. */
const COSTLY = 0.3;

const [file = '', first = '0'] = process.argv.slice(2);
const sources = JSON.parse(readFileSync(file, 'utf8')) as RegexSource[];
for (let index = Number(first); index < sources.length; index++) {
  const { pattern, flags, at } = sources[index]!;
  process.stdout.write(`${index}\n`);
  const worst = costliest(new RegExp(pattern, flags), attacksOn(pattern, flags));
  if (worst.seconds > 0.1) process.stdout.write(`${JSON.stringify({ pattern, flags, at, ...worst })}\n`);
}

process.stdout.write(`${sources.length}\n`);

/** Returns the attack that costs most CPU time, or the first that costs too much. Its seconds are a lower limit then. */
function costliest(regex: RegExp, attacks: readonly Attack[]): { seconds: number; attack: string } {
  let worst = { seconds: 0, attack: '' };
  let next = 0;
  let began = process.cpuUsage();
  const tryRest = () => {
    for (; next < attacks.length && worst.seconds <= COSTLY; next++) {
      began = process.cpuUsage();
      const seconds = costOf(regex, attacks[next]!);
      if (seconds > worst.seconds) worst = { seconds, attack: JSON.stringify(attacks[next]) };
    }
  };
  // On a busy host an interrupted search may have used little CPU time: then it's tried again.
  for (let ms = 1_500 * ENDLESS; !endsWithin(ms, tryRest); ms *= 2) {
    const seconds = secondsSince(began);
    if (seconds >= ENDLESS) return { seconds, attack: JSON.stringify(attacks[next]) };
  }
  return worst;
}

/** Returns false when the work was interrupted after this wall time. Only V8 can interrupt a search. */
function endsWithin(timeout: number, work: () => void): boolean {
  Object.assign(globalThis, { work });
  try {
    runInThisContext('work()', { timeout });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** CPU time for the longest text, measured or extrapolated; 0 when a shorter text shows no growth. */
function costOf(regex: RegExp, attack: Attack): number {
  const short = attackText(attack, SHORT.length);
  if (secondsOf(regex, short) < SHORT.suspicious || secondsOf(regex, short) < SHORT.suspicious) return 0;
  const middle = secondsOf(regex, attackText(attack, MIDDLE.length));
  if (middle < MIDDLE.suspicious) return 0;
  // With quadratic or greater growth, the long text would take minutes.
  return middle > MIDDLE.certain
    ? middle * (LONG / MIDDLE.length) ** 2
    : secondsOf(regex, attackText(attack, LONG));
}

/** CPU time of a search for all matches, or for the first one, depending on the flags. */
function secondsOf(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  const start = performance.now();
  regex.lastIndex = 0;
  if (regex.global) for (const _match of text.matchAll(regex));
  else regex.exec(text);
  if (performance.now() - start < SHORT.suspicious * 1000) return 0;
  return secondsSince(before);
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
