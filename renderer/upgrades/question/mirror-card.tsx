import { asSentence } from '../../../core/contract/documents/words.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ProblemList } from '../../parts/failure.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Shows the configuration that mirrors a path. @param note whether the configuration selects additional versions */
export function MirrorCard({ note, notes, yaml }: { note: string; notes: readonly string[]; yaml: string }) {
  return (
    <Card
      title={t('mirrorTitle')}
      note={note}
      actions={<CopyButton text={yaml} label={t('copyYamlButton')} />}
    >
      <div className="al-column">
        <Notes notes={notes} />
        <pre className="al-upgrade-query">{yaml}</pre>
      </div>
    </Card>
  );
}

/** Shows the notes of an answer as sentences. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note}>
      <StateMark mark="info">{asSentence(note)}</StateMark>
    </p>
  ));
}

/** Shows the operators without an upgrade path in a plan, with the reasons. */
export function PlanProblems({ problems }: { problems: readonly { package: string; reason: string }[] }) {
  return problems.map(({ package: name, reason }) => (
    <p key={name}>
      <StateMark mark="bad">{t('operatorProblem', { operator: name, reason })}</StateMark>
    </p>
  ));
}

/** Shows the problems of an update graph. */
export function GraphProblems({ problems }: { problems: ContractProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Card title={t('graphProblemsTitle')}>
      <ProblemList problems={problems} />
    </Card>
  );
}
