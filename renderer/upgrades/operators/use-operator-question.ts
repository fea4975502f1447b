import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useRefusal } from '../../engine/requests.ts';
import { type Ticketed, useTicketed } from '../../engine/ticketed.ts';
import { catalogsIn } from '../question/catalogs.ts';
import { putTexts } from '../question/upgrade-question.ts';
import { fieldsIn, type OperatorFields, operatorRequest } from './operator-question.ts';

/** A question about an operator: what is asked, what is typed, and the answers. */
export interface OperatorQuestion {
  workspace: string | undefined;
  /** As the address has it. */
  asked: OperatorFields;
  draft: OperatorFields;
  change(changes: Partial<OperatorFields>): void;
  /** Asks what is typed. */
  send(changes?: Partial<OperatorFields>): void;
  /** Of the catalogs that are typed. */
  packages: Ticketed<'upgrades.packages'>;
  listPackages(): void;
  path: Ticketed<'upgrades.operator'>;
  /** Catalogs are being read. */
  working: boolean;
}

/** The question of the address: it is asked when it changes. */
export function useOperatorQuestion(): OperatorQuestion {
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
    asked,
    draft,
    change: (changes) => setDraft({ ...draft, ...changes }),
    send: (changes = {}) =>
      setQuery((before) => {
        putTexts(before, { ...draft, ...changes });
        return before;
      }),
    packages,
    listPackages: () => void packages.ask({ catalogs: catalogsIn(draft.catalogs), workspace }),
    path,
    working: packages.asking || path.asking,
  };
}
