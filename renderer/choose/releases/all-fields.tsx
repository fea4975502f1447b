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
import { DEFAULT_GRAPH_BASE } from '../../../core/contract/documents/option-values.ts';
import { graphBaseProblem } from '../../run/request/graph-base.ts';
import { versionProblem } from '../../upgrades/question/typed-version.ts';
import { SettledField } from '../draft/settled-field.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { t } from './messages.ts';

/** Rarely used fields: several channels, complete channels, the update graph, KubeVirt. */
export function ClusterAllFields() {
  const { edit, draft, change } = useDraft();
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
      toggleText={t('allFieldsTitle')}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-column">
        {release !== undefined && (
          <p>
            {t.parts('payloadText', {
              payload: release,
              code: (inner) => (
                <code key="payload" className="al-mono al-anywhere">
                  {inner}
                </code>
              ),
            })}
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
              label={t('addChannelLabel')}
              value={name}
              placeholder="eus-4.16"
              onSettle={add}
            />
          </div>
        </div>
        <Checkbox
          id="al-choose-graph"
          label={t('graphLabel')}
          description={t('graphHelp')}
          isChecked={graph}
          onChange={(_event, on) => edit((doc) => setGraph(doc, on))}
        />
        {graph && (
          <SettledField
            id="al-choose-graph-base"
            label={t('graphBaseLabel')}
            value={draft.options.graphBaseImage ?? ''}
            placeholder={DEFAULT_GRAPH_BASE}
            wrong={graphBaseProblem}
            onSettle={(typed) => {
              const { graphBaseImage: _, ...options } = draft.options;
              change({ options: typed === '' ? options : { ...options, graphBaseImage: typed } });
            }}
          />
        )}
        <Checkbox
          id="al-choose-kubevirt"
          label={t('kubeVirtLabel')}
          description={t('kubeVirtHelp')}
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
      <legend className="al-unseen">{t('channelTitle', { name })}</legend>
      <SettledField
        id={id}
        label={t('channelLabel')}
        value={name}
        onSettle={(typed) => typed !== '' && edit((doc) => setRelease(doc, { name: typed }, name))}
      />
      <SettledField
        id={`${id}-min`}
        label="minVersion"
        value={minVersion ?? ''}
        placeholder={t('nonePlaceholder')}
        wrong={(typed) => versionProblem(typed, false)}
        onSettle={(typed) => edit((doc) => setRelease(doc, { name, minVersion: typed || undefined }))}
      />
      <SettledField
        id={`${id}-max`}
        label="maxVersion"
        value={maxVersion ?? ''}
        placeholder={t('nonePlaceholder')}
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
          aria-label={t('removeChannelLabel', { name })}
          onClick={() => edit((doc) => removeRelease(doc, name))}
        >
          {t('removeButton')}
        </Button>
      </div>
    </fieldset>
  );
}
