import { expect, test } from 'vitest';
import { convertToV2 } from '../../image-set/config/convert-v1alpha2.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { readIni } from '../../install/cloud-config/read-ini.ts';
import { readNmstate } from '../../nmstate/model/document.ts';
import { validateNmstate } from '../../nmstate/validation/validate.ts';
import { ownEntry } from './own-entry.ts';
import { readYaml, valueAt } from './yaml-text.ts';

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

test.each(INHERITED)('%s is a key like any other', (name) => {
  expect(ownEntry({ a: 1 }, name)).toBeUndefined();
  expect(ownEntry({ [name]: 1 }, name)).toBe(1);
  expect(valueAt(readYaml(`${name}: {${name}: 1}`), [name, name])).toBe(1);
  const older = `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v1alpha2\n${name}: 1\nmirror:\n  ${name}: {${name}: 1}\n`;
  expect(convertToV2(older, 'a.yaml').problems.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`unknown field "${name}"`),
  );
  expect(parseImageSet(older, 'a.yaml').problems).toContainEqual(
    expect.objectContaining({ path: name, level: 'error' }),
  );
  expect(readIni(`[${name}]\n${name.replaceAll('_', 'a')} = 1\n`).config.upstream).toEqual({});
  expect(
    validateNmstate(readNmstate(`interfaces:\n- name: a\n  type: ${name}\n  ${name}: 1\n`)),
  ).toContainEqual(expect.objectContaining({ rule: 'unknown-field', path: expect.stringContaining(name) }));
});
