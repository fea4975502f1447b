import './term.css';
import type { ReactNode } from 'react';
import { type GlossaryTerm, openGlossary } from './glossary.ts';

/** A term in a text. It opens the help drawer at its explanation in the glossary. */
export function Term({ term, children }: { term: GlossaryTerm; children: ReactNode }) {
  return (
    <button type="button" className="al-term" onClick={() => openGlossary(term)}>
      {children}
    </button>
  );
}
