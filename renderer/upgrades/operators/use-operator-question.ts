import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useRejection } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { catalogsIn } from '../question/catalogs.ts';
import { putTexts } from '../question/upgrade-question.ts';
import { fieldsIn, type OperatorFields, operatorRequest } from './question.ts';

/** A question about an operator: as sent, as typed, and the answers. */
export type OperatorQuestion = ReturnType<typeof useOperatorQuestion>;

/** Returns the question of the address, which is sent when it changes. */
export function useOperatorQuestion() {
  const workspace = useCurrentWorkspace();
  const [query, setQuery] = useSearchParams();
  const current = fieldsIn(query);
  const [draft, setDraft] = useState(current);
  const packages = useTicketed('upgrades.packages');
  const path = useTicketed('upgrades.operator');
  const rejection = useRejection('upgrades.operator');
  const askPath = useRef(path.ask);
  askPath.current = path.ask;
  const signature = JSON.stringify(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the address sends the question
  useEffect(() => {
    setDraft(current);
    const request = operatorRequest(current, workspace);
    if (request && rejection === undefined) void askPath.current(request);
  }, [signature, workspace, rejection]);
  const forgetError = useRef(packages.forgetError);
  forgetError.current = packages.forgetError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other catalogs may be readable
  useEffect(() => forgetError.current(), [draft.catalogs]);
  return {
    workspace,
    /** The question of the address. */
    current,
    draft,
    change: (changes: Partial<OperatorFields>) => setDraft({ ...draft, ...changes }),
    /** Sends the typed question. */
    send: (changes = {}) =>
      setQuery((before) => {
        putTexts(before, { ...draft, ...changes });
        return before;
      }),
    /** The packages of the typed catalogs. */
    packages,
    listPackages: () => void packages.ask({ catalogs: catalogsIn(draft.catalogs), workspace }),
    path,
    /** Whether catalogs are being read. */
    working: packages.asking || path.asking,
  };
}
