import { expect, test } from 'vitest';
import { readYaml, valueAt } from '../../base/document/yaml-text.ts';
import { withMirror } from './from-mirror.ts';
import { complete, PULL_SECRET, problemsOf } from './model/install-config.fixture.ts';

const RELEASE = {
  source: 'quay.io/openshift-release-dev/ocp-release',
  mirrors: ['mirror.example.com/ocp/release'],
};
const BUNDLE = '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n';
const ENTRY = { registry: 'mirror.example.com', auth: 'dTpw' };

test('adds sources, bundle and pull secret of a mirror and keeps the rest', () => {
  const before = complete('vsphere');
  const after = withMirror(before, {
    imageDigestSources: [RELEASE],
    trustBundle: BUNDLE,
    pullSecretEntry: ENTRY,
  });
  expect(valueAt(after, ['imageDigestSources'])).toEqual([RELEASE]);
  expect(valueAt(after, ['additionalTrustBundle'])).toBe(BUNDLE);
  expect(valueAt(after, ['additionalTrustBundlePolicy'])).toBe('Always');
  const secret = JSON.parse(String(valueAt(after, ['pullSecret'])));
  expect(secret.auths).toEqual({ ...JSON.parse(PULL_SECRET).auths, 'mirror.example.com': { auth: 'dTpw' } });
  const saved = before.text.split('\n').filter((line) => !line.startsWith('pullSecret'));
  for (const line of saved) expect(after.text.split('\n')).toContain(line);
  expect(problemsOf(after).filter(({ level }) => level === 'error')).toEqual([]);
  const again = withMirror(after, {
    imageDigestSources: [RELEASE],
    trustBundle: BUNDLE,
    pullSecretEntry: ENTRY,
  });
  expect(again.text).toBe(after.text);
});

test('updates the mirrors of a source and keeps others with their comments', () => {
  const before = readYaml(
    `imageDigestSources:\n- source: ${RELEASE.source} # pushed in May\n  sourcePolicy: NeverContactSource\n  mirrors:\n  - old.example.com/x\n- source: quay.io/other # ours\n  mirrors: [a.example.com]\n`,
  );
  expect(withMirror(before, { imageDigestSources: [RELEASE] }).text).toBe(
    before.text.replace('old.example.com/x', RELEASE.mirrors[0]!),
  );
});

test('renames imageContentSources to imageDigestSources, because both together are invalid', () => {
  const before = readYaml('imageContentSources:\n- source: quay.io/other\n  mirrors: [a.example.com]\n');
  const after = withMirror(before, { imageDigestSources: [RELEASE] });
  expect(valueAt(after, ['imageContentSources'])).toBeUndefined();
  expect(valueAt(after, ['imageDigestSources'])).toEqual([
    { source: 'quay.io/other', mirrors: ['a.example.com'] },
    RELEASE,
  ]);
});

test('extends a bundle, keeps a policy and replaces a placeholder', () => {
  const other = BUNDLE.replace('MAMCAQE=', 'MAMCAQI=');
  const before = readYaml(
    `additionalTrustBundlePolicy: Proxyonly\nadditionalTrustBundle: |\n  ${other.trim().replaceAll('\n', '\n  ')}\npullSecret: 'paste it here'\n`,
  );
  const after = withMirror(before, { imageDigestSources: [], trustBundle: BUNDLE, pullSecretEntry: ENTRY });
  expect(valueAt(after, ['additionalTrustBundle'])).toBe(other + BUNDLE);
  expect(valueAt(after, ['additionalTrustBundlePolicy'])).toBe('Proxyonly');
  expect(valueAt(after, ['pullSecret'])).toBe('{"auths":{"mirror.example.com":{"auth":"dTpw"}}}');
});

test('starts an empty file', () => {
  const after = withMirror(readYaml(''), {
    imageDigestSources: [RELEASE],
    pullSecretEntry: { ...ENTRY, email: 'a@b' },
  });
  expect(valueAt(after, ['imageDigestSources', 0, 'source'])).toBe(RELEASE.source);
  expect(JSON.parse(String(valueAt(after, ['pullSecret']))).auths['mirror.example.com'].email).toBe('a@b');
});
