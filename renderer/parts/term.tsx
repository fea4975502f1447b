import './term.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { type GlossaryTerm, openGlossary } from './glossary.ts';

/** A term in a text. It opens the help drawer at its explanation in the glossary. */
export function Term({ term, children }: { term: GlossaryTerm; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    openGlossary(term);
  };
  return (
    // A <button> is a box in its line: a period after it could wrap.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span
      role="button"
      tabIndex={0}
      className="al-term"
      onClick={() => openGlossary(term)}
      onKeyDown={onKeyDown}
    >
      {children}
    </span>
  );
}
