import { useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '../../core/contract/contract.ts';
import { useAsk, useDo } from '../engine/requests.ts';

export type RiskAnswersOfWorkspace = ReturnType<typeof useRiskAnswers>;
type NewAnswer = NonNullable<RequestInput<'upgrades.answerRisk'>['answer']>;

/** Returns the decisions about known risks that the workspace records, and a function that changes them. */
export function useRiskAnswers(workspace: string | undefined) {
  const queries = useQueryClient();
  const recorded = useAsk(
    'upgrades.riskAnswers',
    { workspace: workspace ?? '' },
    { enabled: workspace !== undefined },
  );
  const save = useDo('upgrades.answerRisk');
  return {
    /** Whether there is a workspace to record decisions in. */
    possible: workspace !== undefined,
    answers: workspace === undefined ? [] : (recorded.data?.answers ?? []),
    error: save.error ?? recorded.error,
    isPending: save.isPending,
    /** @param answer undefined removes the decision @param onSaved called after the workspace recorded it */
    record(risk: string, answer: NewAnswer | undefined, onSaved?: () => void) {
      if (workspace === undefined) return;
      save.mutate(
        { workspace, risk, answer },
        {
          onSuccess: (now) => {
            queries.setQueryData(['upgrades.riskAnswers', { workspace }], now);
            void queries.invalidateQueries({ queryKey: ['upgrades.path'] });
            onSaved?.();
          },
        },
      );
    },
  };
}
