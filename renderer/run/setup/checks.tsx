import { Fragment } from 'react';
import { Check } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import type { SetupOptions } from '../request/setup-fields.ts';

type Switch = { [K in keyof SetupOptions]: SetupOptions[K] extends boolean ? K : never }[keyof SetupOptions];

interface SwitchRow {
  option: Switch;
  id: string;
  label: string;
  description?: string;
}

/** What a run may do, in the order of the form. */
const SWITCHES: readonly SwitchRow[] = [
  { option: 'resend', id: 'al-resend', label: 'Resend content that was already sent' },
  {
    option: 'trustLedger',
    id: 'al-trust',
    label: 'Trust the ledger',
    description: "Doesn't query the destination about tags that an earlier run pushed.",
  },
  {
    option: 'verifyPush',
    id: 'al-verify-push',
    label: 'Verify every image after the push',
    description:
      'Reads each pushed manifest and blob back from the destination. By default, Airlock verifies a sample, or all images after a server or connection error.',
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
    description: 'Also mirrors the operators in the catalog that your selection depends on.',
  },
  {
    option: 'skipUnknown',
    id: 'al-skip-unknown',
    label: "Skip operators that aren't in the catalog",
    description: 'Reports unknown packages, channels and versions as warnings instead of failing the run.',
  },
  {
    option: 'acceptEmptyCharts',
    id: 'al-empty-charts',
    label: 'Accept Helm charts that reference no images',
    description:
      'Mirrors charts that create pods even if no image is found in them. The audit log records this as an override.',
  },
  {
    option: 'allowRemoval',
    id: 'al-removal',
    label: 'Allow removing operators from catalogs',
    description:
      "Operators that aren't in this selection are removed from the destination's catalogs, and clusters can no longer install them. The audit log records this as an override.",
  },
  {
    option: 'securePolicy',
    id: 'al-policy',
    label: 'Enforce the trust policy',
    description: "Copies only images that this host's policy.json accepts.",
  },
  {
    option: 'probe',
    id: 'al-probe',
    label: "Probe the destination's capabilities",
    description:
      'Before the first push, Airlock pushes small test content to a scratch repository and then deletes it.',
  },
  { option: 'removeSignatures', id: 'al-signatures', label: 'Skip image signatures' },
  {
    option: 'ignoreReleaseSignature',
    id: 'al-ignore',
    label: 'Accept releases without a valid signature',
    description: 'The audit log records this as an override.',
  },
  { option: 'sourceTlsVerify', id: 'al-source-tls', label: 'Verify source certificates' },
  {
    option: 'destinationTlsVerify',
    id: 'al-destination-tls',
    label: "Verify the destination's certificate",
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
        placeholder="this host's default"
      />
      <PathInput
        id="al-registries-d"
        label="Signature locations (registries.d folder)"
        kind="folder"
        value={options.registriesD}
        onChange={(registriesD) => change({ registriesD })}
        placeholder="this host's default"
      />
    </div>
  );
}
