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
import { t as common } from '../messages.ts';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import { CLUSTER_FIELDS, clusterField, isInstallConfig, withClusterField } from './cluster-text.ts';
import { t } from './messages.ts';

/** Edits the settings of all hosts: the layout, the release and the cluster. */
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
    // A custom template starts with the document of the preset.
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
    change(t('layoutChanged'), (now) => ({
      ...changeLayout(now, layout),
      cluster,
      openShiftVersion: version.trim(),
    }));
    onClose();
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-hosts-layout-title">
      <ModalHeader title={t('layoutTitle')} labelId="al-hosts-layout-title" description={t('layoutHelp')} />
      <ModalBody>
        <div className="al-column">
          <FormGroup label={t('layoutLabel')} fieldId="al-hosts-preset">
            <FormSelect id="al-hosts-preset" value={layout.preset} onChange={(_event, id) => choose(id)}>
              {PRESETS.map(({ id, title }) => (
                <FormSelectOption key={id} value={id} label={title} />
              ))}
              <FormSelectOption value="" label={t('templateOption')} />
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
                  otherwise={question.default ?? (question.variable ? t('fromTablePlaceholder') : '')}
                  onChange={(value) => answer({ [question.id]: value })}
                />
              ))}
            </div>
          ) : (
            <FormGroup label={t('templateLabel', { variable: '{{ nic1 }}' })} fieldId="al-hosts-template">
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
          <h3 className="al-hosts-part">{t('clusterTitle')}</h3>
          {own ? (
            <p className="al-small">
              {t('installConfigText')}{' '}
              <button type="button" className="al-link" onClick={() => setCluster('')}>
                {t('removeClusterButton')}
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
                  initial={clusterField(cluster, key)}
                  onChange={(value) => setCluster((text) => withClusterField(text, key, value))}
                />
              ))}
              <FormGroup label={t('versionLabel')} fieldId="al-hosts-version">
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
        <Button onClick={save}>{t('useButton')}</Button>
        <Button variant="link" onClick={onClose}>
          {common('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function ClusterInput({
  id,
  label,
  placeholder,
  initial,
  onChange,
}: {
  id: string;
  label: string;
  placeholder: string;
  initial: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(initial);
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
