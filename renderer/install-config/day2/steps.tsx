import type { Day2Step, PreCheck } from '../../../core/contract/topics/day2-requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { diffText } from './words.ts';

const VERDICTS: Record<PreCheck['verdict'], { mark: Mark; word: string }> = {
  pass: { mark: 'good', word: 'Passed' },
  fail: { mark: 'bad', word: 'Failed' },
  ask: { mark: 'waiting', word: 'Look' },
};

/** The plan: each step is done, and waited for, before the next. */
export function Day2Steps({ steps }: { steps: readonly Day2Step[] }) {
  return (
    <ol className="al-d2-steps" aria-label="Steps of the plan">
      {steps.map((step, index) => (
        <li key={step.id}>
          <Card
            title={`${index + 1}. ${step.title}`}
            note={step.optional ? 'optional' : undefined}
            label={`Step ${index + 1}: ${step.title}`}
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
        <section aria-label="Before">
          <h3 className="al-small al-strong">Before</h3>
          <ul className="al-d2-checks">
            {preChecks.map(({ title, verdict, detail, command }) => (
              <li key={title}>
                <StateMark mark={VERDICTS[verdict].mark}>{VERDICTS[verdict].word}</StateMark>
                <div>
                  <p>{title}</p>
                  <p className="al-sub al-small al-anywhere">{detail}</p>
                  {command !== undefined && verdict !== 'pass' && (
                    <Shell lines={[command]} what="Copy the check" />
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
            {object} {before === undefined && <span className="al-sub">(new)</span>}{' '}
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
        <section aria-label="Do">
          <h3 className="al-small al-strong">Do</h3>
          <Shell lines={commands} what="Copy the commands" />
        </section>
      )}
      {waitFor.map(({ what, command }) => (
        <section key={what} aria-label="Wait">
          <h3 className="al-small al-strong">Wait until {what}</h3>
          <Shell lines={[command]} what="Copy the command" />
        </section>
      ))}
      {(rollback.commands.length > 0 || rollback.stays !== '') && (
        <details>
          <summary>Way back</summary>
          {rollback.commands.length > 0 && <Shell lines={rollback.commands} what="Copy the way back" />}
          {rollback.stays !== '' && <p className="al-sub al-small">What stays: {rollback.stays}.</p>}
        </details>
      )}
    </div>
  );
}

function Shell({ lines, what }: { lines: readonly string[]; what: string }) {
  const text = lines.join('\n');
  return (
    <div className="al-copied">
      <code className="al-d2-command al-mono">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
