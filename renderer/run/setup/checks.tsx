import { Fragment, type ReactNode } from 'react';
import { Check } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { termTag } from '../../parts/term.tsx';
import type { SetupOptions } from '../request/setup-fields.ts';
import { t } from './messages.ts';

type Switch = { [K in keyof SetupOptions]: SetupOptions[K] extends boolean ? K : never }[keyof SetupOptions];

interface SwitchRow {
  option: Switch;
  id: string;
  label: string;
  description?: ReactNode;
}

/** Returns the switches of a run, in the order of the form. */
const switchRows = (): readonly SwitchRow[] => [
  { option: 'resend', id: 'al-resend', label: t('resendSwitch') },
  {
    option: 'trustLedger',
    id: 'al-trust',
    label: t('trustLedgerSwitch'),
    description: t.parts('trustLedgerHelp', { ledger: termTag('ledger') }),
  },
  {
    option: 'verifyPush',
    id: 'al-verify-push',
    label: t('verifyPushSwitch'),
    description: t('verifyPushHelp'),
  },
  { option: 'icsp', id: 'al-icsp', label: t('icspSwitch'), description: t('icspHelp') },
  {
    option: 'addDependencies',
    id: 'al-dependencies',
    label: t('dependenciesSwitch'),
    description: t('dependenciesHelp'),
  },
  {
    option: 'skipUnknown',
    id: 'al-skip-unknown',
    label: t('skipUnknownSwitch'),
    description: t('skipUnknownHelp'),
  },
  {
    option: 'acceptEmptyCharts',
    id: 'al-empty-charts',
    label: t('emptyChartsSwitch'),
    description: t('emptyChartsHelp'),
  },
  { option: 'allowRemoval', id: 'al-removal', label: t('removalSwitch'), description: t('removalHelp') },
  { option: 'securePolicy', id: 'al-policy', label: t('policySwitch'), description: t('policyHelp') },
  { option: 'probe', id: 'al-probe', label: t('probeSwitch'), description: t('probeHelp') },
  { option: 'removeSignatures', id: 'al-signatures', label: t('signaturesSwitch') },
  {
    option: 'ignoreReleaseSignature',
    id: 'al-ignore',
    label: t('unsignedSwitch'),
    description: t('unsignedHelp'),
  },
  { option: 'sourceTlsVerify', id: 'al-source-tls', label: t('sourceTlsSwitch') },
  { option: 'destinationTlsVerify', id: 'al-destination-tls', label: t('destinationTlsSwitch') },
];

/** Shows the switches that a workflow uses. @param uses whether it uses an option */
export function SetupChecks({
  options,
  uses,
  change,
}: {
  options: SetupOptions;
  uses: (option: keyof SetupOptions) => boolean;
  change: (changes: Partial<SetupOptions>) => void;
}) {
  return (
    <fieldset className="al-setup-checks">
      <legend>{t('optionsLegend')}</legend>
      {switchRows()
        .filter(({ option }) => uses(option))
        .map(({ option, ...row }) => (
          <Fragment key={option}>
            <Check
              {...row}
              isChecked={options[option]}
              onChange={(checked) => change({ [option]: checked })}
            />
            {option === 'securePolicy' && options.securePolicy && (
              <PolicyFields options={options} change={change} />
            )}
          </Fragment>
        ))}
    </fieldset>
  );
}

function PolicyFields({
  options,
  change,
}: {
  options: SetupOptions;
  change: (changes: Partial<SetupOptions>) => void;
}) {
  return (
    <div className="al-setup-add">
      <PathInput
        id="al-policy-file"
        label={t('policyFileLabel')}
        kind="file"
        extensions={['json']}
        value={options.policy}
        onChange={(policy) => change({ policy })}
        placeholder={t('hostDefaultPlaceholder')}
      />
      <PathInput
        id="al-registries-d"
        label={t('registriesDLabel')}
        kind="directory"
        value={options.registriesD}
        onChange={(registriesD) => change({ registriesD })}
        placeholder={t('hostDefaultPlaceholder')}
      />
    </div>
  );
}
