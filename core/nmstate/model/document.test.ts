import { describe, expect, test } from 'vitest';
import { setValue } from '../../base/document/edit/edit.ts';
import { problemsOf } from '../validation/checked.fixture.ts';
import { t } from '../validation/messages.ts';
import { validateNmstate } from '../validation/validate.ts';
import { nmstateOf, printPath, readNmstate } from './document.ts';

const STATE = 'interfaces:\n- name: eth1\n  type: ethernet\n  mtu: 9000 # jumbo\n';
const indented = (text: string, by: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

describe('documents with a network state', () => {
  const wrapped: [string, string, string, (string | number)[], string | undefined][] = [
    ['a plain document', STATE, 'plain', [], undefined],
    [
      'a policy',
      `kind: NodeNetworkConfigurationPolicy\nmetadata: {name: p1}\nspec:\n  nodeSelector: {a: b}\n  desiredState:\n${indented(STATE, 4)}`,
      'policy',
      ['spec', 'desiredState'],
      'p1',
    ],
    [
      'an NMStateConfig',
      `kind: NMStateConfig\nmetadata: {name: n1}\nspec:\n  config:\n${indented(STATE, 4)}  interfaces: [{name: eth1, macAddress: "52:54:00:aa:bb:07"}]\n`,
      'nmstate-config',
      ['spec', 'config'],
      'n1',
    ],
    [
      'the report of a node',
      `kind: NodeNetworkState\nmetadata: {name: node1}\nstatus:\n  currentState:\n${indented(STATE, 4)}`,
      'node-state',
      ['status', 'currentState'],
      'node1',
    ],
    [
      'a host of agent-config',
      `kind: AgentConfig\nhosts:\n- hostname: m0\n  interfaces: [{name: eth1, macAddress: "52:54:00:aa:bb:07"}]\n  networkConfig:\n${indented(STATE, 4)}`,
      'host-config',
      ['hosts', 0, 'networkConfig'],
      'm0',
    ],
    [
      'a host of install-config',
      `platform:\n  baremetal:\n    hosts:\n    - name: m1\n      bootMACAddress: "52:54:00:aa:bb:07"\n      networkConfig:\n${indented(STATE, 8)}`,
      'host-config',
      ['platform', 'baremetal', 'hosts', 0, 'networkConfig'],
      'm1',
    ],
    [
      'a policy file of nmstate',
      `capture: {a: interfaces.name=="x"}\ndesiredState:\n${indented(STATE, 2)}`,
      'plain',
      ['desiredState'],
      undefined,
    ],
  ];
  test.each(wrapped)('%s', (_, text, wrapper, root, name) => {
    const document = readNmstate(text, { file: 'a.yml' });
    expect(document.states).toHaveLength(1);
    const [part] = document.states;
    expect(part).toMatchObject({ wrapper, root, name, document: 0 });
    expect(part!.state.interfaces[0]).toMatchObject({ name: 'eth1', type: 'ethernet', mtu: 9000 });
    expect(document.yaml.text).toBe(text);
  });

  test('have the MAC addresses and selectors of their resources', () => {
    expect(readNmstate(wrapped[1]![1]).states[0]!.nodeSelector).toEqual({ a: 'b' });
    expect(readNmstate(wrapped[4]![1]).states[0]!.macs).toEqual([{ name: 'eth1', mac: '52:54:00:aa:bb:07' }]);
    expect(readNmstate(wrapped[5]![1]).states[0]!.macs).toEqual([{ name: 'boot', mac: '52:54:00:aa:bb:07' }]);
  });

  test('can contain several documents and other kinds', () => {
    const document = readNmstate(
      `${wrapped[1]![1]}---\nkind: Secret\n---\n${wrapped[1]![1].replace('p1', 'p2')}---\n`,
    );
    expect(document.states.map(({ name, document: at }) => [name, at])).toEqual([
      ['p1', 0],
      ['p2', 2],
    ]);
    expect(document.others.map(({ kind }) => kind)).toContain('Secret');
  });

  test('have problems with paths and lines of the file', () => {
    const text = `# first\n---\n${wrapped[1]![1].replace('9000', 'big')}`;
    const [problem] = problemsOf(text).filter(({ rule }) => rule === 'wrong-type');
    expect(problem).toMatchObject({ path: 'spec.desiredState.interfaces[0].mtu', line: 11, column: 12 });
  });

  test('keep unknown fields when another field is edited', () => {
    const text = `${STATE}  x-vendor: {a: 1}\nfuture-key: [1, 2] # kept\n`;
    const edited = setValue(nmstateOf(readNmstate(text).yaml).yaml, ['interfaces', 0, 'mtu'], 1500);
    expect(edited.text).toBe(text.replace('9000', '1500'));
  });

  test('that are invalid, without a state or empty have problems', () => {
    expect(problemsOf('a: [')).toMatchObject([{ rule: 'yaml', level: 'error', line: 1 }]);
    expect(problemsOf('')).toMatchObject([{ rule: 'no-state', level: 'error' }]);
    expect(problemsOf('just words\n')).toMatchObject([{ rule: 'no-state', level: 'error' }]);
    expect(problemsOf('kind: Secret\n')).toMatchObject([{ rule: 'no-state', level: 'info' }]);
    for (const text of [
      'interfaces: 5',
      'interfaces: [5, null, [1]]',
      'interfaces: {a: 1}',
      'routes: [1]',
      'dns-resolver: x',
      'interfaces: [{name: [1], type: {}, ipv4: 1, bridge: [], link-aggregation: 3, vrf: x}]',
    ])
      expect(
        problemsOf(text, { role: 'worker' }).some(({ level }) => level === 'error'),
        text,
      ).toBe(true);
  });
});

test("a template without values isn't the document of a host", () => {
  const text = `${STATE}  description: "{{ rack }}" # {{ not this }}\n`;
  expect(problemsOf(text, { purpose: 'plain' })).toMatchObject([
    {
      code: 'nmstate-template',
      rule: 'template-variable',
      line: 5,
      column: 17,
      message: t('variableUnrendered', { name: 'rack' }),
    },
  ]);
});

test('prints paths', () => {
  expect(printPath(['a-b', 0, 'x', 'kubernetes.io/hostname'])).toBe('a-b[0].x."kubernetes.io/hostname"');
});

test('a List, as `oc get -o yaml` prints it, has places for each item', () => {
  const text = `apiVersion: v1
kind: List
items:
- kind: Pod
- apiVersion: nmstate.io/v1
  kind: NodeNetworkConfigurationPolicy
  metadata: {name: p}
  spec:
    maxUnavailable: some
    desiredState:
      interfaces:
      - {name: eno1, type: ethernet, mtu: wide, description: "{{ capture.none.x }}"}
- kind: NodeNetworkState
  metadata: {name: worker-0}
  status: {currentState: {interfaces: []}}
`;
  const document = readNmstate(text);
  expect(document.states).toMatchObject([
    { wrapper: 'policy', name: 'p', root: ['items', 1, 'spec', 'desiredState'] },
    { wrapper: 'node-state', name: 'worker-0' },
  ]);
  const places = validateNmstate(document).map(({ rule, line, path }) => [rule, line, path]);
  expect(places).toEqual(
    expect.arrayContaining([
      ['policy-max-unavailable', 9, 'items[1].spec.maxUnavailable'],
      ['capture', 12, 'items[1].spec.desiredState.interfaces[0].description'],
      [expect.any(String), 12, 'items[1].spec.desiredState.interfaces[0].mtu'],
    ]),
  );
});
