import { expect, test } from 'vitest';
import { complete, PASSWORD, problemsOf, type Rule } from '../model/install-config.fixture.ts';

/** Defines a test per rule: a file that breaks it has the message with its place, a file that follows it doesn't. */
export function testRules(rules: readonly Rule[]): void {
  test.each(rules.map((each) => [each.message.slice(0, 160), each] as const))('%s', (_, each) => {
    const { preset, breaks, message, follows = [], level = 'error', options = {}, notIn } = each;
    const broken = problemsOf(complete(preset, breaks), { file: 'install-config.yaml', ...options });
    const found = broken.find((problem) => problem.message === message);
    expect(broken.map((problem) => problem.message)).toContain(message);
    expect(found).toMatchObject({ level, file: 'install-config.yaml' });
    expect(found!.line).toBeGreaterThan(0);
    expect(found!.column).toBeGreaterThan(0);
    expect(found!.remedy).not.toBe('');
    expect(JSON.stringify(broken)).not.toContain(PASSWORD);
    const valid = problemsOf(complete(preset, follows), options);
    expect(valid.map((problem) => problem.message)).not.toContain(message);
    if (notIn) {
      const before = problemsOf(complete(preset, breaks), { ...options, openShiftVersion: notIn });
      expect(before.map((problem) => problem.message)).not.toContain(message);
    }
  });
}
