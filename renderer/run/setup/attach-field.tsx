import { PathInput } from '../../parts/fields/path-input.tsx';
import { t } from './messages.ts';

/** Files to add to the transfer: one field for each, and an empty one for the next. */
export function AttachField({
  files,
  onChange,
}: {
  files: readonly string[];
  onChange: (files: string[]) => void;
}) {
  return [...files, ''].map((file, index) => (
    <PathInput
      // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity
      key={index}
      id={`al-attach-${index + 1}`}
      label={index === 0 ? t('attachLabel') : t('attachNumberLabel', { number: index + 1 })}
      kind="file"
      value={file}
      onChange={(path) =>
        onChange([...files.slice(0, index), path, ...files.slice(index + 1)].filter(Boolean))
      }
      placeholder={t('attachPlaceholder')}
      helper={index === files.length ? t('attachHelp') : undefined}
    />
  ));
}
