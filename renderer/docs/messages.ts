import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the documentation. */
export const t = translator({
  eyebrow: 'Documentation',
  windowTitle: '{page} · Airlock',
  versionNote: 'Airlock {version}',
  contentsTitle: 'Contents',
  onPageTitle: 'On this page',
  searchLabel: 'Search the documentation',
  searchPlaceholder: 'A term, a command, an error code or a message',
  resultsTitle: '{count, plural, =0 {No matches} one {# match} other {# matches}} for “{text}”',
  copyCodeButton: 'Copy code',
  externalTip: 'Opens outside Airlock: {address}',
  externalNote: '(external link)',
  noPageTitle: 'No page found at {address}',
  contentsLink: 'Go to the contents',
});
