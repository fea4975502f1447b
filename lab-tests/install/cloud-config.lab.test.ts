import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { convertCloudConfig } from '../../core/install/cloud-config/convert-cloud-config.ts';
import { maskCloudConfig } from '../../core/install/cloud-config/mask-cloud-config.ts';
import { readCloudConfig } from '../../core/install/cloud-config/read-cloud-config.ts';

const DIRECTORY = new URL('../../../shared/data/cloud-config/', import.meta.url).pathname;
const files = readdirSync(DIRECTORY).filter((name) => /\.(conf|ya?ml)$/.test(name));

/** Passwords and users of the files, although they are examples. */
const SECRETS =
  /SuperPassword|my-secure-(global-)?password|viadmin|Administrator@vsphere|vCenter username for|use-your-vcenter|your-vc-username/;

/** Files that the provider rejects, with its message. */
const REJECTED: Record<string, RegExp> = {
  'md.L119-160': /expected '='/,
  'md.L170-179': /No Virtual Center hosts defined/,
  'md.L205-234': /No Virtual Center hosts defined/,
  'md.L23-57': /soap-roundtrip-count is empty/,
  'md.L69-110': /expected '='/,
  'README.md.L48-67': /insecure-flag must be true/,
};

test.each(files)('%s', (file) => {
  const text = readFileSync(DIRECTORY + file, 'utf8');
  const read = readCloudConfig(text, { file });
  const { config, effective, problems } = read;
  expect(read.format, JSON.stringify(problems)).toBeDefined();
  const reported =
    effective.vcenters.length + Object.keys(config.labels).length + Object.keys(config.nodes).length;
  expect(reported).toBeGreaterThan(0);
  const [, words] = Object.entries(REJECTED).find(([name]) => file.includes(name)) ?? [];
  const errors = problems.filter(({ level }) => level === 'error').map(({ message }) => message);
  if (words) expect(errors.join('\n')).toMatch(words);
  else expect(errors).toEqual([]);
  const lines = text.split('\n').length;
  for (const problem of problems) {
    expect(problem.line).toBeGreaterThan(0);
    expect(problem.line).toBeLessThanOrEqual(lines);
    expect(problem.remedy).not.toBe('');
  }
  for (const layout of ['full', 'minimal'] as const) {
    const converted = convertCloudConfig(text, { file, layout });
    expect(JSON.stringify([converted, read.effective, problems])).not.toMatch(SECRETS);
    if (!read.complete) {
      expect(converted.text).toBeUndefined();
      continue;
    }
    for (const result of [converted.text, converted.configMap]) {
      if (result === undefined) continue;
      const again = readCloudConfig(result);
      expect(again.format).toBe('yaml');
      const moved = effective.vcenters.map((vcenter) => ({
        ...vcenter,
        credentials:
          vcenter.credentials.from === 'clear-text'
            ? { from: 'secret', namespace: 'kube-system', name: 'vsphere-creds' }
            : vcenter.credentials,
      }));
      expect(again.effective).toEqual({ ...effective, vcenters: moved });
    }
  }
  expect(maskCloudConfig(text)).not.toMatch(SECRETS);
});
