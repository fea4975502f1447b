import { describe, expect, test } from 'vitest';
import { cluster, DHCP, GOOD, host, POLICY } from '../br-ex/documents.fixture.ts';
import { explainHost } from './explain.ts';
import type { NodeFile } from './pick-file.ts';

const files = (given: Record<string, string>): NodeFile[] =>
  Object.entries(given).map(([path, text]) => ({ path, text }));

describe('which file the node takes', () => {
  test.each([
    [
      'its own before that of all',
      { 'worker-0.yml': GOOD, 'cluster.yml': DHCP },
      'worker-0.yml',
      /worker-0\.yml: the file of a host comes before/,
    ],
    [
      'that of all',
      { 'worker-1.yml': GOOD, 'cluster.yml': DHCP },
      'cluster.yml',
      /there is no worker-0\.yml/,
    ],
    [
      'that of all when its own is empty',
      { 'worker-0.yml': '', 'cluster.yml': DHCP },
      'cluster.yml',
      /worker-0\.yml is empty/,
    ],
    [
      'none of another extension',
      { 'worker-0.yaml': GOOD },
      undefined,
      /worker-0\.yaml: the node looks for names that end in \.yml only/,
    ],
    [
      'none with the domain',
      { 'worker-0.lab.example.yml': GOOD },
      undefined,
      /looks for its short name, worker-0\.yml/,
    ],
    ['none in capitals', { 'Worker-0.yml': GOOD }, undefined, /letter by letter/],
    [
      'none that is empty',
      { 'worker-0.yml': '', 'cluster.yml': '' },
      undefined,
      /worker-0\.yml: it is empty.*cluster\.yml: it is empty/,
    ],
    [
      'none of others',
      { 'worker-1.yml': GOOD, 'notes.yml': GOOD },
      undefined,
      /neither worker-0\.yml nor cluster\.yml that counts$/,
    ],
  ] as const)('%s', (_, given, file, reason) => {
    for (const name of ['worker-0', 'worker-0.lab.example']) {
      const explained = explainHost(files(given), name);
      expect(explained.file).toBe(file);
      expect(explained.reason).toMatch(reason);
      expect(explained.considered.filter(({ taken: accepted }) => accepted).map((one) => one.file)).toEqual(
        file ? [file] : [],
      );
      if (!file) expect(explained).toMatchObject({ outcome: 'configure-ovs', state: undefined });
    }
  });

  test('paths of the node count by their names; what is wrong with a name is an error at its file', () => {
    const explained = explainHost(files({ '/etc/nmstate/openshift/worker-0.yaml': GOOD }), 'worker-0');
    expect(explained.problems).toContainEqual(
      expect.objectContaining({
        rule: 'extension',
        level: 'error',
        file: '/etc/nmstate/openshift/worker-0.yaml',
        remedy: 'Call it worker-0.yml.',
      }),
    );
  });
});

describe('what the node has afterwards', () => {
  test('br-ex, addresses, routes and DNS of a good document', () => {
    const explained = explainHost(files({ 'worker-0.yml': GOOD }), host, {
      cluster,
      openShiftVersion: '4.18',
    });
    expect(explained).toMatchObject({
      outcome: 'applied',
      state: {
        brEx: { uplinks: ['bond0.110'], nics: ['eno1', 'eno2'], addresses: ['192.0.2.21/24'], mtu: 9000 },
        routes: [{ destination: '0.0.0.0/0', nextHop: '192.0.2.1' }],
        dns: { servers: ['192.0.2.53'] },
      },
    });
    expect(explained.problems.filter(({ level }) => level === 'error')).toEqual([]);
    expect(explained.steps.join(' ')).toContain('leaves br-ex as it is');
  });

  test.each([
    ['not YAML', 'a: ['],
    ['a field that NMState does not know', GOOD.replace('state: up', 'sate: up')],
    ['no br-ex', 'interfaces:\n- {name: eno1, type: ethernet, state: up}\n'],
    [
      'only the bridge',
      DHCP.split('\n')
        .filter((line) => !line.includes('ovs-interface'))
        .join('\n'),
    ],
    [
      'an address on a port, which NMState refuses',
      GOOD.replace('mtu: 9000, ipv4: {enabled: false}', 'mtu: 9000, ipv4: {enabled: true, dhcp: true}'),
    ],
    ['blanks only', '\n\n'],
    ['a policy', POLICY(GOOD)],
  ])('%s: the node has no br-ex, because the document is there', (_, text) => {
    const explained = explainHost(files({ 'worker-0.yml': text }), 'worker-0');
    expect(explained).toMatchObject({ file: 'worker-0.yml', outcome: 'no-br-ex', state: undefined });
    expect(explained.problems.some(({ level }) => level === 'error')).toBe(true);
    expect(explained.steps.at(-1)).toContain('does not join');
  });

  test('the name that must be known, and the address that all would have', () => {
    expect(
      explainHost(files({ 'worker-0.yml': GOOD }), 'worker-0').problems.map(({ rule }) => rule),
    ).toContain('host-name');
    const shared = explainHost(files({ 'cluster.yml': GOOD }), 'worker-0').problems;
    expect(shared.map(({ rule }) => rule)).not.toContain('host-name');
    expect(shared).toContainEqual(expect.objectContaining({ rule: 'BR13', level: 'warning' }));
  });
});

describe('by release', () => {
  const explain = (openShiftVersion: string | undefined, applied?: string) =>
    explainHost(files({ 'worker-0.yml': GOOD }), 'worker-0', {
      openShiftVersion,
      applied,
    });

  test('before 4.16 nodes look for nothing', () => {
    expect(explain('4.15.9')).toMatchObject({ file: undefined, outcome: 'configure-ovs' });
    expect(explain('4.15.9').reason).toContain('the service came with 4.16');
    expect(explain('4.16.1')).toMatchObject({ file: 'worker-0.yml', outcome: 'applied' });
    expect(explain('4.17').problems).toContainEqual(
      expect.objectContaining({ rule: 'release', level: 'info' }),
    );
    expect(explain('4.18').problems.map(({ rule }) => rule)).not.toContain('release');
  });

  test('a later boot: up to 4.19 never again, from 4.20 on when it changed', () => {
    expect(explain('4.19', DHCP)).toMatchObject({ outcome: 'kept' });
    expect(explain('4.19', DHCP).steps[0]).toContain('though the document is another one now');
    expect(explain('4.20', DHCP)).toMatchObject({ outcome: 'applied' });
    expect(explain('4.20', GOOD)).toMatchObject({ outcome: 'kept', state: undefined });
    expect(explain(undefined, DHCP)).toMatchObject({ outcome: 'applied' });
  });

  test('the old service fails where the file is there already, and leaves a mark', () => {
    expect(explain('4.18').steps.join(' ')).toContain('the service fails');
    expect(explain('4.20').steps.join(' ')).not.toContain('the service fails');
  });
});
