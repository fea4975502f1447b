import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useRefusal } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { catalogsIn } from '../question/catalogs.ts';
import { putTexts } from '../question/upgrade-question.ts';
import { fieldsIn, type OperatorFields, operatorRequest } from './question.ts';

/** A question about an operator: what is asked, what is typed, and the answers. */
export type OperatorQuestion = ReturnType<typeof useOperatorQuestion>;

/** The question of the address: it is asked when it changes. */
export function useOperatorQuestion() {
  const workspace = useCurrentWorkspace();
  const [query, setQuery] = useSearchParams();
  const asked = fieldsIn(query);
  const [draft, setDraft] = useState(asked);
  const packages = useTicketed('upgrades.packages');
  const path = useTicketed('upgrades.operator');
  const refusal = useRefusal('upgrades.operator');
  const askPath = useRef(path.ask);
  askPath.current = path.ask;
  const signature = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the question; the rest is how it is asked
  useEffect(() => {
    setDraft(asked);
    const request = operatorRequest(asked, workspace);
    if (request && refusal === undefined) void askPath.current(request);
  }, [signature, workspace, refusal]);
  const forgetError = useRef(packages.forgetError);
  forgetError.current = packages.forgetError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other catalogs may well be read
  useEffect(() => forgetError.current(), [draft.catalogs]);
  return {
    workspace,
    /** As the address has it. */
    asked,
    draft,
    change: (changes: Partial<OperatorFields>) => setDraft({ ...draft, ...changes }),
    /** Asks what is typed. */
    send: (changes = {}) =>
      setQuery((before) => {
        putTexts(before, { ...draft, ...changes });
        return before;
      }),
    /** Of the catalogs that are typed. */
    packages,
    listPackages: () => void packages.ask({ catalogs: catalogsIn(draft.catalogs), workspace }),
    path,
    /** Catalogs are being read. */
    working: packages.asking || path.asking,
  };
}
