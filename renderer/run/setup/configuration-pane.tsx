import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { useKeys } from '../../app-state/keys.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor, type YamlEditorHandle } from '../../parts/yaml/yaml-editor.tsx';
import { lastPart } from '../request/setup-sentence.ts';
import type { EditedConfiguration } from '../request/use-configuration.ts';
import { t } from './messages.ts';
import { type CatalogAccess, PinDialog } from './pin-dialog.tsx';

/** Shows the configuration in its editor, with its problems below. */
export function ConfigurationPane({
  configuration,
  access,
  rejected,
  editor,
  tabs,
}: {
  configuration: EditedConfiguration;
  /** How the registries of catalogs are reached. */
  access: CatalogAccess;
  /** Why a plan of this text was rejected, by line. */
  rejected: ContractProblem[];
  editor: Ref<YamlEditorHandle>;
  /** Switches between the configuration and its plan. */
  tabs: ReactNode;
}) {
  const { file, text, unsaved, error, saving, saveError, conflict } = configuration;
  const [pinning, setPinning] = useState(false);
  const problems = useMemo(
    () => [...configuration.problems, ...rejected],
    [configuration.problems, rejected],
  );
  useKeys([
    {
      key: 'Ctrl+S',
      label: t('saveShortcut'),
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
    <section className="al-card al-setup-pane" aria-label={t('configurationTitle')}>
      <header>
        {tabs}
        <code className="al-mono al-cut" title={file}>
          {lastPart(file)}
        </code>
        <span className="al-actions al-end">
          {unsaved && <StateMark mark="warning">{t('unsaved')}</StateMark>}
          {configuration.selected.operators === true && errors === 0 && (
            <RequestButton
              request="configurations.pin"
              variant="secondary"
              size="sm"
              onClick={() => setPinning(true)}
            >
              {t('pinButton')}
            </RequestButton>
          )}
          <RequestButton
            request="configurations.save"
            variant="secondary"
            size="sm"
            isDisabled={!unsaved || saving}
            onClick={() => void configuration.save()}
          >
            {t('saveFileButton')}
          </RequestButton>
        </span>
      </header>
      {pinning && text !== undefined && (
        <PinDialog
          file={file}
          text={text}
          access={access}
          onPin={configuration.change}
          onClose={() => setPinning(false)}
        />
      )}
      {conflict ? (
        <Alert
          variant="warning"
          isInline
          component="h2"
          title={t('conflictTitle')}
          actionLinks={
            <>
              <Button variant="link" isInline onClick={() => void configuration.reload()}>
                {t('reloadButton')}
              </Button>
              <Button variant="link" isInline onClick={() => void configuration.overwrite()}>
                {t('overwriteButton')}
              </Button>
            </>
          }
        />
      ) : (
        saveError !== undefined && <FailureAlert error={saveError} title={t('saveFailedTitle')} />
      )}
      {error !== undefined && error !== null ? (
        <div className="al-in">
          <FailureAlert
            error={error}
            title={t('readFailedTitle')}
            actions={
              <Button variant="link" isInline onClick={() => void configuration.reload()}>
                {t('readAgainButton')}
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
              label={t('editorLabel', { file: lastPart(file) })}
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
              <StateMark mark="bad">{t('errorCount', { errors })}</StateMark>
            ) : problems.length > 0 ? (
              <StateMark mark="warning">{t('warningCount', { warnings: problems.length })}</StateMark>
            ) : (
              <StateMark mark="good">{t('noProblems')}</StateMark>
            )}
            <span className="al-sub al-end">
              {t.parts('editorKeys', { complete: kbd, escape: kbd, tab: kbd })}
            </span>
          </p>
          {ordered.length > 0 && <ProblemList problems={ordered} onOpen={jump} />}
        </div>
      )}
    </section>
  );
}

function kbd(inner: ReactNode[]) {
  return (
    <kbd key={inner.join('')} className="al-kbd">
      {inner}
    </kbd>
  );
}
