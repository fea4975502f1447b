import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MiddleCut } from './middle-cut.tsx';

test('a long name is cut before its end, and a short one is one piece', () => {
  const name = 'openshift/release:4.16.1-x86_64-cluster-monitoring-operator';
  render(
    <>
      <MiddleCut text={name} title={`quay.io/${name}`} />
      <MiddleCut text="rhel9/support-tools" />
    </>,
  );
  const long = screen.getByTitle(`quay.io/${name}`);
  expect(long.textContent).toBe(name);
  expect([...long.children].map(({ className }) => className)).toEqual(['al-cut', 'al-middle-tail']);
  expect(long.lastElementChild!.textContent).toBe('er-monitoring-operator');
  expect(screen.getByTitle('rhel9/support-tools').children).toHaveLength(1);
});
