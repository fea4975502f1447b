import { describe, expect, test } from 'vitest';
import { GOOD } from '../br-ex/documents.fixture.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readNmstate } from '../model/document.ts';
import { addToMachineConfig } from './add.ts';
import { readMachineConfig } from './read.ts';
import { machineConfigs } from './write.ts';

function entry(name: string, text = GOOD, role = 'worker'): HostDocument {
  return { host: { name, role, nics: [], addresses: [], variables: {} }, document: readNmstate(text) };
}

async function present(options: { gzip?: boolean; extension?: 'yaml' } = {}): Promise<string> {
  const { manifests } = await machineConfigs([entry('worker-0'), entry('worker-1')], {
    role: 'worker',
    ...options,
  });
  return `# of the fleet\n${manifests[0]!.text.replace('metadata:', 'metadata: # ours')}`;
}

describe('addToMachineConfig', () => {
  test('adds the lines of new hosts, and changes no other line', async () => {
    const before = await present();
    const { text, added, problems } = await addToMachineConfig(before, [
      entry('worker-2'),
      entry('worker-3.lab'),
    ]);
    expect(added).toEqual(['worker-2', 'worker-3.lab']);
    expect(problems).toEqual([]);
    expect(text.startsWith(before)).toBe(true);
    const read = await readMachineConfig(text);
    expect(read.files.map(({ path, text: content }) => [path.split('/').at(-1), content])).toEqual(
      ['worker-0.yml', 'worker-1.yml', 'worker-2.yml', 'worker-3.yml'].map((path) => [path, GOOD]),
    );
  });

  test('changes only the content of an existing host, and nothing if it is equal', async () => {
    const before = await present();
    const changed = GOOD.replace('192.0.2.21', '192.0.2.22');
    const same = await addToMachineConfig(before, [entry('worker-1')]);
    expect(same).toMatchObject({ text: before, unchanged: ['worker-1'], replaced: [] });
    const other = await addToMachineConfig(before, [entry('worker-1', changed)]);
    expect(other.replaced).toEqual(['worker-1']);
    const lines = before.split('\n');
    expect(other.text.split('\n').filter((line, index) => line !== lines[index])).toHaveLength(1);
    expect((await readMachineConfig(other.text)).hosts[1]!.document.yaml.text).toBe(changed);
  });

  test('uses the extension and compression of the existing files', async () => {
    const { text } = await addToMachineConfig(await present({ gzip: true, extension: 'yaml' }), [
      entry('worker-2'),
    ]);
    expect((await readMachineConfig(text)).files.at(-1)).toMatchObject({
      path: '/etc/nmstate/openshift/worker-2.yaml',
      gzip: true,
      text: GOOD,
    });
  });

  test('uses the MachineConfig of the role, and fails without one', async () => {
    const master = (await machineConfigs([entry('master-0', GOOD, 'master')], { role: 'master' }))
      .manifests[0]!.text;
    const { text } = await addToMachineConfig(`${master}---\n${await present()}`, [entry('worker-2')]);
    expect((await readMachineConfig(text)).files.at(-1)).toMatchObject({
      machineConfig: '10-br-ex-worker',
      document: 1,
    });
    await expect(addToMachineConfig(master, [entry('worker-2')])).rejects.toMatchObject({
      code: 'machine-config',
    });
    await expect(addToMachineConfig('a: [', [entry('worker-2')])).rejects.toMatchObject({
      code: 'machine-config',
    });
  });
});
