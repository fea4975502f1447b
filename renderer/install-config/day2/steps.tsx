import type { Day2Step, PreCheck } from '../../../core/contract/topics/day2-requests.ts';
import { ShellCommands } from '../../parts/copy-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import { diffText } from './words.ts';

const VERDICTS: Record<PreCheck['verdict'], { mark: Mark; word: string }> = {
  pass: { mark: 'good', word: t('checkPassed') },
  fail: { mark: 'bad', word: t('checkFailed') },
  ask: { mark: 'waiting', word: t('checkManual') },
};

/** The steps of the plan in order, with checks, commands, wait conditions and rollback. */
export function Day2Steps({ steps }: { steps: readonly Day2Step[] }) {
  return (
    <ol className="al-d2-steps" aria-label={t('stepsLabel')}>
      {steps.map((step, index) => (
        <li key={step.id}>
          <Card
            title={t('stepTitle', { number: index + 1, step: step.title })}
            note={step.optional ? t('optionalNote') : undefined}
            label={t('stepLabel', { number: index + 1, step: step.title })}
          >
            <Step step={step} />
          </Card>
        </li>
      ))}
    </ol>
  );
}

function Step({ step }: { step: Day2Step }) {
  const { why, preChecks, checklist, files, commands, waitFor, rollback } = step;
  return (
    <div className="al-column">
      <p className="al-sub">{why}</p>
      {preChecks.length > 0 && (
        <section aria-label={t('preChecksTitle')}>
          <h3 className="al-small al-strong">{t('preChecksTitle')}</h3>
          <ul className="al-d2-checks">
            {preChecks.map(({ title, verdict, detail, command }) => (
              <li key={title}>
                <StateMark mark={VERDICTS[verdict].mark}>{VERDICTS[verdict].word}</StateMark>
                <div>
                  <p>{title}</p>
                  <p className="al-sub al-small al-anywhere">{detail}</p>
                  {command !== undefined && verdict !== 'pass' && (
                    <ShellCommands lines={[command]} what={t('copyCheckButton')} />
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {checklist.length > 0 && (
        <ul className="al-d2-checks">
          {checklist.map((item) => (
            <li key={item}>
              <StateMark mark="waiting" />
              <p>{item}</p>
            </li>
          ))}
        </ul>
      )}
      {files.map(({ path, object, before, diff }) => (
        <details key={path}>
          <summary>
            {object} {before === undefined && <span className="al-sub">{t('newObject')}</span>}{' '}
            <span className="al-mono al-small al-sub al-anywhere">{path}</span>
          </summary>
          <pre className="al-d2-diff al-mono">
            {diffText(diff)
              .split('\n')
              .map((line, index) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                  key={index}
                  className={
                    line.startsWith('+') ? 'al-d2-added' : line.startsWith('-') ? 'al-d2-removed' : ''
                  }
                >
                  {line}
                  {'\n'}
                </span>
              ))}
          </pre>
        </details>
      ))}
      {commands.length > 0 && (
        <section aria-label={t('commandsTitle')}>
          <h3 className="al-small al-strong">{t('commandsTitle')}</h3>
          <ShellCommands lines={commands} what={t('copyCommandsButton')} />
        </section>
      )}
      {waitFor.map(({ subject, command }) => (
        <section key={subject} aria-label={t('waitLabel')}>
          <h3 className="al-small al-strong">{t('waitTitle', { condition: subject })}</h3>
          <ShellCommands lines={[command]} what={t('copyWaitButton')} />
        </section>
      ))}
      {(rollback.commands.length > 0 || rollback.remains !== '') && (
        <details>
          <summary>{t('rollbackTitle')}</summary>
          {rollback.commands.length > 0 && (
            <ShellCommands lines={rollback.commands} what={t('copyRollbackButton')} />
          )}
          {rollback.remains !== '' && (
            <p className="al-sub al-small">{t('rollbackLimits', { limits: rollback.remains })}</p>
          )}
        </details>
      )}
    </div>
  );
}
