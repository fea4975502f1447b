import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import {
  type ImageSetView,
  removeRelease,
  setGraph,
  setKubeVirtContainer,
  setRelease,
} from '../../../core/contract/documents/image-set-form.ts';
import { SettledField } from '../draft/settled-field.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { versionProblem } from './words.ts';

/** What fewer than a tenth of configurations use: several channels, whole channels, the graph, KubeVirt. */
export function ClusterAllFields() {
  const { edit } = useDraft();
  const { releases, graph, kubeVirtContainer, release } = useImageSet();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const add = (typed: string) => {
    setName('');
    if (typed !== '' && !releases.some((each) => each.name === typed))
      edit((doc) => setRelease(doc, { name: typed }));
  };
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText="All fields"
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-column">
        {release !== undefined && (
          <p>
            The text names one payload, <code className="al-mono al-anywhere">{release}</code>: channels are
            ignored.
          </p>
        )}
        <div className="al-choose-rows">
          {releases.map((channel) => (
            <Channel key={channel.name} channel={channel} />
          ))}
          <div className="al-choose-row">
            <SettledField
              key={releases.length}
              id="al-choose-further"
              label="A further channel"
              value={name}
              placeholder="eus-4.16"
              onSettle={add}
            />
          </div>
        </div>
        <Checkbox
          id="al-choose-graph"
          label="Update graph"
          description="For an update service on the disconnected side."
          isChecked={graph}
          onChange={(_event, on) => edit((doc) => setGraph(doc, on))}
        />
        <Checkbox
          id="al-choose-kubevirt"
          label="KubeVirt images"
          description="CoreOS images for hosted clusters on OpenShift Virtualization (kubeVirtContainer)."
          isChecked={kubeVirtContainer}
          onChange={(_event, on) => edit((doc) => setKubeVirtContainer(doc, on))}
        />
      </div>
    </ExpandableSection>
  );
}

function Channel({ channel }: { channel: ImageSetView['releases'][number] }) {
  const { edit } = useDraft();
  const { name, minVersion, maxVersion, full, shortestPath } = channel;
  const id = `al-choose-channel-${name.replace(/[^a-z0-9]+/gi, '-')}`;
  return (
    <fieldset className="al-choose-set al-choose-row">
      <legend className="al-unseen">Channel {name}</legend>
      <SettledField
        id={id}
        label="Channel"
        value={name}
        onSettle={(typed) => typed !== '' && edit((doc) => setRelease(doc, { name: typed }, name))}
      />
      <SettledField
        id={`${id}-min`}
        label="minVersion"
        value={minVersion ?? ''}
        placeholder="none"
        wrong={(typed) => versionProblem(typed, false)}
        onSettle={(typed) => edit((doc) => setRelease(doc, { name, minVersion: typed || undefined }))}
      />
      <SettledField
        id={`${id}-max`}
        label="maxVersion"
        value={maxVersion ?? ''}
        placeholder="none"
        wrong={(typed) => versionProblem(typed, false)}
        onSettle={(typed) => edit((doc) => setRelease(doc, { name, maxVersion: typed || undefined }))}
      />
      <div className="al-choose-flags">
        <Checkbox
          id={`${id}-shortest`}
          label="shortestPath"
          isChecked={shortestPath}
          onChange={(_event, on) => edit((doc) => setRelease(doc, { name, shortestPath: on || undefined }))}
        />
        <Checkbox
          id={`${id}-full`}
          label="full"
          isChecked={full}
          onChange={(_event, on) => edit((doc) => setRelease(doc, { name, full: on || undefined }))}
        />
        <Button
          variant="link"
          isInline
          aria-label={`Remove channel ${name}`}
          onClick={() => edit((doc) => removeRelease(doc, name))}
        >
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
