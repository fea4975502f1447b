import { describe, expect, test } from 'vitest';
import {
  changeHosts,
  documentOf,
  withParts,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import { fleet } from '../fleet.fixture.ts';
import { t as common } from '../messages.ts';
import { verdictOf } from '../verdict.ts';
import { hostSentence, macsOf, newLines, ownLines, placeInState, settingsNote } from './document.ts';
import { t } from './messages.ts';
import { hostQuestions } from './questions.ts';

const with_ = (index: number, parts: Record<string, string>) =>
  changeHosts(fleet(5), (host, at) => (at === index ? withParts(host, parts) : host));

test('the title of a host contains its layout and the result of the checks', () => {
  const set = fleet(5);
  const { hosts } = verdictOf(set);
  expect(hostSentence(set, set.hosts[3]!, undefined)).toBe(
    'worker-1 (bond with VLAN 120, static addresses): checking',
  );
  expect(hostSentence(set, set.hosts[3]!, hosts[3])).toBe(
    'worker-1 (bond with VLAN 120, static addresses): ready',
  );
  const wrong = with_(3, { mtu: '1500' });
  expect(hostSentence(wrong, wrong.hosts[3]!, verdictOf(wrong).hosts[3])).toMatch(/: ready, 1 warning$/);
  const bad = with_(3, { mac1: 'zz' });
  expect(hostSentence(bad, bad.hosts[3]!, verdictOf(bad).hosts[3])).toMatch(/: 1 error$/);
});

test('counts the inherited settings', () => {
  const { layout, hosts } = with_(3, { vlan: '7' });
  // The names of both NICs are in the table.
  expect(settingsNote(layout, hosts[0]!)).toBe(t('settingsNote', { inherited: 8, own: 2 }));
  expect(settingsNote(layout, hosts[3]!)).toBe(t('settingsNote', { inherited: 7, own: 3 }));
  expect(settingsNote({ preset: '', answers: {}, template: 'interfaces: []' }, hosts[0]!)).toBe(
    t('customNote'),
  );
});

describe('lines of a document', () => {
  const set = fleet(4);
  const text = documentOf(set.layout, set.hosts[3]!).document.yaml.text;
  const edited = writeDocument(set, 3, text.replace('mtu: 9000', 'mtu: 8000'));

  test('contain the edits', () => {
    expect(ownLines(set.layout, set.hosts[3]!)).toEqual([]);
    const lines = ownLines(edited.layout, edited.hosts[3]!);
    expect(lines.filter(({ kind }) => kind === 'added').map(({ text: line }) => line.trim())).toEqual([
      'mtu: 8000',
    ]);
  });

  test('contain the last change', () => {
    const lines = newLines(edited.layout, set.hosts[3], edited.hosts[3]!);
    expect(lines).toEqual([
      { line: text.split('\n').findIndex((line) => line.includes('mtu: 9000')) + 1, kind: 'changed' },
    ]);
    expect(newLines(set.layout, undefined, set.hosts[3]!)).toEqual([]);
    expect(newLines(set.layout, set.hosts[3], set.hosts[3]!)).toEqual([]);
  });

  test('belong to an entry of the state', () => {
    const { document } = documentOf(set.layout, set.hosts[3]!);
    const place = placeInState(document.yaml, document.states[0], ['dns-resolver']);
    expect(text.split('\n')[place!.line - 1]).toContain('dns-resolver');
    expect(placeInState(document.yaml, document.states[0], ['nothing'])).toBeUndefined();
    expect(placeInState(document.yaml, undefined, ['dns-resolver'])).toBeUndefined();
  });
});

test('returns the MAC addresses of NICs by name', () => {
  expect(macsOf({ nics: [{ name: 'eno1', mac: 'a' }, { name: 'eno2' }, { mac: 'b' }, {}] })).toEqual({
    eno1: 'a',
  });
});

describe('settings of a host', () => {
  const settings = (set: ReturnType<typeof fleet>, index: number) =>
    new Map(
      hostQuestions(set.layout, set.hosts[index]!, verdictOf(set).hosts[index]).map((each) => [
        each.question.id,
        each,
      ]),
    );

  test('show the own value, or the inherited one', () => {
    const found = settings(with_(3, { vlan: '7' }), 3);
    expect(found.get('vlan')).toMatchObject({ value: '7', otherwise: '' });
    expect(found.get('gateway')).toMatchObject({ value: '', otherwise: '10.20.255.1' });
  });

  test('show a single problem briefly', () => {
    expect(settings(with_(3, { addresses: '10.20.0.11/16' }), 3).get('address')?.error).toBe(
      common('addressSharedState', { host: 'master-0' }),
    );
  });

  test('show the messages of several problems', () => {
    const set = with_(3, { addresses: '10.20.0.11/16', mac1: '52:54:00:01:00:00' });
    const { message } = verdictOf(set).hosts[3]!.problems.find(({ rule }) => rule === 'address-shared')!;
    expect(settings(set, 3).get('address')?.error).toBe(message);
  });

  test('show no problems during a check, and no warnings', () => {
    const set = with_(3, { addresses: '10.20.0.11/16' });
    expect(
      hostQuestions(set.layout, set.hosts[3]!, undefined).every(({ error }) => error === undefined),
    ).toBe(true);
    expect(settings(with_(3, { mtu: '1500' }), 3).get('mtu')?.error).toBeUndefined();
  });
});
