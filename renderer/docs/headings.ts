import type { DocumentHeading } from './parse.ts';

/** By file. scripts/document-headings.ts returns them at build time, so that a search needs neither the pages nor their parser. */
const BY_FILE: Record<string, DocumentHeading[]> = import.meta.glob(
  ['../../docs/**/*.md', '../../README.md'],
  {
    query: '?headings',
    import: 'default',
    eager: true,
  },
);

/** The headings of all pages of the documentation. */
export const DOCUMENT_HEADINGS: readonly DocumentHeading[] = Object.values(BY_FILE).flat();
