import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import { TextField } from '../../parts/fields/option-fields.tsx';
import type { SetupField, SetupOptions } from '../request/setup-fields.ts';
import { t } from './messages.ts';

const FIELDS = [
  { option: 'retryTimes', label: t('retryTimesLabel'), placeholder: '5', note: t('retryTimesHelp') },
  {
    option: 'retryDelay',
    label: t('retryDelayLabel'),
    placeholder: t('retryDelayPlaceholder'),
    note: t('retryDelayHelp'),
  },
  { option: 'stallTimeout', label: t('stallTimeoutLabel'), placeholder: '30s', note: t('stallTimeoutHelp') },
  { option: 'minRate', label: t('minRateLabel'), placeholder: '1KiB/s', note: t('minRateHelp') },
] as const;

/** Retries and timeouts of connections, collapsed by default. Empty fields have the default in their placeholder. */
export function ConnectionFields({
  options,
  problems,
  change,
}: {
  options: SetupOptions;
  problems: Partial<Record<SetupField, string>>;
  change: (changes: Partial<SetupOptions>) => void;
}) {
  const [open, setOpen] = useState(false);
  const expanded = open || FIELDS.some(({ option }) => option in problems);
  return (
    <ExpandableSection
      className="al-setup-more"
      toggleText={t('connectionsTitle')}
      isExpanded={expanded}
      onToggle={(_event, next) => setOpen(next)}
    >
      <div className="al-setup-pair">
        {FIELDS.map(({ option, ...field }) => (
          <TextField
            key={option}
            id={`al-${option}`}
            {...field}
            value={options[option]}
            problem={problems[option]}
            onChange={(text) => change({ [option]: text })}
          />
        ))}
      </div>
    </ExpandableSection>
  );
}
