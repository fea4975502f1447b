import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { fleet, fleetTable } from '../core/nmstate/hosts/fleet.fixture.ts';
import type { HostDocument } from '../core/nmstate/hosts/host-facts.ts';
import { readContent } from '../core/nmstate/machine-config/content.ts';
import { readMachineConfig } from '../core/nmstate/machine-config/read.ts';
import { machineConfigs } from '../core/nmstate/machine-config/write.ts';
import { readNmstate } from '../core/nmstate/model/document.ts';
import { PRESET_CASES, PRESET_HOST } from '../core/nmstate/presets/presets.fixture.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

interface File {
  path: string;
  mode: number;
  overwrite: boolean;
  contents: { source: string; compression?: string };
}

interface MachineConfig {
  metadata: { name: string; labels: object };
  spec: { config: { storage: { files: File[] } } };
}

const FLEET = fleet(fleetTable(40));
/** A host with the document of each preset. */
const PRESET_HOSTS: HostDocument[] = PRESET_CASES.map(([, preset, addressing], index) => ({
  host: { ...PRESET_HOST, name: `worker-${index}` },
  document: readNmstate(preset.build({ addressing }, PRESET_HOST).text),
}));

/** Returns the MachineConfigs of the workers, plain and compressed. */
async function written(hosts: readonly HostDocument[]): Promise<string[]> {
  const both = await Promise.all(
    [false, true].map((gzip) => machineConfigs(hosts, { role: 'worker', gzip, mostBytes: 20_000 })),
  );
  return both.flatMap(({ manifests }) => manifests.map(({ text }) => text));
}

/** Returns the report of Ignition about a configuration. Empty: it has no errors and no warnings. */
function report({ file }: Program, config: object): string {
  try {
    return execFileSync(file, ['-'], {
      input: JSON.stringify(config),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

await judgedBy('ignition', ({ agrees }) => {
  for (const [title, hosts] of [
    ['a fleet', FLEET],
    ['all presets', PRESET_HOSTS],
  ] as const)
    agrees(`accepts the MachineConfigs of ${title}`, async (ignition, cases) => {
      const texts = await written(hosts);
      expect(texts.length).toBeGreaterThan(2);
      cases(texts.length);
      for (const text of texts) expect(report(ignition, (parse(text) as MachineConfig).spec.config)).toBe('');
    });

  agrees('rejects files that no node can write', async (ignition, cases) => {
    const [text] = await written(FLEET);
    const broken: [RegExp, (file: File) => void][] = [
      [/path not absolute/, (file) => (file.path = 'etc/a.yml')],
      [/compression/, (file) => (file.contents.compression = 'xz')],
      [/unterminated parameter sequence/, (file) => (file.contents.source = 'data:;base64')],
    ];
    cases(broken.length);
    for (const [message, change] of broken) {
      const { config } = (parse(text!) as MachineConfig).spec;
      change(config.storage.files[0]!);
      expect(report(ignition, config)).toMatch(message);
    }
  });
});

await judgedBy('butane', ({ agrees }) => {
  /** Returns the MachineConfig that Butane makes of documents. */
  const built = ({ file }: Program, hosts: readonly HostDocument[]): string =>
    execFileSync(file, ['--strict'], {
      encoding: 'utf8',
      input: stringify({
        ...{ variant: 'openshift', version: '4.16.0' },
        metadata: {
          name: '10-br-ex-worker',
          labels: { 'machineconfiguration.openshift.io/role': 'worker' },
        },
        storage: {
          files: hosts.map(({ host, document }) => ({
            ...{ path: `/etc/nmstate/openshift/${host.name}.yml`, mode: 0o644, overwrite: true },
            contents: { inline: document.yaml.text },
          })),
        },
      }),
    });
  const workers = FLEET.filter(({ host }) => host.role === 'worker');

  for (const [title, hosts] of [
    ['a fleet', workers],
    ['all presets', PRESET_HOSTS],
  ] as const)
    agrees(`writes the same files for ${title}`, async (butane, cases) => {
      cases(hosts.length);
      const theirs = parse(built(butane, hosts)) as MachineConfig;
      for (const gzip of [false, true]) {
        const { manifests } = await machineConfigs(hosts, { role: 'worker', gzip });
        const ours = parse(manifests[0]!.text) as MachineConfig;
        expect(manifests).toHaveLength(1);
        expect(ours.metadata).toEqual(theirs.metadata);
        expect(await filesOf(ours)).toEqual(await filesOf(theirs));
      }
    });

  agrees('writes documents that Airlock reads', async (butane, cases) => {
    cases(workers.length);
    const { hosts, problems } = await readMachineConfig(built(butane, workers));
    expect(problems).toEqual([]);
    expect(hosts.map(({ host, document }) => [host.name, document.yaml.text])).toEqual(
      workers.map(({ host, document }) => [host.name, document.yaml.text]),
    );
  });
});

/** Returns the files with their decoded contents, by path. */
async function filesOf({ spec }: MachineConfig) {
  const files = await Promise.all(
    spec.config.storage.files.map(async ({ path, mode, overwrite, contents }) => ({
      ...{ path, mode, overwrite },
      text: await textOf(contents),
    })),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function textOf({ source, compression }: File['contents']): Promise<string> {
  const content = await readContent(source, compression);
  if (typeof content === 'string') throw new Error(content);
  return new TextDecoder().decode(content.bytes);
}
