import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { applyTextEdits, readYaml } from '../../../core/contract/documents/document.ts';
import { t as editor } from '../../editor/messages.ts';
import { type ListedProblem, ProblemPanel } from '../../editor/problem-list.tsx';
import { useRejection } from '../../engine/requests.ts';
import { type ConfigProblem, keyOf } from './analysis.ts';
import { t } from './messages.ts';
import { useAnalysis, useConfig } from './use-config.tsx';

export const PROBLEMS_ID = 'al-ic-problem-list';

/** The errors of the file, or all problems with its open warnings, with buttons that go to their fields. */
export function ConfigProblems({
  onGo,
  onClose,
}: {
  onGo: (problem: ConfigProblem) => void;
  onClose: () => void;
}) {
  const { fields, doc, edit, change } = useConfig();
  const { problems, errors, open: warnings } = useAnalysis();
  const rejection = useRejection('installConfig.save');
  const { acceptedWarnings } = fields;
  const listed = problems
    .filter(
      (problem) =>
        problem.level === 'error' ||
        (problem.level === 'warning' && !acceptedWarnings.includes(keyOf(problem))),
    )
    .toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))
    .map((problem): ListedProblem => {
      const { fix, path, line, level, message, remedy } = problem;
      return {
        level: level === 'error' ? 'error' : 'warning',
        // The place is shown next to it.
        text:
          path !== undefined && message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message,
        remedy,
        place: path || undefined,
        actions: [
          ...(fix && doc.faults.length === 0
            ? [
                {
                  label: fix.label,
                  rejection,
                  run: () => edit(() => readYaml(applyTextEdits(doc.text, fix.edits))),
                },
              ]
            : []),
          ...(level === 'warning'
            ? [
                {
                  label: t('acceptButton'),
                  rejection,
                  run: () => change({ acceptedWarnings: [...acceptedWarnings, keyOf(problem)] }),
                },
              ]
            : []),
          ...(path || line !== undefined
            ? [{ label: editor('goToFieldButton'), run: () => onGo(problem) }]
            : []),
        ],
      };
    });
  return (
    <ProblemPanel
      id={PROBLEMS_ID}
      label={t('problemsLabel')}
      title={problemsText({ errors, warnings })}
      problems={listed}
      most={errors || undefined}
    >
      <Button variant="link" isInline size="sm" onClick={onClose}>
        {t('hideProblemsButton')}
      </Button>
    </ProblemPanel>
  );
}

/** Returns the number of errors and warnings in words. */
function problemsText({ errors, warnings }: { errors: number; warnings: number }): string {
  if (errors === 0) return t('warningsToReview', { warnings });
  return warnings === 0 ? t('errorsToFix', { errors }) : t('problemsToFix', { errors, warnings });
}
