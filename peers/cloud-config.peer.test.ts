import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { convertCloudConfig } from '../core/install/cloud-config/convert-cloud-config.ts';
import type { EffectiveVCenter } from '../core/install/cloud-config/model.ts';
import { CLOUD_CONFIGS, cloudConfigMutants } from '../core/install/cloud-config/mutants.fixture.ts';
import { readCloudConfig } from '../core/install/cloud-config/read-cloud-config.ts';
import { INI, INI_WITH_ACCOUNT } from '../core/install/install-config/day2/day2.fixture.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

const DIRECTORY = new URL('../../shared/data/cloud-config/', import.meta.url).pathname;
const names = existsSync(DIRECTORY)
  ? readdirSync(DIRECTORY).filter((name) => /\.(conf|ya?ml)$/.test(name))
  : [];

/** The configuration that the provider uses, as the peer prints it. */
interface Verdict {
  error?: string;
  config?: {
    VirtualCenter: Record<string, Record<string, unknown>>;
    Labels: { Zone: string; Region: string };
    Nodes: Record<string, string>;
  };
}

function verdict(provider: Program, text: string): Verdict {
  // OpenShift sets the variable (cluster-cloud-controller-manager-operator: pkg/cloud/vsphere).
  const env = { PATH: process.env.PATH, ENABLE_ALPHA_DUAL_STACK: 'true' };
  const { stdout } = spawnSync(provider.file, ['-'], { input: text, encoding: 'utf8', env });
  // The provider crashes on a vCenter without a value.
  if (stdout === '') return { error: 'panic' };
  return JSON.parse(stdout) as Verdict;
}

/**
 * Returns the configurations in a file: those of its ConfigMaps and Secrets, the here-document of a shell script, or the
 * file itself. None for templates, which the provider doesn't read.
 */
function configurations(given: string): string[] {
  if (given.includes('{{')) return [];
  const text = /<<EOF[^\n]*\n(.*)^EOF$/ms.exec(given)?.[1] ?? given;
  const found = parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) return [];
    const value = document.toJS() as Manifest | null;
    return Object.values({ ...value?.data, ...value?.stringData });
  });
  const chosen = found.filter((each) => /global|vcenter/i.test(each));
  return chosen.length > 0 ? chosen : [text];
}

