import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { convertToV2 } from '../../core/image-set/config/convert-v1alpha2.ts';
import { parseImageSet } from '../../core/image-set/config/load-image-set.ts';

const DIRECTORY = new URL('../../../shared/data/imageset/', import.meta.url).pathname;
const files = readdirSync(DIRECTORY).filter((name) => /\.(ya?ml|json)$/.test(name));
const texts = await Promise.all(files.map(async (file) => [file, await readFile(DIRECTORY + file, 'utf8')]));

/** What the loader refuses in files of v1 formats, and no conversion can know: placeholders, several documents, no `mirror`, another shape. */
const REJECTED: Record<string, RegExp> = {
  'isreal-varela__bash__imageset-config.yaml': /missing the `mirror` stanza/,
  'openshift__oc-mirror__v1_README_v1.md.L51-56.yaml': /missing the `mirror` stanza/,
  'openshift__oc-mirror__v1_test_e2e_configs_imageset-config-headsonly-newtarget.yaml':
    /unknown field "targetName"/,
  'openshift__oc-mirror__v1_test_e2e_configs_imageset-config-oci-mirror.yaml':
    /invalid target path component "OCI_REGISTRY_NAMESPACE/,
  'openshift__quay-image-builder__imageset-config.yaml': /minVersion "cluster-logging-VERSION"/,
  'openshift__oc-mirror__v1_docs_examples_imageset-config-filter-catalog.yaml': /several YAML documents/,
  'tomazb__imageset-generator__examples_test-imageset.yaml': /unknown field "spec"/,
  'yakovbeder__oc-mirror-web-app__API.md.L206-214.json': /missing `kind`/,
};

describe('files of v1 formats', () => {
  const older = texts.filter(
    ([, text]) => !/^["' ]*apiVersion["']?: *mirror.openshift.io\/v2alpha1/m.test(text!),
  );
  test('exist', () => {
    expect(older.length).toBeGreaterThan(70);
  });

  test.each(older)('%s', (file, text) => {
    const { text: converted, changes, problems } = convertToV2(text!, file!);
    const errors = problems.filter(({ level }) => level === 'error');
    for (const problem of problems) {
      expect(problem.line, problem.message).toBeGreaterThan(0);
      expect(problem.line).toBeLessThanOrEqual(text!.split('\n').length);
    }
    for (const { line, from } of changes)
      if (from) expect(text!.split('\n')[line - 1]).toContain(from.split(':')[0]);
    const reason = REJECTED[file!];
    if (reason) {
      expect(converted).toBeUndefined();
      expect(errors.map(({ message }) => message).join('\n')).toMatch(reason);
      return;
    }
    expect(errors).toEqual([]);
    const loaded = parseImageSet(converted!, file!);
    expect(
      loaded.problems.filter(({ message }) => /apiVersion|is read as|does not count/.test(message)),
    ).toEqual([]);
    expect(convertToV2(converted!, file!)).toMatchObject({ text: converted, changes: [] });
    // All comments remain except those of removed entries.
    const comments = text!.split('\n').filter((line) => /^\s*#/.test(line));
    const saved = new Set(converted!.split('\n'));
    const lost = comments.filter((line) => !saved.has(line));
    expect(lost.filter((line) => !/^\s+#/.test(line))).toEqual([]);
  });
});

test('valid files of v2 are returned unchanged', () => {
  const loading = texts.filter(([file, text]) => {
    const loaded = parseImageSet(text!, file!);
    return loaded.apiVersion.endsWith('/v2alpha1') && (loaded.configuration ?? loaded.deletion);
  });
  expect(loading.length).toBeGreaterThan(100);
  for (const [file, text] of loading)
    expect([file, convertToV2(text!, file!)]).toMatchObject([file, { text, changes: [] }]);
});
