import { expect, test } from 'vitest';
import routes from '../routes.tsx?raw';
import { helpPatterns, helpTopic } from './topics.ts';

test('every screen has its own help, and every help topic has a screen', () => {
  const patterns = [...routes.matchAll(/path: '([^']+)',\s+screen: lazy/g)].map(([, path]) => path);
  expect(patterns.length).toBeGreaterThan(5);
  expect(helpPatterns().toSorted()).toEqual(patterns.toSorted());
});

test('help is short and has commands', () => {
  for (const pattern of helpPatterns()) {
    const { lines, commands } = helpTopic(pattern);
    expect(lines.length, pattern).toBeLessThanOrEqual(10);
    expect(commands.length, pattern).toBeGreaterThan(0);
  }
});
