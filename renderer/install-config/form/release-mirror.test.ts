import { expect, test } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { releaseMirror } from './release-mirror.ts';

test.each([
  ['no mirror', 'baseDomain: example.com\n', undefined],
  ['other content', 'imageDigestSources: [1, { mirrors: 2 }, { mirrors: [3, "a/b"] }, null]\n', undefined],
  [
    'the repository of releases',
    'imageDigestSources:\n- source: quay.io/x\n  mirrors: [reg.lan:5000/ocp/openshift/release]\n- source: quay.io/y\n  mirrors: [reg.lan:5000/ocp/openshift/release-images]\n',
    { from: 'docker://reg.lan:5000/ocp' },
  ],
  [
    'no namespace',
    'imageDigestSources: [{ source: q, mirrors: [reg.lan/openshift/release-images] }]\n',
    { from: 'docker://reg.lan' },
  ],
  [
    'a joined repository of releases',
    'imageDigestSources: [{ source: q, mirrors: [reg.lan/a/b/openshift-release-images] }]\n',
    { from: 'docker://reg.lan/a/b', maxNestedPaths: 3 },
  ],
  [
    'a joined namespace',
    'imageDigestSources: [{ source: q, mirrors: [reg.lan/a/b-openshift-release-images] }]\n',
    { from: 'docker://reg.lan/a/b', maxNestedPaths: 2 },
  ],
])('the mirror of releases in a file with %s', (_, text, expected) => {
  expect(releaseMirror(readYaml(text))).toEqual(expected);
});
