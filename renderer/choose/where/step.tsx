import '../../run/setup/setup.css';
import '../../settings/parts/settings.css';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useState } from 'react';
import type { Draft } from '../../../core/contract/topics/drafts.ts';
import { useAsk } from '../../engine/requests.ts';
import { TextField } from '../../parts/fields/option-fields.tsx';
import { linkRate } from '../../parts/format.ts';
import { DestinationField, DirectoryField, EnclaveField } from '../../run/setup/places.tsx';
import { rateText, typedRate } from '../../windows/rate-steps.ts';
import { WindowsField } from '../../windows/windows-field.tsx';
import { withWindows } from '../../windows/windows-words.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { StepFrame } from '../frame/step-frame.tsx';
import { WhereBlocked } from './blocked.tsx';
import { WhereHelm } from './helm.tsx';
import { WhereImages } from './images.tsx';
import { t } from './messages.ts';
import { WhereMore } from './more.tsx';
import { WhereSources } from './sources.tsx';
import { TestedCredentials } from './tested-credentials.tsx';
import { whereProblems, whereTitle } from './words.ts';

const GOALS: { goal: Draft['goal']; label: string; description: string }[] = [
  { goal: 'disk', label: t('diskLabel'), description: t('diskHelp') },
  { goal: 'registry', label: t('registryLabel'), description: t('registryHelp') },
  { goal: 'both', label: t('bothLabel'), description: t('bothHelp') },
];

/** Step 3: the destination, the enclave, the rate, the source registries and additional content. */
export default function WhereStep() {
  const { draft, change } = useDraft();
  const workspaces = useAsk('workspaces.list', {}).data?.workspaces ?? [];
  const problems = whereProblems(draft);
  const [rate, setRate] = useState(rateText(draft.options.rate));
  const bytesPerSecond = typedRate(rate);
  const places = {
    directory: draft.workspace ?? '',
    enclave: draft.enclave === 'default' ? '' : draft.enclave,
    destination: draft.destination ?? '',
  };
  const [enclave, setEnclave] = useState(places.enclave);
  const enclaveProblem = whereProblems({ ...draft, enclave: enclave || 'default' }).enclave;
  const shown = { ...problems, enclave: enclaveProblem ?? problems.enclave };
  return (
    <StepFrame step="where" title={whereTitle(draft, workspaces)}>
      <fieldset className="al-choose-set">
        <legend className="al-choose-legend">{t('goalLabel')}</legend>
        <div className="al-choose-goals">
          {GOALS.map(({ goal, label, description }) => (
            <Radio
              key={goal}
              id={`al-choose-goal-${goal}`}
              name="al-choose-goal"
              label={label}
              description={description}
              isChecked={draft.goal === goal}
              onChange={() => change({ goal })}
            />
          ))}
        </div>
      </fieldset>
      <div className="al-choose-places">
        <div className="al-column">
          <DirectoryField
            workflow="mirrorToDisk"
            places={places}
            problems={draft.workspace === undefined ? {} : shown}
            workspaces={workspaces}
            change={({ directory }) => change({ workspace: directory || undefined })}
          />
        </div>
        <EnclaveField
          places={{ ...places, enclave }}
          problems={shown}
          workspaces={workspaces}
          change={({ enclave: typed }) => {
            setEnclave(typed);
            if (whereProblems({ ...draft, enclave: typed || 'default' }).enclave === undefined)
              change({ enclave: typed || 'default' });
          }}
        />
        {draft.goal !== 'disk' && (
          <DestinationField
            places={places}
            problems={draft.destination === undefined ? {} : shown}
            destinationTlsVerify={draft.options.destinationTlsVerify ?? true}
            change={({ destination }) => change({ destination: destination || undefined })}
            below={(result, again) => (
              <TestedCredentials
                result={result}
                name={places.destination}
                tlsVerify={draft.options.destinationTlsVerify ?? true}
                onSaved={again}
              />
            )}
          />
        )}
        <TextField
          id="al-choose-rate"
          label={t('rateLabel')}
          value={rate}
          placeholder={t('ratePlaceholder')}
          problem={bytesPerSecond === undefined ? t('rateError') : undefined}
          note={bytesPerSecond ? linkRate(bytesPerSecond) : t('rateHelp')}
          onChange={(text) => {
            setRate(text);
            const typed = typedRate(text);
            if (typed !== undefined) change({ options: { ...draft.options, rate: typed ?? undefined } });
          }}
        />
        <WindowsField
          id="al-choose-windows"
          windows={draft.options.windows ?? []}
          exitAtClose={draft.options.exitAtClose ?? false}
          workspace={draft.workspace}
          onChange={(changes) => change({ options: withWindows(draft.options, changes) })}
        />
      </div>
      <WhereSources />
      <div className="al-choose-sections">
        <WhereMore />
        <WhereImages />
        <WhereHelm />
        <WhereBlocked />
      </div>
    </StepFrame>
  );
}
