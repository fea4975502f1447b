import { create } from 'zustand';
import type { PracticeStep } from '../../core/contract/topics/practice.ts';

const STORED = 'airlock.practice-step';

/** The practice step that the user opened in this window, and the address of its screen. */
interface Guide {
  step: PracticeStep['id'] | undefined;
  to: string | undefined;
}

const NONE: Guide = { step: undefined, to: undefined };

export const usePracticeGuide = create<Guide>(() => {
  const [step, to] = (window.sessionStorage.getItem(STORED) ?? '').split(' ', 2);
  return step && to ? { step: step as PracticeStep['id'], to } : NONE;
});

/** Shows a step above the screens, also after a reload. @param to address of its screen */
export function guideTo(step: PracticeStep['id'], to: string): void {
  window.sessionStorage.setItem(STORED, `${step} ${to}`);
  usePracticeGuide.setState({ step, to });
}

/** Hides the step. */
export function endGuide(): void {
  window.sessionStorage.removeItem(STORED);
  usePracticeGuide.setState(NONE);
}
