import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProblemPanel } from './problem-list.tsx';

const problem = (label: string) => ({
  level: 'error' as const,
  text: 'two hosts have the address 192.0.2.7',
  remedy: 'Set worker-3 to 192.0.2.8.',
  actions: [{ label, run: () => {} }],
});

test('a remedy that is also the button of the fix appears once', () => {
  const { rerender } = render(
    <ProblemPanel label="Problems" title="1 error" problems={[problem('Set worker-3 to 192.0.2.8')]} />,
  );
  expect(screen.getAllByText(/Set worker-3/)).toHaveLength(1);
  rerender(<ProblemPanel label="Problems" title="1 error" problems={[problem('Go to worker-3')]} />);
  screen.getByText('Set worker-3 to 192.0.2.8.');
});
