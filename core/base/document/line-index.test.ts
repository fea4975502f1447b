import { expect, test } from 'vitest';
import { LineIndex } from './line-index.ts';

test('maps each offset to a line and a column, and back', () => {
  const text = 'ab\n\ncde\r\n';
  const lines = new LineIndex(text);
  for (let offset = 0; offset <= text.length; offset++) {
    const before = text.slice(0, offset).split('\n');
    const place = { line: before.length, column: before.at(-1)!.length + 1 };
    expect(lines.placeOf(offset)).toEqual(place);
    expect(lines.offsetOf(place.line, place.column)).toBe(offset);
  }
});
