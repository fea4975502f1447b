import { capitalized } from '../../core/contract/documents/words.ts';
import './question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { ListIcon } from '@patternfly/react-icons/dist/esm/icons/list-icon';
import { WrenchIcon } from '@patternfly/react-icons/dist/esm/icons/wrench-icon';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ContractJointPlan } from '../../core/contract/topics/operator-upgrades.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk } from '../engine/requests.ts';
import { useTicketed } from '../engine/ticketed.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { savePage, saveSvg } from '../parts/save-picture.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { carriedSentence } from './operators/operator-words.ts';
import { AddToConfiguration } from './question/add-to-configuration.tsx';
import { CatalogField, catalogsIn, readingText } from './question/catalog-field.tsx';
import { namedOperators } from './question/named-operators.ts';
import { OperatorsCard } from './question/operators-card.tsx';
import { QuestionForm } from './question/question-form.tsx';
import { pathRequest, type UpgradeQuestion } from './question/upgrade-question.ts';
import { UpgradeViews } from './question/upgrade-views.tsx';
import { originText } from './question/upgrade-words.ts';
import { useUpgradeQuestion } from './question/use-upgrade-question.ts';

/** OpenShift and the operators on it, in the order in which they move. */
export default function PlanScreen() {
  const workspace = useCurrentWorkspace();
  const settings = useAsk('settings.read', {});
  const { question, change } = useUpgradeQuestion(
    settings.data?.side === 'disconnected' ? 'kept' : 'service',
  );
  const [query, setQuery] = useSearchParams();
  const [catalogs, setCatalogs] = useState(query.get('catalogs') ?? '');
  const [operators, setOperators] = useState(query.get('operators') ?? '');
  const [asNeeded, setAsNeeded] = useState(false);
  const known = useAsk(
    'upgrades.versions',
    { architecture: question.architecture, ...(workspace !== undefined && { workspace }) },
    { keep: true },
  );
  const plan = useTicketed('upgrades.plan');
  const now = useNow();
  const { named, wrong } = namedOperators(operators);
  const ask = (changes: Partial<UpgradeQuestion>) => {
    const next = { ...question, ...changes };
    const request = pathRequest(next, workspace);
    change(changes);
    setQuery((before) => {
      for (const [name, text] of Object.entries({ catalogs, operators }))
        if (text.trim()) before.set(name, text.trim());
        else before.delete(name);
      return before;
    });
    if (request && wrong.length === 0)
      void plan.ask({ ...request, catalogs: catalogsIn(catalogs), operators: named, asNeeded });
  };
  const answer = plan.error === undefined ? plan.answer?.value : undefined;
  const [adding, setAdding] = useState(false);
  const name = `upgrade-${question.from}-to-${question.to}`;
  return (
    <Screen
      eyebrow={['Upgrades', 'plan', ...(answer?.origins ?? []).map((origin) => originText(origin, now))]}
      sentence={
        plan.asking
          ? readingText(plan.work, 'Planning')
          : answer
            ? answer.sentence.replace(/\.$/, '')
            : 'From which OpenShift to which, and with which operators?'
      }
      actions={
        answer &&
        answer.steps.length > 0 && (
          <>
            <CopyButton text={answer.command} label="Copy command" />
            {answer.channels.length + answer.carried.length > 0 && (
              <Button onClick={() => setAdding(true)}>Add to configuration</Button>
            )}
          </>
        )
      }
    >
      <UpgradeViews />
      <QuestionForm
        question={question}
        known={known.data}
        asking={plan.asking}
        onAsk={ask}
        request="upgrades.plan"
        action="Make the plan"
      >
        <div className="al-two">
          <CatalogField value={catalogs} onChange={setCatalogs} />
          <FormGroup label="Operators, one a line" fieldId="al-upgrade-operators">
            <TextArea
              id="al-upgrade-operators"
              className="al-mono"
              rows={2}
              resizeOrientation="vertical"
              value={operators}
              placeholder={'cluster-logging=5.9.9@stable-5.9\nodf-operator=4.16.6'}
              validated={wrong.length > 0 ? 'error' : 'default'}
              onChange={(_event, text) => setOperators(text)}
            />
            <FormHelperText>
              <HelperText>
                <HelperTextItem variant={wrong.length > 0 ? 'error' : 'default'}>
                  {wrong.length > 0
                    ? `Written as NAME=VERSION or NAME=VERSION@CHANNEL; not so: ${wrong.join(', ')}`
                    : 'NAME=VERSION that is installed, or NAME=VERSION@CHANNEL with the channel that is followed.'}
                </HelperTextItem>
              </HelperText>
            </FormHelperText>
            <Checkbox
              id="al-upgrade-as-needed"
              label="Only where OpenShift demands it"
              isChecked={asNeeded}
              onChange={(_event, checked) => setAsNeeded(checked)}
            />
          </FormGroup>
        </div>
      </QuestionForm>
      {plan.error !== undefined && <FailureAlert error={plan.error} title="The plan was not made" />}
      {answer ? (
        <Plan plan={answer} name={name} />
      ) : (
        plan.error === undefined && (
          <Card>
            <Empty title="The plan will stand here, step by step">
              Which operator moves before which update of OpenShift and why, when the catalog changes, and
              whether each step holds. It can be saved as a page to print, with a box to tick before each
              step.
            </Empty>
          </Card>
        )
      )}
      {adding && answer && (
        <AddToConfiguration
          content={{
            channels: answer.channels,
            operators: answer.carried,
            architecture: question.architecture,
          }}
          selects={carriedSentence(answer.extra)}
          problems={[]}
          yaml={answer.yaml}
          workspace={workspace}
          name={`${name}.yaml`}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}

const MARKS = { ok: 'good', fails: 'bad', note: 'info' } as const satisfies Record<string, Mark>;

/** @param name of saved files */
function Plan({ plan, name }: { plan: ContractJointPlan; name: string }) {
  const { refusal, steps, operators, problems, yaml, extra, notes, graphProblems } = plan;
  return (
    <>
      {refusal !== undefined && (
        <Card title={<StateMark mark="warning">OpenShift itself has no way</StateMark>}>
          {capitalized(refusal)}
        </Card>
      )}
      {problems.map(({ package: of, reason }) => (
        <p key={of}>
          <StateMark mark="bad">
            {of}: {reason}.
          </StateMark>
        </p>
      ))}
      {steps.length > 0 && (
        <Card
          title="Steps, in their order"
          note={plan.possible ? 'every check holds' : 'not all checks hold'}
          actions={
            <>
              <Button variant="link" isInline onClick={() => savePage(plan.html, name)}>
                Save page to print
              </Button>
              <Button variant="link" isInline onClick={() => saveSvg(plan.svg, name)}>
                Save SVG
              </Button>
            </>
          }
        >
          <ol className="al-joint-steps">
            {steps.map(({ type, title, details, checks }) => (
              <li key={`${type} ${title}`}>
                <StepSign type={type} />
                <div>
                  <p className="al-strong">{title}</p>
                  {details.map((detail) => (
                    <p key={detail} className="al-sub al-small">
                      {detail}
                    </p>
                  ))}
                  {checks.map(({ mark, text }) => (
                    <p key={text}>
                      <StateMark mark={MARKS[mark]}>
                        {mark === 'fails' ? 'Fails: ' : ''}
                        {text}
                      </StateMark>
                    </p>
                  ))}
                </div>
              </li>
            ))}
          </ol>
        </Card>
      )}
      <OperatorsCard operators={operators} />
      {yaml !== '' && (
        <Card
          title="What to mirror"
          note={extra.length === 0 ? 'exactly what the steps need' : `beside the steps: ${extra.join(', ')}`}
          actions={<CopyButton text={yaml} label="Copy YAML" />}
        >
          <div className="al-column">
            {notes.map((note) => (
              <p key={note}>
                <StateMark mark="info">{capitalized(note)}.</StateMark>
              </p>
            ))}
            <pre className="al-upgrade-query">{yaml}</pre>
          </div>
        </Card>
      )}
      {graphProblems.length > 0 && (
        <Card title="What was odd about the graph">
          <ProblemList problems={graphProblems} />
        </Card>
      )}
    </>
  );
}

/** Round: OpenShift moves. Square: an operator, or the catalog that operators come from. */
function StepSign({ type }: { type: ContractJointPlan['steps'][number]['type'] }) {
  if (type === 'openshift')
    return (
      <span className="al-upgrade-round" role="img" aria-label="OpenShift">
        <ArrowRightIcon />
      </span>
    );
  return (
    <span
      className={type === 'operator' ? 'al-upgrade-square' : 'al-upgrade-square al-upgrade-square-quiet'}
      role="img"
      aria-label={type === 'operator' ? 'Operator' : 'Catalog'}
    >
      {type === 'operator' ? <WrenchIcon /> : <ListIcon />}
    </span>
  );
}
