import type { DocumentHeading } from './parse.ts';

/** By file. scripts/document-headings.ts returns them at build time, so that a search needs neither the pages nor their parser. */
const BY_FILE: Record<string, DocumentHeading[]> = import.meta.glob(
  ['../../docs/**/*.md', '../../README.md', '!../../docs/troubleshooting.md', '!../../docs/commands.md'],
  {
    query: '?headings',
    import: 'default',
    eager: true,
  },
);

/**
 * The headings of the pages of the documentation, except for the references of errors and commands. Their headings are
 * sentences with placeholders, and options, which only the search of the documentation finds.
 */
export const DOCUMENT_HEADINGS: readonly DocumentHeading[] = Object.values(BY_FILE).flat();
