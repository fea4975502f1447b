import { describe, expect, test } from 'vitest';
import {
  changeHosts,
  documentOf,
  withParts,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import { fleet } from '../fleet.fixture.ts';
import { verdictOf } from '../verdict.ts';
import { answersWords, hostSentence, macsOf, newLines, ownLines, placeInState } from './document.ts';
import { hostQuestions } from './questions.ts';

const with_ = (index: number, parts: Record<string, string>) =>
  changeHosts(fleet(5), (host, at) => (at === index ? withParts(host, parts) : host));

test('the sentence of a host: its layout, and how it stands', () => {
  const set = fleet(5);
  const { hosts } = verdictOf(set);
  expect(hostSentence(set, set.hosts[3]!, undefined)).toBe(
    'worker-1: bond with VLAN 120, static; being checked',
  );
  expect(hostSentence(set, set.hosts[3]!, hosts[3])).toBe('worker-1: bond with VLAN 120, static; ready');
  const wrong = with_(3, { mtu: '1500' });
  expect(hostSentence(wrong, wrong.hosts[3]!, verdictOf(wrong).hosts[3])).toMatch(/ready, with 1 warning$/);
  const bad = with_(3, { mac1: 'zz' });
  expect(hostSentence(bad, bad.hosts[3]!, verdictOf(bad).hosts[3])).toMatch(/; 1 problem$/);
});

test('which answers are those of all hosts', () => {
  const { layout, hosts } = with_(3, { vlan: '7' });
  // The names of both NICs are in the table.
  expect(answersWords(layout, hosts[0]!)).toBe('8 answers as all hosts, 2 own');
  expect(answersWords(layout, hosts[3]!)).toBe('7 answers as all hosts, 3 own');
  expect(answersWords({ preset: '', answers: {}, template: 'interfaces: []' }, hosts[0]!)).toBe(
    'a document of its own',
  );
});

describe('lines of a document', () => {
  const set = fleet(4);
  const text = documentOf(set.layout, set.hosts[3]!).document.yaml.text;
  const edited = writeDocument(set, 3, text.replace('mtu: 9000', 'mtu: 8000'));

  test('that are its own', () => {
    expect(ownLines(set.layout, set.hosts[3]!)).toEqual([]);
    const lines = ownLines(edited.layout, edited.hosts[3]!);
    expect(lines.filter(({ kind }) => kind === 'added').map(({ text: line }) => line.trim())).toEqual([
      'mtu: 8000',
    ]);
  });

  test('that the last change made', () => {
    const lines = newLines(edited.layout, set.hosts[3], edited.hosts[3]!);
    expect(lines).toEqual([
      { line: text.split('\n').findIndex((line) => line.includes('mtu: 9000')) + 1, kind: 'changed' },
    ]);
    expect(newLines(set.layout, undefined, set.hosts[3]!)).toEqual([]);
    expect(newLines(set.layout, set.hosts[3], set.hosts[3]!)).toEqual([]);
  });

  test('of an entry of the state', () => {
    const { document } = documentOf(set.layout, set.hosts[3]!);
    const place = placeInState(document.yaml, document.states[0], ['dns-resolver']);
    expect(text.split('\n')[place!.line - 1]).toContain('dns-resolver');
    expect(placeInState(document.yaml, document.states[0], ['nothing'])).toBeUndefined();
    expect(placeInState(document.yaml, undefined, ['dns-resolver'])).toBeUndefined();
  });
});

test('MAC addresses by the names of NICs that have one', () => {
  expect(macsOf({ nics: [{ name: 'eno1', mac: 'a' }, { name: 'eno2' }, { mac: 'b' }, {}] })).toEqual({
    eno1: 'a',
  });
});

describe('questions of a host', () => {
  const asked = (set: ReturnType<typeof fleet>, index: number) =>
    new Map(
      hostQuestions(set.layout, set.hosts[index]!, verdictOf(set).hosts[index]).map((each) => [
        each.question.id,
        each,
      ]),
    );

  test('its own answer, or that of all hosts', () => {
    const found = asked(with_(3, { vlan: '7' }), 3);
    expect(found.get('vlan')).toMatchObject({ value: '7', otherwise: '' });
    expect(found.get('gateway')).toMatchObject({ value: '', otherwise: '10.20.255.1' });
  });

  test('a single problem in a few words', () => {
    expect(asked(with_(3, { addresses: '10.20.0.11/16' }), 3).get('address')?.error).toBe(
      'Address also on master-0',
    );
  });

  test('several problems each as it is', () => {
    const found = asked(with_(3, { addresses: '10.20.0.11/16', mac1: '52:54:00:01:00:00' }), 3);
    expect(found.get('address')?.error).toContain('10.20.0.11 is given to two hosts');
  });

  test('nothing wrong while it is checked, and no warning', () => {
    const set = with_(3, { addresses: '10.20.0.11/16' });
    expect(
      hostQuestions(set.layout, set.hosts[3]!, undefined).every(({ error }) => error === undefined),
    ).toBe(true);
    expect(asked(with_(3, { mtu: '1500' }), 3).get('mtu')?.error).toBeUndefined();
  });
});
