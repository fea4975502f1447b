import { describe, expect, test } from 'vitest';
import { readYaml } from '../../core/contract/documents/document.ts';
import {
  changeHosts,
  documentOf,
  pictureOf,
  readNmstate,
  withParts,
} from '../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import {
  answerAll,
  day2Policies,
  day2Questions,
  day2Sentence,
  hostsOf,
  type Scope,
  scopeOf,
  scopeValue,
  sharedChanges,
  sharedProblems,
} from './day2/day2-request.ts';
import { t as day2 } from './day2/messages.ts';
import {
  addInterface,
  leafFields,
  presentFields,
  removeInterface,
  writeField,
} from './editor/interface-fields.ts';
import { t as host } from './editor/messages.ts';
import { passedChecks } from './editor/passed-checks.ts';
import { pictureRows } from './editor/picture-rows.ts';
import { changedCount, textDifference } from './editor/text-difference.ts';
import { fleet } from './fleet.fixture.ts';
import { t as outputText } from './outputs/messages.ts';
import { outputsSentence } from './outputs/output-words.ts';
import { verdictOf } from './verdict.ts';

const partOf = (set: SavedHostSet, index: number) =>
  documentOf(set.layout, set.hosts[index]!).document.states[0]!;

describe('the diagram', () => {
  test('has rows from OVN to the switch, lines between neighbors, and problems in boxes', () => {
    const set = changeHosts(fleet(12), (host) =>
      host.name === 'worker-3' ? withParts(host, { addresses: '10.20.0.20/16' }) : host,
    );
    const { problems } = verdictOf(set).hosts[5]!;
    const { rows, lines } = pictureRows(
      pictureOf(partOf(set, 5), { eno1: '52:54:00:01:00:05' }),
      'worker-3',
      problems,
    );
    expect(rows.map(({ label, nodes }) => [label, nodes.map(({ title }) => title).join(' ')])).toEqual([
      [host('ovnRow'), host('podsBox', { host: 'worker-3' })],
      [host('addressRow'), '10.20.0.20/16'],
      [host('bridgeRow'), 'br-ex'],
      [host('vlanRow'), 'bond0.120'],
      [host('bondRow'), 'bond0'],
      [host('nicsRow'), 'eno1 eno2'],
      [host('switchRow'), host('lacpTaggedBox', { vlans: 'VLAN 120' })],
    ]);
    expect(rows[1]!.nodes[0]).toMatchObject({ level: 'error', wrong: problems[0]!.message });
    expect(rows[5]!.nodes[0]!.lines).toContain('52:54:00:01:00:05');
    expect(lines).toHaveLength(8);
    expect(pictureRows(pictureOf(readNmstate('dns-resolver: {}').states[0]!), 'x', []).rows).toEqual([]);
  });
});

describe('checks that passed', () => {
  test('are those of the document without problems', () => {
    const set = fleet(4);
    expect(passedChecks(partOf(set, 3), 'worker-1', [])).toEqual([
      host('uplinkCheck', { interface: 'bond0.120' }),
      host('routeCheck', { gateway: '10.20.255.1' }),
      host('lowerAddressCheck'),
      host('macCheck', { interface: 'eno1' }),
      host('addressCheck'),
      host('dnsCheck'),
      host('nameCheck', { host: 'worker-1' }),
    ]);
    const broken = { code: 'x', level: 'error', message: '', remedy: '', rule: 'BR15' } as never;
    expect(passedChecks(partOf(set, 3), 'worker-1', [broken])).not.toContain(
      host('nameCheck', { host: 'worker-1' }),
    );
    expect(passedChecks(undefined, 'x', [])).toEqual([]);
  });
});

describe('forms of interfaces', () => {
  const text =
    'interfaces:\n- name: bond0\n  type: bond\n  # unchanged\n  link-aggregation:\n    mode: 802.3ad\n    port: [a, b]\n';
  const read = (yaml: string) => {
    const part = readNmstate(yaml).states[0]!;
    return { part, iface: part.state.interfaces[0]! };
  };
  const field = (path: string) => leafFields('bond').find((one) => one.path.join('.') === path)!;

  test('show fields and lists of the YAML, and write and remove them', () => {
    const { part, iface } = read(text);
    expect(presentFields(iface)).toMatchObject({
      fields: [{ path: ['link-aggregation', 'mode'], kind: expect.any(String), value: '802.3ad' }],
      lists: [['link-aggregation', 'port']],
    });
    const mtu = writeField(readYaml(text), part, iface, field('mtu'), '9000').text;
    expect(mtu).toContain('  mtu: 9000\n');
    expect(mtu).toContain('# unchanged');
    const off = writeField(
      readYaml(mtu),
      read(mtu).part,
      read(mtu).iface,
      field('ipv4.enabled'),
      'false',
    ).text;
    expect(off).toContain('enabled: false');
    const again = read(off);
    expect(writeField(readYaml(off), again.part, again.iface, field('ipv4.enabled'), '').text).toBe(mtu);
    expect(leafFields('ethernet').some(({ path }) => path.includes('password'))).toBe(false);
  });

  test('add and remove interfaces', () => {
    const { part } = read(text);
    const more = addInterface(readYaml(text), part, 'eno3', 'ethernet').text;
    expect(readNmstate(more).states[0]!.state.interfaces.map(({ name }) => name)).toEqual(['bond0', 'eno3']);
    const { part: two } = read(more);
    expect(removeInterface(readYaml(more), two, two.state.interfaces[1]!).text).toBe(text);
    const empty = readNmstate('interfaces: []\n').states[0]!;
    expect(addInterface(readYaml('interfaces: []\n'), empty, 'eno3', 'ethernet').text).toContain('eno3');
  });
});

