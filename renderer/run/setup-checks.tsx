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
  { option: 'resend', id: 'al-resend', label: 'Resend content that was sent before' },
  {
    option: 'trustLedger',
    id: 'al-trust',
    label: 'Trust the ledger',
    description: "Tags pushed by an earlier run aren't checked at the destination.",
  },
  {
    option: 'verifyPush',
    id: 'al-verify-push',
    label: 'Verify every image after the push',
    description:
      'Requests each manifest and blob from the destination again. Otherwise Airlock verifies a sample, or everything after a server or connection error.',
  },
  {
    option: 'icsp',
    id: 'al-icsp',
    label: 'Write ImageContentSourcePolicy',
    description: 'Replaces IDMS and ITMS for clusters earlier than 4.13.',
  },
  {
    option: 'addDependencies',
    id: 'al-dependencies',
    label: 'Add operator dependencies',
    description: 'Operators in the catalog that your selection depends on are mirrored too.',
  },
  {
    option: 'skipUnknown',
    id: 'al-skip-unknown',
    label: "Skip operators that aren't in the catalog",
    description: 'Warns about an unknown package, channel or version instead of rejecting the run.',
  },
  {
    option: 'acceptEmptyCharts',
    id: 'al-empty-charts',
    label: 'Accept Helm charts without an image',
    description:
      'Charts that create pods are mirrored without images if none are found in them. This is recorded in the audit log as an override.',
  },
  {
    option: 'allowRemoval',
    id: 'al-removal',
    label: 'Allow removing operators from catalogs',
    description:
      "Operators in the destination's catalogs that aren't in this selection are no longer available to clusters. This is recorded in the audit log as an override.",
  },
  {
    option: 'securePolicy',
    id: 'al-policy',
    label: 'Enforce the trust policy',
    description: "Images that this host's policy.json doesn't accept aren't copied.",
  },
  {
    option: 'probe',
    id: 'al-probe',
    label: 'Probe what the destination supports',
    description:
      'Before the first push, Airlock pushes small test content to a scratch repository and then deletes the content.',
  },
  { option: 'removeSignatures', id: 'al-signatures', label: 'Skip image signatures' },
  {
    option: 'ignoreReleaseSignature',
    id: 'al-ignore',
    label: 'Accept releases without a valid signature',
    description: 'This is recorded in the audit log as an override.',
  },
  { option: 'sourceTlsVerify', id: 'al-source-tls', label: 'Check source certificates' },
  {
    option: 'destinationTlsVerify',
    id: 'al-destination-tls',
    label: "Check the destination's certificate",
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
