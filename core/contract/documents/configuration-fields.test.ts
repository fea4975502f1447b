import { expect, test } from 'vitest';
import { CONFIGURATION_FIELDS, fieldName, fieldsBelow } from './configuration-fields.ts';

test('every field is explained in sentences', () => {
  for (const { path, doc, example } of CONFIGURATION_FIELDS) {
    expect(doc, path).toMatch(/^[A-Z].*[^.]\.$/);
    expect(doc, path).not.toContain(';');
    expect(example, path).not.toBe('');
  }
});

test('the fields of a mapping', () => {
  expect(fieldsBelow('').map(fieldName)).toEqual(['kind', 'apiVersion', 'archiveSize', 'mirror']);
  expect(fieldsBelow('mirror.platform.channels[]').map(fieldName)).toContain('shortestPath');
});
