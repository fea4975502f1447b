import { expect, test } from 'vitest';
import { goArchitecture, machineName, releaseTagParts } from './architecture.ts';

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

test.each([
  ['4.16.5-x86_64', { version: '4.16.5', machine: 'x86_64' }],
  ['4.19.0-rc.2-multi', { version: '4.19.0-rc.2', machine: 'multi' }],
  ['4.19.0-okd-scos.3', { version: '4.19.0-okd-scos.3' }],
  ['-s390x', { version: '-s390x' }],
])('the tag %s has a version and a machine', (tag, parts) => {
  expect(releaseTagParts(tag)).toEqual(parts);
});
