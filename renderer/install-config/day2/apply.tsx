import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { RequestInput } from '../../../core/contract/contract.ts';
import type { Day2Step } from '../../../core/contract/topics/day2-requests.ts';
import { PlanCard } from '../../cluster/plan-card.tsx';
import { t } from './messages.ts';

type Source = Pick<RequestInput<'clusters.applyDay2'>, 'objects' | 'openShiftVersion' | 'change'>;

/** Applies the plan to the cluster. Entered passwords are only in this component and in the request. */
export function Day2Apply({ source, steps }: { source: Source; steps: readonly Day2Step[] }) {
  const [prepared, setPrepared] = useState(false);
  const [optional, setOptional] = useState(false);
  const [credentials, setCredentials] = useState<Readonly<Record<string, string>>>({});
  const keys = steps.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.verb === 'set-keys' ? action.keys : [])),
  );
  const isManual = steps.some(({ actions }) => actions.some(({ verb }) => verb === 'manual'));
  return (
    <PlanCard
      request="clusters.applyDay2"
      identity={JSON.stringify([source, steps, optional])}
      input={(how) => {
        // A preview needs no accounts.
        const given = how.dryRun ? {} : credentials;
        if (!how.dryRun) setCredentials({});
        return { ...source, ...how, prepared, optional, credentials: given };
      }}
    >
      {keys.length > 0 && (
        <fieldset className="al-ic-fields">
          <legend className="al-small al-strong">{t('accountsTitle')}</legend>
          {keys.map((key) => (
            <div className="al-ic-field" key={key}>
              <label htmlFor={`al-d2-${key}`} className="al-mono al-small">
                {key}
              </label>
              <TextInput
                id={`al-d2-${key}`}
                type={key.endsWith('.password') ? 'password' : 'text'}
                value={credentials[key] ?? ''}
                autoComplete="off"
                spellCheck={false}
                onChange={(_event, value) => setCredentials((before) => ({ ...before, [key]: value }))}
              />
            </div>
          ))}
          <p className="al-sub al-small">{t('accountsHelp')}</p>
        </fieldset>
      )}
      {isManual && (
        <Checkbox
          id="al-d2-prepared"
          label={t('preparedLabel')}
          isChecked={prepared}
          onChange={(_event, checked) => setPrepared(checked)}
        />
      )}
      {steps.some((step) => step.optional) && (
        <Checkbox
          id="al-d2-optional"
          label={t('optionalLabel')}
          isChecked={optional}
          onChange={(_event, checked) => setOptional(checked)}
        />
      )}
    </PlanCard>
  );
}
