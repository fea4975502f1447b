import '../question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { AddToConfiguration } from '../question/add-to-configuration.tsx';
import { readingText } from '../question/catalogs.ts';
import { UpgradeViews } from '../question/upgrade-views.tsx';
import { OperatorAnswer } from './answer.tsx';
import { OperatorForm } from './form.tsx';
import { type OperatorQuestion, useOperatorQuestion } from './use-operator-question.ts';
import { carriedSentence, operatorSentence, targetOf } from './words.ts';

/** The updates that OLM makes of an operator from what is installed, and its channels as rails. */
export default function OperatorScreen() {
  const question = useOperatorQuestion();
  const { asked, packages, path, send } = question;
  const answer = path.answer?.value;
  const failed = path.error !== undefined && asked.package !== '';
  const [adding, setAdding] = useState(false);
  return (
    <Screen
      eyebrow={['Upgrades', 'operators', ...(asked.package ? [asked.package] : [])]}
      sentence={sentenceOf(question)}
      actions={
        answer && (
          <>
            <CopyButton text={answer.command} label="Copy command" />
            {answer.configuration && <Button onClick={() => setAdding(true)}>Add to configuration</Button>}
          </>
        )
      }
    >
      <UpgradeViews />
      <OperatorForm question={question} />
      {packages.error !== undefined && (
        <FailureAlert error={packages.error} title="The catalogs could not be read" />
      )}
      {failed && (
        <FailureAlert
          error={path.error}
          title="The operator could not be looked at"
          actions={
            <Button variant="link" isInline onClick={() => send({ package: '' })}>
              Choose another package
            </Button>
          }
        />
      )}
      {answer ? (
        <OperatorAnswer answer={answer} name={asked.package} onAsk={send} />
      ) : (
        !failed && (
          <Card>
            <Empty title="A channel will stand here as a rail">
              Its head on top, what replaces what as the line, versions that are skipped beside it, ranges as
              brackets, and the updates that OLM makes from what is installed.
            </Empty>
          </Card>
        )
      )}
      {adding && answer?.configuration && (
        <AddToConfiguration
          content={{ operators: answer.configuration.catalogs }}
          selects={carriedSentence(answer.configuration.extra)}
          problems={[]}
          yaml={answer.configuration.yaml}
          workspace={question.workspace}
          name={`upgrade-${asked.package}-to-${targetOf(answer)}.yaml`}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}

function sentenceOf({ asked, packages, path, working }: OperatorQuestion): string {
  if (working) return readingText((packages.asking ? packages : path).work, 'Looking');
  if (path.answer) return operatorSentence(asked.package, asked.from, path.answer.value);
  return path.error !== undefined && asked.package
    ? `The updates of ${asked.package} are not known`
    : 'Which operator, and which version of it is installed?';
}
