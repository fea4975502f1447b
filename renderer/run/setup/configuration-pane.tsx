import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, type Ref, useMemo } from 'react';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { useKeys } from '../../app-state/keys.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor, type YamlEditorHandle } from '../../parts/yaml/yaml-editor.tsx';
import { lastPart } from '../request/setup-sentence.ts';
import type { EditedConfiguration } from '../request/use-configuration.ts';

/** The configuration in its editor, with what is wrong below it. */
export function ConfigurationPane({
  configuration,
  refused,
  editor,
  tabs,
}: {
  configuration: EditedConfiguration;
  /** Why a plan of this text was refused, by line. */
  refused: ContractProblem[];
  editor: Ref<YamlEditorHandle>;
  /** What else can be shown in this place. */
  tabs: ReactNode;
}) {
  const { file, text, unsaved, error, saving, saveError, conflict } = configuration;
  const problems = useMemo(() => [...configuration.problems, ...refused], [configuration.problems, refused]);
  useKeys([
    {
      key: 'Ctrl+S',
      label: 'Save the configuration',
      run: () => void configuration.save(),
      when: unsaved && !saving,
    },
  ]);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const jump = (problem: { line?: number | undefined; column?: number | undefined }) => {
    if (editor && typeof editor === 'object' && problem.line !== undefined)
      editor.current?.jump(problem.line, problem.column);
  };
  const ordered = useMemo(
    () => [...problems].sort((a, b) => Number(b.level === 'error') - Number(a.level === 'error')),
    [problems],
  );
  return (
    <section className="al-card al-setup-pane" aria-label="Configuration">
      <header>
        {tabs}
        <code className="al-mono al-cut" title={file}>
          {lastPart(file)}
        </code>
        <span className="al-actions al-end">
          {unsaved && <StateMark mark="warning">Not saved</StateMark>}
          <RequestButton
            request="configurations.save"
            variant="secondary"
            size="sm"
            isDisabled={!unsaved || saving}
            onClick={() => void configuration.save()}
          >
            Save file
          </RequestButton>
        </span>
      </header>
      {conflict ? (
        <Alert
          variant="warning"
          isInline
          component="h2"
          title="The file was changed by someone else since it was read"
          actionLinks={
            <>
              <Button variant="link" isInline onClick={() => void configuration.reload()}>
                Reload, and drop my changes
              </Button>
              <Button variant="link" isInline onClick={() => void configuration.overwrite()}>
                Overwrite with mine
              </Button>
            </>
          }
        />
      ) : (
        saveError !== undefined && <FailureAlert error={saveError} title="The file was not saved" />
      )}
      {error !== undefined && error !== null ? (
        <div className="al-in">
          <FailureAlert
            error={error}
            title="The configuration was not read"
            actions={
              <Button variant="link" isInline onClick={() => void configuration.reload()}>
                Try again
              </Button>
            }
          />
        </div>
      ) : (
        <div className="al-setup-editor">
          {text !== undefined && (
            <YamlEditor
              key={file}
              ref={editor}
              label={`Configuration ${lastPart(file)}`}
              value={text}
              onChange={configuration.change}
              problems={problems}
              imageSet
            />
          )}
        </div>
      )}
      {text !== undefined && (
        <div className="al-setup-problems">
          <p className="al-row al-small" role="status">
            {errors > 0 ? (
              <StateMark mark="bad">{counted(errors, 'error')}</StateMark>
            ) : problems.length > 0 ? (
              <StateMark mark="warning">{counted(problems.length, 'warning')}</StateMark>
            ) : (
              <StateMark mark="good">No problem found</StateMark>
            )}
            <span className="al-sub al-end">
              <kbd className="al-kbd">Ctrl Space</kbd> completes, <kbd className="al-kbd">Esc</kbd>{' '}
              <kbd className="al-kbd">Tab</kbd> leaves
            </span>
          </p>
          {ordered.length > 0 && <ProblemList problems={ordered} onOpen={jump} />}
        </div>
      )}
    </section>
  );
}
