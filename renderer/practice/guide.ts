import { create } from 'zustand';
import type { PracticeStep } from '../../core/contract/topics/practice.ts';

const STORED = 'airlock.practice-step';

/** The practice step that the user opened in this window. */
export const usePracticeGuide = create<{ step: PracticeStep['id'] | undefined }>(() => ({
  step: (window.sessionStorage.getItem(STORED) as PracticeStep['id'] | null) ?? undefined,
}));

/** Shows a step above the screens, also after a reload. */
export function guideTo(step: PracticeStep['id']): void {
  window.sessionStorage.setItem(STORED, step);
  usePracticeGuide.setState({ step });
}

/** Hides the step. */
export function endGuide(): void {
  window.sessionStorage.removeItem(STORED);
  usePracticeGuide.setState({ step: undefined });
}
