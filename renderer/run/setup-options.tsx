import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import type { WorkflowKind } from '../../core/contract/vocabulary.ts';
import { useAsk } from '../engine/requests.ts';
import { linkRate } from '../parts/format.ts';
import { PathInput } from '../parts/path-input.tsx';
import { WindowsField } from '../windows/windows-field.tsx';
import { typedRate } from './rate-steps.ts';
import { type SetupField, type SetupOptions, type SetupPlaces, usesOption } from './setup-fields.ts';
import { Check, CountField, TextField } from './setup-option-fields.tsx';

interface OptionsProps {
  workflow: WorkflowKind;
  options: SetupOptions;
  places: SetupPlaces;
  problems: Partial<Record<SetupField, string>>;
  /** Whether the configuration names operator catalogs; undefined while that is not known. */
  operators: boolean | undefined;
  change: (changes: Partial<SetupOptions>) => void;
  changePlaces: (changes: Partial<SetupPlaces>) => void;
}

/** How the run works: behind one line, because the defaults are right for most. */
export function SetupOptionsFields(props: OptionsProps) {
  const { workflow, options, places, problems, operators, change, changePlaces } = props;
  const wrong = ['rate', 'archiveSize', 'maxNestedPaths', 'state'].some((field) => field in problems);
  const [open, setOpen] = useState(false);
  const host = useAsk('host.describe', {});
  const rate = typedRate(options.rate);
  const uses = (option: keyof SetupOptions) => usesOption(workflow, option, operators);
  return (
    <ExpandableSection
      className="al-setup-more"
      toggleText={open || wrong ? 'Fewer options' : 'More options'}
      isExpanded={open || wrong}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-setup-fields">
        <div className="al-setup-pair">
          <CountField
            id="al-parallel-images"
            label="Images at once"
            value={options.parallelImages}
            onChange={(parallelImages) => change({ parallelImages })}
          />
          <CountField
            id="al-parallel-layers"
            label="Layers at once"
            value={options.parallelLayers}
            onChange={(parallelLayers) => change({ parallelLayers })}
          />
        </div>
        <div className="al-setup-pair">
          <TextField
            id="al-rate"
            label="At most, MiB/s"
            value={options.rate}
            placeholder="no limit"
            problem={problems.rate}
            note={rate ? linkRate(rate) : 'Can be changed while it runs.'}
            onChange={(text) => change({ rate: text })}
          />
          {uses('archiveSize') && (
            <TextField
              id="al-archive-size"
              label="Largest piece, GiB"
              value={options.archiveSize}
              placeholder="500"
              problem={problems.archiveSize}
              note="Wins over archiveSize."
              onChange={(archiveSize) => change({ archiveSize })}
            />
          )}
          {uses('maxNestedPaths') && (
            <TextField
              id="al-nested"
              label="Longest path, parts"
              value={options.maxNestedPaths}
              placeholder="no limit"
              problem={problems.maxNestedPaths}
              note="For registries that nest little."
              onChange={(maxNestedPaths) => change({ maxNestedPaths })}
            />
          )}
        </div>
        <WindowsField
          id="al-windows"
          windows={options.windows}
          exitAtClose={options.exitAtClose}
          {...(workflow !== 'diskToMirror' && places.directory && { workspace: places.directory })}
          onChange={change}
        />
        <TextField
          id="al-first"
          label="Complete first"
          value={options.first}
          placeholder="release 4.18.9"
          note="A name, or a part of one; it is whole before all others."
          onChange={(first) => change({ first })}
        />
        {workflow === 'diskToMirror' && (
          <PathInput
            id="al-state"
            label="State folder of this side"
            kind="folder"
            value={places.state}
            onChange={(state) => changePlaces({ state })}
            placeholder={host.data?.stateDirectory ?? ''}
            helper="Runs, logs and cluster resources are kept there."
            {...(problems.state && { error: problems.state })}
          />
        )}
        <PathInput
          id="al-authfile"
          label="Auth file"
          kind="file"
          value={options.authFile}
          onChange={(authFile) => change({ authFile })}
          placeholder="the usual places"
          helper="Credentials of registries, as podman login writes them."
        />
        <fieldset className="al-setup-checks">
          <legend>What it may do</legend>
          {uses('resend') && (
            <Check
              id="al-resend"
              label="Carry again what was sent before"
              isChecked={options.resend}
              onChange={(resend) => change({ resend })}
            />
          )}
          {uses('trustLedger') && (
            <Check
              id="al-trust"
              label="Trust the ledger"
              description="Tags that an earlier run pushed are not asked for."
              isChecked={options.trustLedger}
              onChange={(trustLedger) => change({ trustLedger })}
            />
          )}
          {uses('verifyPush') && (
            <Check
              id="al-verify-push"
              label="Verify every image after the push"
              description="Requests each manifest and blob from the destination again. Without it a sample is verified, and everything after a server or connection error."
              isChecked={options.verifyPush}
              onChange={(verifyPush) => change({ verifyPush })}
            />
          )}
          {uses('icsp') && (
            <Check
              id="al-icsp"
              label="Write ImageContentSourcePolicy"
              description="In place of IDMS and ITMS, for clusters before 4.13."
              isChecked={options.icsp}
              onChange={(icsp) => change({ icsp })}
            />
          )}
          {uses('addDependencies') && (
            <Check
              id="al-dependencies"
              label="Add what operators need"
              description="Other operators of the catalog that the selected ones depend on are mirrored too."
              isChecked={options.addDependencies}
              onChange={(addDependencies) => change({ addDependencies })}
            />
          )}
          {uses('skipUnknown') && (
            <Check
              id="al-skip-unknown"
              label="Skip operators that the catalog does not have"
              description="Warns of an unknown package, channel or version, in place of refusing the run."
              isChecked={options.skipUnknown}
              onChange={(skipUnknown) => change({ skipUnknown })}
            />
          )}
          {uses('allowRemoval') && (
            <Check
              id="al-removal"
              label="Let catalogs lose operators"
              description="Clusters no longer find what a catalog at the destination has now and this selection has not. Recorded in the audit as an override."
              isChecked={options.allowRemoval}
              onChange={(allowRemoval) => change({ allowRemoval })}
            />
          )}
          <Check
            id="al-policy"
            label="Enforce the trust policy"
            description="Images that the policy.json of this host does not accept are not copied."
            isChecked={options.securePolicy}
            onChange={(securePolicy) => change({ securePolicy })}
          />
          {options.securePolicy && (
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
          )}
          {uses('probe') && (
            <Check
              id="al-probe"
              label="Ask the destination what it takes"
              description="Before the first push, with small content in a scratch repository that is emptied again."
              isChecked={options.probe}
              onChange={(probe) => change({ probe })}
            />
          )}
          <Check
            id="al-signatures"
            label="Leave image signatures behind"
            isChecked={options.removeSignatures}
            onChange={(removeSignatures) => change({ removeSignatures })}
          />
          <Check
            id="al-ignore"
            label="Take releases without a valid signature"
            description="Recorded in the audit as an override."
            isChecked={options.ignoreReleaseSignature}
            onChange={(ignoreReleaseSignature) => change({ ignoreReleaseSignature })}
          />
          {uses('sourceTlsVerify') && (
            <Check
              id="al-source-tls"
              label="Check certificates of sources"
              isChecked={options.sourceTlsVerify}
              onChange={(sourceTlsVerify) => change({ sourceTlsVerify })}
            />
          )}
          {uses('destinationTlsVerify') && (
            <Check
              id="al-destination-tls"
              label="Check the certificate of the destination"
              isChecked={options.destinationTlsVerify}
              onChange={(destinationTlsVerify) => change({ destinationTlsVerify })}
            />
          )}
        </fieldset>
      </div>
    </ExpandableSection>
  );
}
