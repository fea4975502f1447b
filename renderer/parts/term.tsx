import './term.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { type GlossaryTerm, openGlossary } from './glossary.ts';

/** Returns what renders a tag of a text as a term: `t.parts('emptyText', { term: termTag('archiveSet') })`. */
export function termTag(term: GlossaryTerm): (text: ReactNode[]) => ReactNode {
  return (text) => (
    <Term key={term} term={term}>
      {text}
    </Term>
  );
}

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
