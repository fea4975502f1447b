import { afterEach, expect, test } from 'vitest';
import { ignoreDoubleClicks } from './double-click.ts';

const root = document.createElement('div');
afterEach(() => root.remove());

test('the second click of a double click does nothing on a button that acts', () => {
  document.body.append(root);
  ignoreDoubleClicks(root);
  const clicks = (className: string, ...details: number[]) => {
    const button = document.createElement('button');
    button.className = className;
    const label = document.createElement('span');
    button.append(label);
    root.replaceChildren(button);
    const found: number[] = [];
    button.addEventListener('click', ({ detail }) => found.push(detail));
    for (const detail of details)
      label.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
    return found;
  };
  for (const kind of ['pf-m-primary', 'pf-m-secondary', 'pf-m-danger'])
    expect(clicks(`pf-v6-c-button ${kind}`, 1, 2, 3, 1)).toEqual([1, 1]);
  // Two presses of Enter, and two deliberate clicks.
  expect(clicks('pf-v6-c-button pf-m-primary', 0, 0, 1, 1)).toEqual([0, 0, 1, 1]);
  expect(clicks('pf-v6-c-button pf-m-plain', 1, 2)).toEqual([1, 2]);
});
