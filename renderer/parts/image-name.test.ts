import { expect, test } from 'vitest';
import { imageName, shortImageName } from './image-name.ts';

const digest = `sha256:${'ab'.repeat(32)}`;

test('an image without a tag has the name that it gets at the destination', () => {
  const origin = `quay.io/openshift-release-dev/ocp-v4.0-art-dev@${digest}`;
  expect(imageName(origin, 'openshift/release:4.16.1-x86_64-cli')).toBe(
    'openshift/release:4.16.1-x86_64-cli',
  );
  expect(imageName(origin, 'registry.lab:5000/mirror/openshift/release:4.16.1-x86_64-cli')).toBe(
    'mirror/openshift/release:4.16.1-x86_64-cli',
  );
  expect(
    imageName(`quay.io/practice/by-digest@${digest}`, `practice/by-digest:sha256-${'ab'.repeat(32)}`),
  ).toBe('quay.io/practice/by-digest');
  expect(shortImageName(origin, 'openshift/release:4.16.1-x86_64-cli')).toBe('release:4.16.1-x86_64-cli');
});

test('an image with a tag has its own name', () => {
  expect(imageName('quay.io/practice/docker:v1', 'practice/docker:v1')).toBe('quay.io/practice/docker:v1');
  expect(imageName(`registry.lab:5000/a/b:v1@${digest}`, 'a/b:v1')).toBe('registry.lab:5000/a/b:v1');
  expect(shortImageName('registry.redhat.io/odf4/mcg-core-rhel9:v4', 'odf4/mcg-core-rhel9:v4')).toBe(
    'odf4/mcg-core-rhel9',
  );
});
