import { expect, test } from 'vitest';
import { goArchitecture, machineName } from './architecture.ts';

test.each([
  ['amd64', 'x86_64'],
  ['arm64', 'aarch64'],
  ['s390x', 's390x'],
  ['multi', 'multi'],
  ['constructor', 'constructor'],
])('%s is %s in tags of releases', (architecture, machine) => {
  expect(machineName(architecture)).toBe(machine);
  expect(goArchitecture(machine)).toBe(architecture);
});
