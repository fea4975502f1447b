import { expect, test } from 'vitest';
import type { Peer, Program } from './peers.ts';
import { proofOf, type Report } from './proof.ts';

const peer = (name: string): Peer => ({
  ...{ name, judges: `texts of ${name}`, program: name, variable: name.toUpperCase() },
  origin: { kind: 'debian', package: name },
});
const PEERS = [peer('alpha'), peer('beta')];
const program = (version: string): Program => ({ file: '/x', version, checksum: 'c' });
/** A report of one agreement with many cases, and one disagreement. */
const report = (name: string, cases: number): Report => ({
  testResults: [
    {
      name: '/x.peer.test.ts',
      assertionResults: [
        { title: 'agrees', status: 'passed', meta: { peer: name, cases, unjudged: { skipped: 2 } } },
        { title: 'a rule', status: 'passed', meta: { peer: name, disagreement: `${name} is older.` } },
      ],
    },
  ],
});
const present = (...names: string[]) =>
  new Map(PEERS.map(({ name }) => [name, names.includes(name) ? program('1') : undefined]));

test('a peer that is not present keeps its record, and a new record replaces the old one', () => {
  const first = proofOf(PEERS, [], present('alpha'), report('alpha', 5), '');
  expect(first).toContain('| alpha | 1 | texts of alpha | 6 | 5 | 1 |');
  expect(first).toContain('| beta |  | texts of beta | not run |  |  |');
  expect(first).toContain('- **beta**: run `npm run peers -- beta`');
  const second = proofOf(PEERS, [], present('beta'), report('beta', 7), first);
  for (const line of [
    '| alpha | 1 | texts of alpha | 6 | 5 | 1 |',
    '| beta | 1 | texts of beta | 8 | 7 | 1 |',
    '- **alpha**, a rule: alpha is older.',
    '- **beta**, a rule: beta is older.',
    '- **alpha**: 2 skipped',
  ])
    expect(second.split('\n')).toContain(line);
  expect(second).not.toContain('## Not run');
  const third = proofOf(PEERS, [], present('alpha'), report('alpha', 9), second);
  expect(third).toContain('| alpha | 1 | texts of alpha | 10 | 9 | 1 |');
  expect(third.split('**alpha**, a rule')).toHaveLength(2);
  expect(third).toContain('| beta | 1 | texts of beta | 8 | 7 | 1 |');
});
