import { expect, test } from 'vitest';
import { helpPatterns, helpTopic } from './help-topics.ts';
import routes from './routes.tsx?raw';

test('every screen has help of its own, and no help is for a screen that is gone', () => {
  const patterns = [...routes.matchAll(/path: '([^']+)',\s+screen: lazy/g)].map(([, path]) => path);
  expect(patterns.length).toBeGreaterThan(5);
  expect(helpPatterns().toSorted()).toEqual(patterns.toSorted());
});

test('help is short and ends with commands', () => {
  for (const pattern of helpPatterns()) {
    const { lines, commands } = helpTopic(pattern);
    expect(lines.length, pattern).toBeLessThanOrEqual(10);
    expect(commands.length, pattern).toBeGreaterThan(0);
  }
});
