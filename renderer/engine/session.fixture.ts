import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rejectionOf } from '../../core/contract/access.ts';
import type { Answers } from './screen.fixture.tsx';

/** A read-only session. */
export const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };

/** Why a read-only session can't send a request. */
export const READER_REJECTION = rejectionOf('reader');

/** Waits until a button is off and its title gives the reason. */
export async function expectRejected(name: string | RegExp): Promise<void> {
  await waitFor(() => {
    const { disabled, title } = screen.getByRole<HTMLButtonElement>('button', { name });
    expect({ disabled, title }).toEqual({ disabled: true, title: READER_REJECTION });
  });
}
