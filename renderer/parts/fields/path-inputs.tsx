import { PathInput } from './path-input.tsx';

/** Several files: one field for each, and an empty one for the next. */
export function PathInputs({
  id,
  files,
  labelOf,
  placeholder,
  helper,
  extensions = [],
  onChange,
}: {
  id: string;
  files: readonly string[];
  /** Returns the label of a field. @param number from 1 */
  labelOf: (number: number) => string;
  placeholder: string;
  /** Below the empty field. */
  helper: string;
  extensions?: string[];
  onChange: (files: string[]) => void;
}) {
  return [...files, ''].map((file, index) => (
    <PathInput
      // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity
      key={index}
      id={`${id}-${index + 1}`}
      label={labelOf(index + 1)}
      kind="file"
      extensions={extensions}
      value={file}
      onChange={(path) =>
        onChange([...files.slice(0, index), path, ...files.slice(index + 1)].filter(Boolean))
      }
      placeholder={placeholder}
      helper={index === files.length ? helper : undefined}
    />
  ));
}
