import { expect, test } from 'vitest';
import { mayRequest, REQUEST_ACCESS } from './access.ts';
import { CONTRACT, type RequestName } from './contract.ts';
import { SESSION_ROLES } from './topics/session.ts';

const names = Object.keys(CONTRACT) as RequestName[];

test('every request of the contract is classified, and nothing else', () => {
  expect(Object.keys(REQUEST_ACCESS).sort()).toEqual([...names].sort());
});

test('only reading is open to a reader, and only approving in addition to an approver', () => {
  for (const name of names) {
    const access = REQUEST_ACCESS[name];
    expect([name, SESSION_ROLES.filter((role) => mayRequest(role, name))]).toEqual([
      name,
      access === 'read'
        ? ['operator', 'approver', 'reader']
        : access === 'approve'
          ? ['operator', 'approver']
          : ['operator'],
    ]);
  }
});

test('no request that starts, writes or contacts anything by its name is a read', () => {
  const suspicious =
    /[.](start|save|saveFile|write|remove|add|set|forget|run|resume|pause|stop|replay|rollback|apply|export|import|probe|test|make|lookUp|eject|acknowledge|note|prune|handoff|open|create|trust|distrust|retire)([A-Z]|$)/;
  const reads = names.filter((name) => REQUEST_ACCESS[name] === 'read' && suspicious.test(name));
  // Reads a plan on this host.
  expect(reads).toEqual(['plans.open']);
  expect(names.filter((name) => REQUEST_ACCESS[name] === 'approve')).toEqual(['plans.approve']);
});

test('no request that returns any given file, or works with secrets, is a read', () => {
  for (const name of [
    'cloudConfig.convert',
    'installConfig.day2Read',
    'installConfig.day2Plan',
    'upgrades.configure',
    // The name of a secret in another field would be returned as the secret itself.
    'installConfig.manifests',
    'keys.find',
    'paths.complete',
  ] as const)
    expect([name, REQUEST_ACCESS[name]]).toEqual([name, 'change']);
});
