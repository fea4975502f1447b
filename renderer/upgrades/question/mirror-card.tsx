import { capitalized } from '../../../core/contract/documents/words.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ProblemList } from '../../parts/failure.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';

/** What a way needs, as a configuration. @param note whether it is exactly that */
export function MirrorCard({ note, notes, yaml }: { note: string; notes: readonly string[]; yaml: string }) {
  return (
    <Card title="What to mirror" note={note} actions={<CopyButton text={yaml} label="Copy YAML" />}>
      <div className="al-column">
        <Notes notes={notes} />
        <pre className="al-upgrade-query">{yaml}</pre>
      </div>
    </Card>
  );
}

/** What should be known of an answer, a sentence each. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note}>
      <StateMark mark="info">{capitalized(note)}.</StateMark>
    </p>
  ));
}

/** Operators that a plan has no way for, and why. */
export function PlanProblems({ problems }: { problems: readonly { package: string; reason: string }[] }) {
  return problems.map(({ package: name, reason }) => (
    <p key={name}>
      <StateMark mark="bad">
        {name}: {reason}.
      </StateMark>
    </p>
  ));
}

/** What of an update graph could not be understood. */
export function GraphProblems({ problems }: { problems: ContractProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Card title="What was odd about the graph">
      <ProblemList problems={problems} />
    </Card>
  );
}
