import { expect, test } from 'vitest';
import { isPrivateGroup } from './private-group.ts';

const KIM = 'kim:x:1000:1000::/home/kim:/bin/bash\n';
const GROUP = 'kim:x:1000:\n';
const facts = {
  uid: 1000,
  gid: 1000,
  passwd: `root:x:0:0::/root:/bin/bash\n${KIM}`,
  groups: `root:x:0:\n${GROUP}`,
};

test.each([
  ['without members', GROUP],
  ['with its user as member', 'kim:x:1000:kim\n'],
])("a user's own group is private %s", (_, groups) => {
  expect(isPrivateGroup({ ...facts, groups })).toBe(true);
});

test.each([
  ['a member', { groups: 'kim:x:1000:kim,lee\n' }],
  ['another user', { passwd: `${KIM}lee:x:1001:1000::/home/lee:/bin/bash\n` }],
  ['a name of its own', { groups: 'users:x:1000:\n' }],
  ['a second entry with members', { groups: `${GROUP}team:x:1000:lee\n` }],
  ['a user that is only in a directory service', { passwd: '' }],
  ['no local entry', { groups: '' }],
  ['another user ID', { uid: 1001 }],
])('a group with %s is not private', (_, changed) => {
  expect(isPrivateGroup({ ...facts, ...changed })).toBe(false);
});

test('root has no private group', () => {
  const passwd = 'root:x:0:0::/root:/bin/bash\n';
  expect(isPrivateGroup({ uid: 0, gid: 0, passwd, groups: 'root:x:0:\n' })).toBe(false);
});
