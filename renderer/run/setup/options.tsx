import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../../engine/requests.ts';
import { CountField, TextField } from '../../parts/fields/option-fields.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { linkRate } from '../../parts/format.ts';
import { typedRate } from '../../windows/rate-steps.ts';
import { WindowsField } from '../../windows/windows-field.tsx';
import { type SetupField, type SetupOptions, type SetupPlaces, usesOption } from '../request/setup-fields.ts';
import { SetupChecks } from './checks.tsx';

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
          workspace={workflow !== 'diskToMirror' && places.directory ? places.directory : undefined}
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
            error={problems.state || undefined}
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
        <SetupChecks options={options} uses={uses} change={change} />
      </div>
    </ExpandableSection>
  );
}
