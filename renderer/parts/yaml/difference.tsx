import './difference.css';
import { differenceLines } from './difference-lines.ts';

/** A unified difference of two texts. */
export function Difference({ unified, className = '' }: { unified: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <pre className={`al-difference ${className}`} tabIndex={0}>
      {differenceLines(unified).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <span key={index} className={`al-difference-${kind}`}>
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
