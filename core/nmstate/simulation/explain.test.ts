import { describe, expect, test } from 'vitest';
import { cluster, DHCP, GOOD, host, POLICY } from '../br-ex/documents.fixture.ts';
import { explainHost } from './explain.ts';
import { t } from './messages.ts';
import type { NodeFile } from './pick-file.ts';

const files = (given: Record<string, string>): NodeFile[] =>
  Object.entries(given).map(([path, text]) => ({ path, text }));

describe('the file that a node uses', () => {
  test.each([
    [
      'is its own rather than cluster.yml',
      { 'worker-0.yml': GOOD, 'cluster.yml': DHCP },
      'worker-0.yml',
      /uses worker-0\.yml, which takes precedence/,
    ],
    [
      'is cluster.yml without its own',
      { 'worker-1.yml': GOOD, 'cluster.yml': DHCP },
      'cluster.yml',
      /because worker-0\.yml doesn't exist/,
    ],
    [
      'is cluster.yml if its own is empty',
      { 'worker-0.yml': '', 'cluster.yml': DHCP },
      'cluster.yml',
      /worker-0\.yml is empty/,
    ],
    [
      'has no other extension',
      { 'worker-0.yaml': GOOD },
      undefined,
      /worker-0\.yaml: the node silently ignores the file/,
    ],
    [
      'has no domain in its name',
      { 'worker-0.lab.example.yml': GOOD },
      undefined,
      /looks for worker-0\.yml, its short name/,
    ],
    ['has no capitals in its name', { 'Worker-0.yml': GOOD }, undefined, /case-sensitive/],
    [
      "isn't empty",
      { 'worker-0.yml': '', 'cluster.yml': '' },
      undefined,
      /worker-0\.yml: the file is empty.*cluster\.yml: the file is empty/,
    ],
    [
      'belongs to no other host',
      { 'worker-1.yml': GOOD, 'notes.yml': GOOD },
      undefined,
      /neither worker-0\.yml nor cluster\.yml is usable$/,
    ],
  ] as const)('%s', (_, given, file, reason) => {
    for (const name of ['worker-0', 'worker-0.lab.example']) {
      const explained = explainHost(files(given), name);
      expect(explained.file).toBe(file);
      expect(explained.reason).toMatch(reason);
      expect(explained.considered.filter(({ used: accepted }) => accepted).map((one) => one.file)).toEqual(
        file ? [file] : [],
      );
      if (!file) expect(explained).toMatchObject({ outcome: 'configure-ovs', state: undefined });
    }
  });

  test('is found by the name in its path, and a wrong name is an error of the file', () => {
    const explained = explainHost(files({ '/etc/nmstate/openshift/worker-0.yaml': GOOD }), 'worker-0');
    expect(explained.problems).toContainEqual(
      expect.objectContaining({
        rule: 'extension',
        level: 'error',
        file: '/etc/nmstate/openshift/worker-0.yaml',
        remedy: t('renameRemedy', { name: 'worker-0' }),
      }),
    );
  });
});

describe('the resulting state', () => {
  test('contains br-ex, addresses, routes and DNS of a valid document', () => {
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
    expect(explained.steps).toContain(t('keepBridgeStep'));
  });

  test.each([
    ['not YAML', 'a: ['],
    ['an unknown field', GOOD.replace('state: up', 'sate: up')],
    ['no br-ex', 'interfaces:\n- {name: eno1, type: ethernet, state: up}\n'],
    [
      'only the bridge',
      DHCP.split('\n')
        .filter((line) => !line.includes('ovs-interface'))
        .join('\n'),
    ],
    [
      'an address on a port, which NMState rejects',
      GOOD.replace('mtu: 9000, ipv4: {enabled: false}', 'mtu: 9000, ipv4: {enabled: true, dhcp: true}'),
    ],
    ['blanks only', '\n\n'],
    ['a policy', POLICY(GOOD)],
  ])('has no br-ex, because the document exists: %s', (_, text) => {
    const explained = explainHost(files({ 'worker-0.yml': text }), 'worker-0');
    expect(explained).toMatchObject({ file: 'worker-0.yml', outcome: 'no-br-ex', state: undefined });
    expect(explained.problems.some(({ level }) => level === 'error')).toBe(true);
    expect(explained.steps.at(-1)).toBe(t('noBridgeStep'));
  });

  test('requires the hostname, and has warnings for static addresses in cluster.yml', () => {
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

  test('nodes before 4.16 read no documents', () => {
    expect(explain('4.15.9')).toMatchObject({ file: undefined, outcome: 'configure-ovs' });
    expect(explain('4.15.9').reason).toMatch(/4\.16/);
    expect(explain('4.16.1')).toMatchObject({ file: 'worker-0.yml', outcome: 'applied' });
    expect(explain('4.17').problems).toContainEqual(
      expect.objectContaining({ rule: 'release', level: 'info' }),
    );
    expect(explain('4.18').problems.map(({ rule }) => rule)).not.toContain('release');
  });

  test('a later boot applies nothing up to 4.19, and a changed document in 4.20 and later', () => {
    expect(explain('4.19', DHCP)).toMatchObject({ outcome: 'unchanged' });
    expect(explain('4.19', DHCP).steps[0]).toContain('although the document has changed');
    expect(explain('4.20', DHCP)).toMatchObject({ outcome: 'applied' });
    expect(explain('4.20', GOOD)).toMatchObject({ outcome: 'unchanged', state: undefined });
    expect(explain(undefined, DHCP)).toMatchObject({ outcome: 'applied' });
  });

  test('the service before 4.20 fails if the file already exists', () => {
    expect(explain('4.18').steps.join(' ')).toContain('the service fails');
    expect(explain('4.20').steps.join(' ')).not.toContain('the service fails');
  });
});
