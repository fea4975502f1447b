import { expect, test } from 'vitest';
import { afterLoading } from '../deprecated/deprecated.ts';
import type { InstallMethod } from '../model/model.ts';
import { readInstallConfig } from '../model/read-install-config.ts';
import { checklistOf, type VCenterChecklist } from './checklist.ts';
import { t } from './messages.ts';
import { vsphereContext } from './placement.ts';
import { manifestsOf, worked } from './worked.fixture.ts';

function checklist(text: string, method: InstallMethod = 'installer'): VCenterChecklist[] {
  const { config } = afterLoading(readInstallConfig(text).config);
  return checklistOf(vsphereContext({ config, infraId: 'multi-8tpnt', release: undefined, method })!);
}

const names = ({ items }: VCenterChecklist, kind: string, by?: string) =>
  items.flatMap((item) => (item.kind === kind && (!by || item.by === by) ? [item.name] : []));

test('lists each requirement of a vCenter once', () => {
  const [a, b] = checklist(worked());
  expect([a!.server, a!.failureDomains, b!.failureDomains]).toEqual([
    ...['vc-a.example.lan', ['fd-1'], ['fd-2', 'fd-3']],
  ]);
  expect(names(b!, 'datacenter')).toEqual(['DC2', 'DC3']);
  expect(names(b!, 'tag-category')).toEqual(['openshift-region', 'openshift-zone']);
  expect(names(b!, 'tag')).toEqual([
    'openshift-region/west',
    'openshift-zone/west-1',
    'openshift-zone/west-2',
  ]);
  expect(b!.items.find(({ name }) => name === 'openshift-region/west')?.why).toMatch(/DC2.*DC3/);
  expect(names(b!, 'network')).toEqual(['pg-10']);
  expect(names(a!, 'folder', 'installer')).toEqual(['/DC1/vm/multi-8tpnt']);
  expect(names(a!, 'template', 'installer')).toEqual(['/DC1/vm/multi-8tpnt-rhcos-fd-1']);
  expect(names(a!, 'privilege')).toEqual(['vCenter', 'DC1', '/DC1/host/c1', '/DC1/datastore/d1', 'pg-10']);
});

test('requires existing folder, resource pool and template, and no tags for a single failure domain', () => {
  const text = worked([
    [
      'networks: [pg-10]',
      'networks: [pg-10], folder: /DC1/vm/mine, resourcePool: /DC1/host/c1/Resources/rp, template: /DC1/vm/rhcos',
    ],
    ['zones: [fd-1, fd-2, fd-3]', 'zones: [fd-1]'],
    ['zones: [fd-2, fd-3]', 'zones: [fd-1]'],
  ])
    .split('\n')
    .filter((line) => !/vc-b/.test(line))
    .join('\n');
  const [only] = checklist(text);
  expect(names(only!, 'folder', 'you')).toEqual(['/DC1/vm/mine']);
  expect(names(only!, 'template', 'you')).toEqual(['/DC1/vm/rhcos']);
  expect(names(only!, 'privilege')).toContain('/DC1/host/c1/Resources/rp');
  expect(names(only!, 'tag')).toEqual([]);
  const folder = only!.items.find(({ kind, name }) => kind === 'privilege' && name === '/DC1/vm/mine');
  expect(folder?.privileges).toContain('VirtualMachine.Inventory.Delete');
  expect(folder?.privileges).not.toContain('Folder.Create');
});

test('lists machines, folders and templates that the user creates', () => {
  const [a, b] = checklist(worked(), 'user-provisioned');
  expect([...a!.items, ...b!.items].filter(({ by }) => by === 'installer')).toEqual([]);
  expect(names(a!, 'machine')).toEqual(['multi-8tpnt-bootstrap', 'multi-8tpnt-master-0']);
  expect(names(b!, 'machine')).toEqual(['multi-8tpnt-master-1', 'multi-8tpnt-master-2']);
  expect(names(a!, 'template')).toEqual(['/DC1/vm/multi-8tpnt-rhcos-fd-1']);
  const find = (kind: string, name: string) =>
    a!.items.find((item) => item.kind === kind && item.name === name);
  expect(find('machine', 'multi-8tpnt-master-0')?.why).toBe(
    t('controlPlaneMachineText', { domain: 'fd-1', cpus: 8, memory: 16384, disk: 120 }),
  );
  expect(find('folder', '/DC1/vm/multi-8tpnt')?.why).toBe(t('ownFolderText', { domain: 'fd-1' }));
  expect(find('privilege', '/DC1/vm/multi-8tpnt')?.privileges).not.toContain('Folder.Create');
  expect(names(checklist(worked())[0]!, 'machine')).toEqual([]);
});

test('is a Markdown file with check boxes', () => {
  const { files } = manifestsOf(worked());
  const file = files.find(({ kind }) => kind === 'Checklist');
  expect(file?.path).toBe('vcenter-checklist.md');
  expect(file?.text).toContain(
    `\n## vc-b.example.lan\n\n${t('checklistDomains', { domains: 'fd-2, fd-3' })}\n`,
  );
  expect(file?.text).toContain(
    `- [ ] Tag \`openshift-zone/west-1\`: ${t('tagOnClusterText', { path: '/DC2/host/c1', domain: 'fd-2' })}`,
  );
  expect(file?.text).toContain('      - `Folder.Create`');
});

test('reports a vCenter without failure domains', () => {
  const text = worked([['zone: east-1, server: vc-a', 'zone: east-1, server: vc-b']]);
  expect(checklist(text)[0]).toMatchObject({ failureDomains: [] });
  expect(manifestsOf(text).files.find(({ kind }) => kind === 'Checklist')?.text).toContain(
    t('checklistNoDomains'),
  );
});
