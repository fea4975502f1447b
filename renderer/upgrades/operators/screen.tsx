import '../question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { AddToConfiguration } from '../question/add-to-configuration.tsx';
import { readingText } from '../question/catalogs.ts';
import { t as shared } from '../question/messages.ts';
import { UpgradeViews } from '../question/upgrade-views.tsx';
import { OperatorAnswer } from './answer.tsx';
import { OperatorForm } from './form.tsx';
import { t } from './messages.ts';
import { type OperatorQuestion, useOperatorQuestion } from './use-operator-question.ts';
import { carriedSentence, operatorSentence, targetOf } from './words.ts';

/** Shows the updates that OLM makes from the installed version of an operator, and its channels. */
export default function OperatorScreen() {
  const question = useOperatorQuestion();
  const { current, packages, path, send } = question;
  const answer = path.answer?.value;
  const failed = path.error !== undefined && current.package !== '';
  const [adding, setAdding] = useState(false);
  return (
    <Screen
      eyebrow={[shared('topic'), t('topic'), ...(current.package ? [current.package] : [])]}
      sentence={sentenceOf(question)}
      actions={
        answer && (
          <>
            <CopyButton text={answer.command} label={shared('copyCommandButton')} />
            {answer.configuration && <Button onClick={() => setAdding(true)}>{shared('addButton')}</Button>}
          </>
        )
      }
    >
      <UpgradeViews />
      <OperatorForm question={question} />
      {packages.error !== undefined && <FailureAlert error={packages.error} title={t('catalogsError')} />}
      {failed && (
        <FailureAlert
          error={path.error}
          title={t('pathError')}
          actions={
            <Button variant="link" isInline onClick={() => send({ package: '' })}>
              {t('otherPackageButton')}
            </Button>
          }
        />
      )}
      {answer ? (
        <OperatorAnswer answer={answer} name={current.package} onAsk={send} />
      ) : (
        !failed && (
          <Card>
            <Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>
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
          name={`upgrade-${current.package}-to-${targetOf(answer)}.yaml`}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}

function sentenceOf({ current, packages, path, working }: OperatorQuestion): string {
  if (working) return readingText((packages.asking ? packages : path).work);
  if (path.answer) return operatorSentence(current.package, current.from, path.answer.value);
  return path.error !== undefined && current.package
    ? t('failedTitle', { operator: current.package })
    : t('startTitle');
}
