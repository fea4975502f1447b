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
