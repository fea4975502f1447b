import { Fragment } from 'react';
import { PathInput } from '../parts/path-input.tsx';
import type { SetupOptions } from './setup-fields.ts';
import { Check } from './setup-option-fields.tsx';

type Switch = { [K in keyof SetupOptions]: SetupOptions[K] extends boolean ? K : never }[keyof SetupOptions];

interface SwitchRow {
  option: Switch;
  id: string;
  label: string;
  description?: string;
}

/** What a run may do, in the order of the form. */
const SWITCHES: readonly SwitchRow[] = [
  { option: 'resend', id: 'al-resend', label: 'Carry again what was sent before' },
  {
    option: 'trustLedger',
    id: 'al-trust',
    label: 'Trust the ledger',
    description: 'Tags that an earlier run pushed are not asked for.',
  },
  {
    option: 'verifyPush',
    id: 'al-verify-push',
    label: 'Verify every image after the push',
    description:
      'Requests each manifest and blob from the destination again. Without it a sample is verified, and everything after a server or connection error.',
  },
  {
    option: 'icsp',
    id: 'al-icsp',
    label: 'Write ImageContentSourcePolicy',
    description: 'In place of IDMS and ITMS, for clusters before 4.13.',
  },
  {
    option: 'addDependencies',
    id: 'al-dependencies',
    label: 'Add what operators need',
    description: 'Other operators of the catalog that the selected ones depend on are mirrored too.',
  },
  {
    option: 'skipUnknown',
    id: 'al-skip-unknown',
    label: 'Skip operators that the catalog does not have',
    description: 'Warns of an unknown package, channel or version, in place of refusing the run.',
  },
  {
    option: 'acceptEmptyCharts',
    id: 'al-empty-charts',
    label: 'Accept Helm charts without an image',
    description:
      'Charts that create pods but in which no image is found are mirrored without images. Recorded in the audit as an override.',
  },
  {
    option: 'allowRemoval',
    id: 'al-removal',
    label: 'Let catalogs lose operators',
    description:
      'Clusters no longer find what a catalog at the destination has now and this selection has not. Recorded in the audit as an override.',
  },
  {
    option: 'securePolicy',
    id: 'al-policy',
    label: 'Enforce the trust policy',
    description: 'Images that the policy.json of this host does not accept are not copied.',
  },
  {
    option: 'probe',
    id: 'al-probe',
    label: 'Ask the destination what it takes',
    description: 'Before the first push, with small content in a scratch repository that is emptied again.',
  },
  { option: 'removeSignatures', id: 'al-signatures', label: 'Leave image signatures behind' },
  {
    option: 'ignoreReleaseSignature',
    id: 'al-ignore',
    label: 'Take releases without a valid signature',
    description: 'Recorded in the audit as an override.',
  },
  { option: 'sourceTlsVerify', id: 'al-source-tls', label: 'Check certificates of sources' },
  {
    option: 'destinationTlsVerify',
    id: 'al-destination-tls',
    label: 'Check the certificate of the destination',
  },
];

/** The switches that a workflow looks at. @param uses whether it looks at an option */
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
      <legend>What it may do</legend>
      {SWITCHES.filter(({ option }) => uses(option)).map(({ option, ...row }) => (
        <Fragment key={option}>
          <Check {...row} isChecked={options[option]} onChange={(checked) => change({ [option]: checked })} />
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
        label="Policy"
        kind="file"
        extensions={['json']}
        value={options.policy}
        onChange={(policy) => change({ policy })}
        placeholder="this host's own"
      />
      <PathInput
        id="al-registries-d"
        label="Where signatures are (registries.d)"
        kind="folder"
        value={options.registriesD}
        onChange={(registriesD) => change({ registriesD })}
        placeholder="this host's own"
      />
    </div>
  );
}
