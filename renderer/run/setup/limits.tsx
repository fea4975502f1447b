import { TextField } from '../../parts/fields/option-fields.tsx';
import { size } from '../../parts/format.ts';
import { useNow } from '../../parts/time.tsx';
import { when } from '../../windows/windows-words.ts';
import { numberOf, type SetupField, type SetupOptions } from '../request/setup-fields.ts';
import { t } from './messages.ts';

interface Part {
  options: SetupOptions;
  problems: Partial<Record<SetupField, string>>;
  change: (changes: Partial<SetupOptions>) => void;
}

/** The time and the amount of data at which a run pauses. */
export function LimitFields({ options, problems, change }: Part) {
  const now = useNow();
  const until = numberOf('until', options.until);
  const maxBytes = numberOf('maxBytes', options.maxBytes);
  return (
    <div className="al-setup-pair">
      <TextField
        id="al-until"
        label={t('untilLabel')}
        value={options.until}
        placeholder="04:00"
        problem={problems.until}
        note={until === undefined ? t('untilHelp') : t('untilNote', { when: when(new Date(until), now) })}
        onChange={(text) => change({ until: text })}
      />
      <TextField
        id="al-max-bytes"
        label={t('maxBytesLabel')}
        value={options.maxBytes}
        placeholder={t('noLimitPlaceholder')}
        problem={problems.maxBytes}
        note={maxBytes === undefined ? t('maxBytesHelp') : t('maxBytesNote', { size: size(maxBytes) })}
        onChange={(text) => change({ maxBytes: text })}
      />
    </div>
  );
}
