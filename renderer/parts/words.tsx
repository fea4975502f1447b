import { Fragment } from 'react';

/** Shows a message of the engine. Commands and names between backticks get the fixed-width font. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
      <code key={index} className="al-mono">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

/** Returns a message of the engine for places without fonts, such as titles of elements. */
export function withoutTicks(text: string): string {
  return text.replaceAll('`', '');
}

/** Breaks lines between words, so that options aren't split. */
export function CommandText({ command }: { command: string }) {
  return (
    <code className="al-mono">
      {command.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
        <span key={index}>
          <span className="al-word">{word}</span>{' '}
        </span>
      ))}
    </code>
  );
}
