import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import { DEFAULT_GRAPH_BASE } from '../../../core/contract/documents/option-values.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../../engine/requests.ts';
import { Check, CountField, TextField } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { PathInputs } from '../../parts/fields/path-inputs.tsx';
import { linkRate } from '../../parts/format.ts';
import { termTag } from '../../parts/term.tsx';
import { typedRate } from '../../windows/rate-steps.ts';
import { WindowsField } from '../../windows/windows-field.tsx';
import {
  type Selected,
  type SetupField,
  type SetupOptions,
  type SetupPlaces,
  usesOption,
} from '../request/setup-fields.ts';
import { SetupChecks } from './checks.tsx';
import { ConnectionFields } from './connections.tsx';
import { LimitFields } from './limits.tsx';
import { t } from './messages.ts';

interface OptionsProps {
  workflow: WorkflowKind;
  options: SetupOptions;
  places: SetupPlaces;
  problems: Partial<Record<SetupField, string>>;
  selected: Selected;
  change: (changes: Partial<SetupOptions>) => void;
  changePlaces: (changes: Partial<SetupPlaces>) => void;
}

/** Fields that are shown outside of the collapsed part. */
const SHOWN = new Set<string>(['directory', 'config', 'destination', 'enclave']);

/** The options of a run, collapsed by default. */
export function SetupOptionsFields(props: OptionsProps) {
  const { workflow, options, places, problems, selected, change } = props;
  const wrong = Object.keys(problems).some((field) => !SHOWN.has(field));
  // Attached files of another screen are shown at once.
  const [open, setOpen] = useState(options.attach.length > 0);
  const uses = (option: keyof SetupOptions) => usesOption(workflow, option, selected);
  return (
    <ExpandableSection
      className="al-setup-more"
      toggleText={t(open || wrong ? 'fewerOptionsButton' : 'moreOptionsButton')}
      isExpanded={open || wrong}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-setup-fields">
        <div className="al-setup-pair">
          <CountField
            id="al-parallel-images"
            label={t('parallelImagesLabel')}
            value={options.parallelImages}
            onChange={(parallelImages) => change({ parallelImages })}
          />
          <CountField
            id="al-parallel-layers"
            label={t('parallelLayersLabel')}
            value={options.parallelLayers}
            onChange={(parallelLayers) => change({ parallelLayers })}
          />
        </div>
        <SizeFields {...props} uses={uses} />
        <WindowsField
          id="al-windows"
          windows={options.windows}
          exitAtClose={options.exitAtClose}
          workspace={workflow !== 'diskToMirror' && places.directory ? places.directory : undefined}
          onChange={change}
        />
        <LimitFields {...{ options, problems, change }} />
        <TextField
          id="al-first"
          label={t('firstLabel')}
          value={options.first}
          placeholder="release 4.18.9"
          note={t('firstHelp')}
          onChange={(first) => change({ first })}
        />
        {uses('graphBaseImage') && (
          <TextField
            id="al-graph-base"
            label={t('graphBaseLabel')}
            value={options.graphBaseImage}
            placeholder={DEFAULT_GRAPH_BASE}
            problem={problems.graphBaseImage}
            note={t('graphBaseHelp')}
            mono
            onChange={(graphBaseImage) => change({ graphBaseImage })}
          />
        )}
        {uses('attach') && !options.planFile && (
          <PathInputs
            id="al-attach"
            files={options.attach}
            labelOf={(number) => (number === 1 ? t('attachLabel') : t('attachNumberLabel', { number }))}
            placeholder={t('attachPlaceholder')}
            helper={t('attachHelp')}
            onChange={(attach) => change({ attach })}
          />
        )}
        <FolderFields {...props} uses={uses} />
        <SetupChecks options={options} uses={uses} change={change} />
        <ConnectionFields {...{ options, problems, change }} />
      </div>
    </ExpandableSection>
  );
}

interface PartProps extends OptionsProps {
  uses: (option: keyof SetupOptions) => boolean;
}

/** The rate limit, the archive size, and the depth of repository paths. */
function SizeFields({ options, problems, uses, change }: PartProps) {
  const rate = typedRate(options.rate);
  return (
    <div className="al-setup-pair">
      <TextField
        id="al-rate"
        label={t('rateLabel')}
        value={options.rate}
        placeholder={t('noLimitPlaceholder')}
        problem={problems.rate}
        note={rate ? linkRate(rate) : t('rateHelp')}
        onChange={(text) => change({ rate: text })}
      />
      {uses('archiveSize') && (
        <div className="al-setup-fields">
          <TextField
            id="al-archive-size"
            label={t('archiveSizeLabel')}
            value={options.archiveSize}
            placeholder="500"
            problem={problems.archiveSize}
            note={t('archiveSizeHelp')}
            onChange={(archiveSize) => change({ archiveSize })}
          />
          <Check
            id="al-strict-archive"
            label={t('strictArchiveSwitch')}
            description={t('strictArchiveHelp')}
            isChecked={options.strictArchive}
            onChange={(strictArchive) => change({ strictArchive })}
          />
        </div>
      )}
      {uses('maxNestedPaths') && (
        <TextField
          id="al-nested"
          label={t('pathDepthLabel')}
          value={options.maxNestedPaths}
          placeholder={t('noLimitPlaceholder')}
          problem={problems.maxNestedPaths}
          note={t('pathDepthHelp')}
          onChange={(maxNestedPaths) => change({ maxNestedPaths })}
        />
      )}
    </div>
  );
}

/** Folders that a push writes to, and the auth file. */
function FolderFields({ workflow, options, places, problems, uses, change, changePlaces }: PartProps) {
  const host = useAsk('host.describe', {});
  return (
    <>
      {workflow === 'diskToMirror' && (
        <PathInput
          id="al-state"
          label={t('stateLabel')}
          kind="directory"
          value={places.state}
          onChange={(state) => changePlaces({ state })}
          placeholder={host.data?.stateDirectory ?? ''}
          helper={t.parts('stateHelp', { state: termTag('stateFolder') })}
          error={problems.state || undefined}
        />
      )}
      {uses('configDirectory') && (
        <PathInput
          id="al-config-directory"
          label={t('configDirectoryLabel')}
          kind="directory"
          value={options.configDirectory}
          onChange={(configDirectory) => change({ configDirectory })}
          placeholder={t('configDirectoryPlaceholder', { workflow })}
          helper={t('configDirectoryHelp')}
          error={problems.configDirectory || undefined}
        />
      )}
      <PathInput
        id="al-authfile"
        label={t('authFileLabel')}
        kind="file"
        value={options.authFile}
        onChange={(authFile) => change({ authFile })}
        placeholder={t('authFilePlaceholder')}
        helper={t('authFileHelp')}
      />
    </>
  );
}
