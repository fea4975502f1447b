/**
 * Times regular expressions on texts made against them. Reads `{ pattern, flags, at }` per line from the file given, and
 * prints the number of each expression before it begins and one JSON line for each costly one, and their count at the end. Starts at `FIRST`.
 * `node stress/regex/regex-child.ts FILE FIRST`
 */
import { readFileSync } from 'node:fs';
import { attacksOn, attackText } from './regex-attacks.ts';
import type { RegexSource } from './regex-sources.ts';

/** Lengths in characters, each tried when the one before took so many seconds of CPU time. */
const SHORT = { length: 1_500, suspicious: 0.000_1 };
const MIDDLE = { length: 6_000, suspicious: 0.001, certain: 0.05 };
const LONG = 50_000;

const [file = '', first = '0'] = process.argv.slice(2);
const sources = JSON.parse(readFileSync(file, 'utf8')) as RegexSource[];
for (let index = Number(first); index < sources.length; index++) {
  const { pattern, flags, at } = sources[index]!;
  process.stdout.write(`${index}\n`);
  const regex = new RegExp(pattern, flags);
  let worst = { seconds: 0, attack: '' };
  for (const attack of attacksOn(pattern, flags)) {
    const short = attackText(attack, SHORT.length);
    if (secondsOf(regex, short) < SHORT.suspicious || secondsOf(regex, short) < SHORT.suspicious) continue;
    const middle = secondsOf(regex, attackText(attack, MIDDLE.length));
    if (middle < MIDDLE.suspicious) continue;
    // What grows at least with the square would take minutes on the long text.
    const seconds =
      middle > MIDDLE.certain
        ? middle * (LONG / MIDDLE.length) ** 2
        : secondsOf(regex, attackText(attack, LONG));
    if (seconds > worst.seconds) worst = { seconds, attack: JSON.stringify(attack) };
    if (seconds > 0.3) break;
  }
  if (worst.seconds > 0.1) process.stdout.write(`${JSON.stringify({ pattern, flags, at, ...worst })}\n`);
}

process.stdout.write(`${sources.length}\n`);

/** CPU time of a search for all matches, or for the first one as the flags have it. */
function secondsOf(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  const start = performance.now();
  regex.lastIndex = 0;
  if (regex.global) for (const _match of text.matchAll(regex));
  else regex.exec(text);
  if (performance.now() - start < SHORT.suspicious * 1000) return 0;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