interface Manifest {
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** Whether two keys of a mapping are the same. Only the provider accepts this. */
function hasDuplicateKey(text: string): boolean {
  return parseAllDocuments(text).some(({ errors }) => errors.some(({ code }) => code === 'DUPLICATE_KEY'));
}

const VCENTER_SETTINGS = (vcenter: EffectiveVCenter) => ({
  VCenterIP: vcenter.server,
  VCenterPort: String(vcenter.port),
  InsecureFlag: vcenter.insecureFlag,
  Datacenters: vcenter.datacenters.join(','),
  RoundTripperCount: vcenter.soapRoundtripCount,
  CAFile: vcenter.caFile,
  Thumbprint: vcenter.thumbprint,
  IPFamilyPriority: vcenter.ipFamily,
});

/** Compares the effective configuration of Airlock with the one of the provider. */
function expectSame(provider: Program, text: string): void {
  const { effective, problems } = readCloudConfig(text);
  const { error, config } = verdict(provider, text);
  const errors = problems.filter(({ level }) => level === 'error').map(({ message }) => message);
  expect({ rejected: errors.length > 0, errors, text }).toEqual({
    rejected: error !== undefined,
    errors: error === undefined ? [] : expect.anything(),
    text,
  });
  if (!config || error !== undefined) return;
  const settings = Object.entries(config.VirtualCenter).map(([name, each]) => {
    const { VCenterIP, VCenterPort, InsecureFlag, Datacenters, RoundTripperCount } = each;
    const { CAFile, Thumbprint, IPFamilyPriority } = each;
    const datacenters = String(Datacenters)
      .split(',')
      .map((datacenter) => datacenter.trim())
      .join(',');
    return [
      name,
      {
        // A placeholder such as <port> counts as unset.
        VCenterPort: /^\d+$/.test(String(VCenterPort)) ? VCenterPort : '443',
        ...{ VCenterIP, InsecureFlag, Datacenters: datacenters, RoundTripperCount },
        ...{ CAFile, Thumbprint, IPFamilyPriority },
      },
    ] as const;
  });
  expect({ text, vcenters: effective.vcenters.map((each) => [each.name, VCENTER_SETTINGS(each)]) }).toEqual({
    text,
    vcenters: settings.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  });
  expect(effective.labels).toEqual({ region: config.Labels.Region, zone: config.Labels.Zone });
}

/** Returns texts in which each line is missing once. */
function withoutEachLine(text: string): string[] {
  const lines = text.split('\n');
  return lines
    .flatMap((line, index) => (line.trim() === '' ? [] : lines.toSpliced(index, 1).join('\n')))
    .filter((mutant) => !hasDuplicateKey(mutant));
}

await judgedBy('cloud-provider-vsphere', ({ agrees, differs, notRun }) => {
  if (names.length === 0)
    notRun('published files', "This host doesn't have the files of ../shared/data/cloud-config.");
  differs(
    'a key that is written twice',
    'The provider uses the last value ("YAML spec violation", go-yaml/yaml#154). Airlock rejects the file, because one of the values is lost.',
    (provider) => {
      const text =
        'global:\n  secretName: a\n  secretNamespace: b\nvcenter:\n  a:\n    server: a\n    server: b\n    datacenters: [DC1]\n';
      expect(verdict(provider, text).error).toBeUndefined();
      expect(readCloudConfig(text).problems[0]).toMatchObject({ code: 'cloud-config-unreadable', line: 7 });
    },
  );

  const conversions: string[] = [];
  for (const name of names) {
    const texts = configurations(readFileSync(DIRECTORY + name, 'utf8'));
    if (texts.length === 0) continue;
    agrees(`reads ${name} in the same way`, (provider, cases) => {
      cases(texts.length);
      for (const text of texts) expectSame(provider, text);
    });
    agrees(`reads ${name} in the same way if one line is missing`, (provider, cases) => {
      const mutants = texts.flatMap(withoutEachLine);
      cases(mutants.length);
      for (const text of mutants) expectSame(provider, text);
    });
    agrees(`uses the same settings of ${name} after the conversion`, (provider, cases) => {
      let count = 0;
      for (const text of texts) {
        const { text: converted } = convertCloudConfig(text);
        if (converted === undefined) continue;
        conversions.push(name);
        count++;
        const [before, after] = [verdict(provider, text), verdict(provider, converted)];
        if (before.config) expect(comparable(after)).toEqual(comparable(before));
      }
      cases(count);
    });
  }
  if (names.length > 0)
    agrees('most files are converted', () => expect(conversions.length).toBeGreaterThan(names.length / 2));

  for (const [title, text] of Object.entries(CLOUD_CONFIGS))
    agrees(`accepts or rejects the same mutants: ${title}`, (provider, cases) => {
      const mutants = cloudConfigMutants(text);
      cases(mutants.length);
      const different = mutants.filter(({ text: mutant }) => {
        const { ok } = readCloudConfig(mutant);
        return ok !== (verdict(provider, mutant).error === undefined);
      });
      expect(different.map(({ change }) => change)).toEqual([]);
    });

  for (const [title, text] of Object.entries({ INI, INI_WITH_ACCOUNT }))
    agrees(`reads ${title} of day 2 in the same way`, (provider, cases) => {
      const mutants = [text, ...withoutEachLine(text)];
      cases(mutants.length);
      for (const each of mutants) expectSame(provider, each);
    });
});

/** Accounts in clear text move to a secret, and `Global` only has defaults for the vCenters. */
function comparable({ error, config }: Verdict): unknown {
  if (!config) return { error };
  const vcenters = Object.entries(config.VirtualCenter).map(([name, each]) => {
    const { User, Password, SecretName, SecretNamespace, SecretRef, ...rest } = each;
    return [name, rest];
  });
  return { vcenters: Object.fromEntries(vcenters), labels: config.Labels, nodes: config.Nodes };
}