describe('differences of texts', () => {
  test('contain changed lines with two lines of context', () => {
    const before = 'a\nb\nc\nd\ne\nf\n';
    const lines = textDifference(before, before.replace('d\n', 'D\nD2\n'));
    expect(lines.map(({ kind, text }) => `${kind[0]} ${text}`)).toEqual([
      's b',
      's c',
      'r d',
      'a D',
      'a D2',
      's e',
      's f',
    ]);
    expect(lines.find(({ text }) => text === 'D2')!.line).toBe(5);
    expect(changedCount(lines)).toBe(2);
    expect(textDifference(before, before)).toEqual([]);
  });
});

describe('day 2', () => {
  const change = (scope: Scope, id: string, value: string) => {
    const set = fleet(5);
    const question = day2Questions(set, scope).find((one) => one.id === id)!;
    const policies = day2Policies(set, answerAll(set, scope, question, value), scope, '');
    const names = hostsOf(set, scope).map((index) => set.hosts[index]!.name);
    return { policies, changes: sharedChanges(policies), names };
  };

  test('changes one host, or all hosts of a role', () => {
    const one = change({ host: 3 }, 'dns', '10.20.255.9');
    expect(day2Sentence(one.policies, one.changes, one.names)).toBe('1 change to worker-1 in 1 policy');
    expect(one.policies.policies[0]!.policy).toContain('- 10.20.255.9');
    const role = change({ role: 'worker' }, 'dns', '10.20.255.9');
    expect(role.changes).toMatchObject([{ hosts: ['worker-1', 'worker-2'] }]);
    expect(day2Sentence(role.policies, role.changes, role.names)).toMatch(
      /^1 change to worker-1, worker-2 in /,
    );
  });

  test('rejects an impossible change, and shows the reason once', () => {
    const { policies, changes, names } = change({ host: 3 }, 'vlan', '121');
    expect(day2Sentence(policies, changes, names)).toMatch(/ can't be changed on worker-1$/);
    expect(policies.policies).toEqual([]);
    expect(sharedProblems(policies).filter(({ message }) => message.includes('uplink'))).toEqual([]);
  });

  test('shows scopes without a change', () => {
    const set = fleet(4);
    const policies = day2Policies(set, set, { host: 0 }, '');
    expect(day2Sentence(policies, sharedChanges(policies), ['master-0'])).toBe(
      day2('noChangesTitle', { hosts: 'master-0' }),
    );
    for (const scope of [{ host: 3 }, { role: 'infra' }] as const)
      expect(scopeOf(scopeValue(scope))).toEqual(scope);
    expect(day2Questions(set, { role: 'worker' }).some(({ perHost }) => perHost)).toBe(false);
  });
});

test('returns the title of the outputs', () => {
  const file = { file: 'a.yaml', about: '', text: '', secret: false };
  const words = { roles: '3 control plane nodes and 9 workers', errors: 0 };
  const made = { files: [file, file], problems: [], steps: [] };
  expect(outputsSentence({ kind: 'machine-configs' }, made, words)).toBe(
    '2 MachineConfigs for 3 control plane nodes and 9 workers',
  );
  expect(outputsSentence({ kind: 'machine-configs' }, undefined, words)).toBe(outputText('preparingTitle'));
  expect(outputsSentence({ kind: 'scale-out', hosts: [] }, made, words)).toBe(outputText('chooseHostsTitle'));
  expect(outputsSentence({ kind: 'documents' }, { ...made, files: [file] }, { ...words, errors: 2 })).toBe(
    '1 NMState document, one per host: 2 errors in the host table',
  );
  const broken = { ...made, problems: [{ level: 'error' } as never] };
  expect(outputsSentence({ kind: 'agent-config' }, broken, words)).toBe(
    outputText('outputProblemsTitle', { output: outputText('agentConfigTitle'), problems: 1 }),
  );
  expect(outputsSentence({ kind: 'agent-config' }, broken, { ...words, errors: 2 })).toBe(
    outputText('allProblemsTitle', { output: outputText('agentConfigTitle'), problems: 1, hostProblems: 2 }),
  );
});
