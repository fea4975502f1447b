import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import {
  type Answers,
  changeLayout,
  type Layout,
  openQuestions,
  PRESETS,
  partOf,
  presetById,
} from '../../../core/contract/documents/nmstate.ts';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import { CLUSTER_FIELDS, clusterField, isInstallConfig, withClusterField } from './cluster-text.ts';

/** What all hosts have in common: the layout with its answers, the version, the cluster. */
export function LayoutDialog({ onClose }: { onClose: () => void }) {
  const { set, change } = useHosts();
  const [layout, setLayout] = useState<Layout>(set.layout);
  const [cluster, setCluster] = useState(set.cluster);
  const [version, setVersion] = useState(set.openShiftVersion);
  const preset = layout.preset ? presetById(layout.preset) : undefined;
  const questions = preset ? openQuestions(preset, layout.answers).filter(({ perHost }) => !perHost) : [];
  const answer = (answers: Answers) => setLayout({ ...layout, answers: { ...layout.answers, ...answers } });
  const choose = (id: string) => {
    if (id !== '') return setLayout({ ...layout, preset: id });
    // A template of one's own begins with what the preset would write.
    const template = layout.template ?? preset?.template(layout.answers, columns()) ?? '';
    setLayout({ ...layout, preset: '', template });
  };
  const columns = () => [
    ...new Set(
      set.hosts.flatMap((host) =>
        ['nic1', 'nic2', ...Object.keys(host.variables)].filter((part) => partOf(host, part) !== ''),
      ),
    ),
  ];
  const own = isInstallConfig(cluster);
  const save = () => {
    change('The layout was changed', (now) => ({
      ...changeLayout(now, layout),
      cluster,
      openShiftVersion: version.trim(),
    }));
    onClose();
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-hosts-layout-title">
      <ModalHeader
        title="Layout of all hosts"
        labelId="al-hosts-layout-title"
        description="What a row of the table does not say itself. Documents that were edited keep their edits."
      />
      <ModalBody>
        <div className="al-column">
          <FormGroup label="Layout" fieldId="al-hosts-preset">
            <FormSelect id="al-hosts-preset" value={layout.preset} onChange={(_event, id) => choose(id)}>
              {PRESETS.map(({ id, title }) => (
                <FormSelectOption key={id} value={id} label={title} />
              ))}
              <FormSelectOption value="" label="A template of its own (YAML)" />
            </FormSelect>
          </FormGroup>
          {preset && <p className="al-sub al-small">{preset.sentence}</p>}
          {preset ? (
            <div className="al-hosts-questions">
              {questions.map((question) => (
                <QuestionField
                  key={question.id}
                  id={`al-hosts-all-${question.id}`}
                  question={question}
                  value={layout.answers[question.id] ?? ''}
                  otherwise={question.default ?? (question.variable ? 'from the table' : '')}
                  onChange={(value) => answer({ [question.id]: value })}
                />
              ))}
            </div>
          ) : (
            <FormGroup label="Template, with {{ variables }} of the table" fieldId="al-hosts-template">
              <TextArea
                id="al-hosts-template"
                className="al-mono"
                rows={14}
                resizeOrientation="vertical"
                spellCheck={false}
                value={layout.template ?? ''}
                onChange={(_event, template) => setLayout({ ...layout, template })}
              />
            </FormGroup>
          )}
          <h3 className="al-hosts-part">Cluster</h3>
          {own ? (
            <p className="al-small">
              Read from an install-config.yaml.{' '}
              <button type="button" className="al-link" onClick={() => setCluster('')}>
                Forget it
              </button>
            </p>
          ) : (
            <div className="al-hosts-questions">
              {CLUSTER_FIELDS.map(({ key, label, placeholder }) => (
                <ClusterInput
                  key={key}
                  id={`al-hosts-${key}`}
                  label={label}
                  placeholder={placeholder}
                  began={clusterField(cluster, key)}
                  onChange={(value) => setCluster((text) => withClusterField(text, key, value))}
                />
              ))}
              <FormGroup label="OpenShift version of the nodes" fieldId="al-hosts-version">
                <TextInput
                  id="al-hosts-version"
                  className="al-mono"
                  value={version}
                  placeholder="4.18"
                  onChange={(_event, text) => setVersion(text)}
                />
              </FormGroup>
            </div>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button onClick={save}>Use for all hosts</Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function ClusterInput({
  id,
  label,
  placeholder,
  began,
  onChange,
}: {
  id: string;
  label: string;
  placeholder: string;
  began: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(began);
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput
        id={id}
        className="al-mono"
        value={text}
        placeholder={placeholder}
        onChange={(_event, value) => {
          setText(value);
          onChange(value);
        }}
      />
    </FormGroup>
  );
}
