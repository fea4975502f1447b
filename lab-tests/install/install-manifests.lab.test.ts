import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readYaml, valueAt } from '../../core/base/document/yaml-text.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import {
  installManifests,
  type ManifestOptions,
} from '../../core/install/install-config/manifests/install-manifests.ts';
import { readInstallConfig } from '../../core/install/install-config/model/read-install-config.ts';
import { secretPaths } from '../../core/install/install-config/model/secrets.ts';
import { validateInstallConfig } from '../../core/install/install-config/validate-install-config.ts';

const DIRECTORY = new URL('../../../shared/data/install-config/', import.meta.url).pathname;
const PROPOSAL = new URL('../../../shared/proposals/vsphere-multi-vcenter.md', import.meta.url);
const files = readdirSync(DIRECTORY).filter((name) => /\.ya?ml/.test(name));
const VARIANTS: ManifestOptions[] = [
  { openShiftVersion: '4.15' },
  { openShiftVersion: '4.18', cloudConfig: 'ini' },
  { openShiftVersion: '4.22', clustersFor: 'every-vcenter' },
  { method: 'agent' },
  { method: 'user-provisioned' },
];

/** Passwords that are long enough to search for; shorter words are also values of other fields. */
function secretsOf(text: string): string[] {
  const document = readYaml(text);
  return secretPaths(document)
    .map((path) => valueAt(document, path))
    .filter((value): value is string => typeof value === 'string' && value.length > 7)
    .filter((value) => !/^(?:password|REPLACE_ME)$/i.test(value));
}

describe('manifests of published files', () => {
  let written = 0;
  test.each(files)('%s', (file) => {
    const text = readFileSync(DIRECTORY + file, 'utf8');
    const secrets = secretsOf(text).flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
    const { config, document } = readInstallConfig(text);
    for (const options of VARIANTS) {
      const { ok } = validateInstallConfig(document, options);
      try {
        const made = installManifests(config, options);
        for (const { path, text: content, kind, secret } of made.files) {
          if (/\.ya?ml$/.test(path)) expect(parse(content)).toMatchObject({ kind });
          if (!secret) for (const each of secrets) expect(content.includes(each), path).toBe(false);
        }
        written++;
      } catch (error) {
        // Only if the installer rejects it, too.
        expect(ok, String(error)).toBe(false);
        expect(error).toBeInstanceOf(AirlockError);
        expect((error as AirlockError).code).toBe('install-config-invalid');
        for (const each of secrets) expect(String(error).includes(each)).toBe(false);
      }
    }
  });
  test('are written for most of them', () => expect(written).toBeGreaterThan(files.length * 3));
});

describe("the enhancement's own text", () => {
  const proposal = readFileSync(PROPOSAL, 'utf8');
  const blocks = [...proposal.matchAll(/```yaml ?\n([\s\S]*?)```/g)].map(([, yaml = '']) => yaml);
  const example = blocks.find((yaml) => yaml.includes('vcenters:') && yaml.includes('featureGates:'))!;
  const { config } = readInstallConfig(example);
  const made = installManifests(config, { infraId: 'ngirard-multi-8tpnt' });
  const named = [...proposal.matchAll(/^((?:machines\/)?\d\d_[\w.-]+\.yaml):?\n```yaml ?\n([\s\S]*?)```/gm)];

  test('shows six files', () => expect(named).toHaveLength(6));
  test.each(named.map(([, path = '', yaml = '']) => [path, yaml] as const))('%s', (path, yaml) => {
    const file = made.files.find((each) => each.path === `cluster-api/${path}`);
    expect(parse(file!.text)).toEqual(parse(yaml));
  });

  test('lists files of these names', () => {
    const listed = [...proposal.matchAll(/^-rw\S+ .* (\S+\.yaml)$/gm)].map(([, name]) => name).sort();
    const names = made.files.filter(({ path }) => path.startsWith('cluster-api/'));
    expect(names.map(({ path }) => path.replace(/.*\//, '')).sort()).toEqual(listed);
  });

  test('shows the cloud config', () => {
    const shown = blocks.find((yaml) => yaml.startsWith('global:'))!;
    const map = made.files.find(({ path }) => path === 'manifests/cloud-provider-config.yaml')!;
    expect((parse(map.text) as { data: { config: string } }).data.config).toBe(shown);
  });
});
