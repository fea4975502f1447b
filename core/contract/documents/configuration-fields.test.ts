import { expect, test } from 'vitest';
import { IMAGE_SET, type Shape } from '../../image-set/config/fields.ts';
import { CONFIGURATION_FIELDS, fieldName, fieldsBelow } from './configuration-fields.ts';

function typeOf(shape: Shape): string {
  if (shape.type !== 'list') return shape.type;
  return shape.of.type === 'object' ? 'list of objects' : `list of ${shape.of.type}`;
}

function* fieldsOf(shape: Shape, path: string): Generator<string> {
  if (shape.type === 'list') yield* fieldsOf(shape.of, `${path}[]`);
  if (shape.type !== 'object') return;
  for (const [name, field] of Object.entries(shape.fields)) {
    const at = path ? `${path}.${name}` : name;
    yield `${at}: ${typeOf(field)}`;
    yield* fieldsOf(field, at);
  }
}

test('every field that the engine reads is explained, and no other', () => {
  const explained = CONFIGURATION_FIELDS.map(({ path, type }) => `${path}: ${type}`);
  expect(explained.toSorted()).toEqual([...fieldsOf(IMAGE_SET, '')].toSorted());
  expect(new Set(explained).size).toBe(explained.length);
});

test('each explanation is one sentence', () => {
  for (const { path, doc, example } of CONFIGURATION_FIELDS) {
    expect(doc, path).toMatch(/^[A-Z].*[^.]\.$/);
    expect(doc, path).not.toMatch(/[a-z]\. [A-Z]/);
    expect(example, path).not.toBe('');
  }
});

test('the fields of a mapping', () => {
  expect(fieldsBelow('').map(fieldName)).toEqual(['kind', 'apiVersion', 'archiveSize', 'mirror']);
  expect(fieldsBelow('mirror.platform.channels[]').map(fieldName)).toContain('shortestPath');
});
