import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { type ImageSetView, imageSetView } from '../../../core/contract/documents/image-set-form.ts';
import {
  type CatalogCard,
  type ContractLookUp,
  catalogCard,
  type Draft,
  type DraftPlan,
  draft as draftSchema,
  lookUp as lookUpSchema,
} from '../../../core/contract/topics/drafts.ts';
import { completed, type Part } from '../../engine/completed.fixture.ts';
import { type Answers, type OpenScreen, openScreen } from '../../engine/screen.fixture.tsx';
import ChooseScreen from '../choose-screen.tsx';
import { DraftProvider, useDraft } from './use-draft.tsx';
import { DraftPlanProvider } from './use-draft-plan.tsx';

/** A configuration without content. */
export const EMPTY = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n';

/** A configuration with this YAML below `mirror`. */
export function mirrorText(yaml: string): string {
  const lines = yaml.trim().split('\n');
  return EMPTY.replace('mirror: {}', ['mirror:', ...lines.map((line) => `  ${line}`)].join('\n'));
}

/** A text that doesn't parse, for a disabled form. */
export const FAULTY = `${EMPTY}broken: [\n`;

/** Returns a draft of the workspace `/w` with the given fields. */
export function draftOf(part: Part<Draft> = {}): Draft {
  return completed(draftSchema, { id: 'd1', file: '/w/set.yaml', text: EMPTY, workspace: '/w', ...part });
}

/** Returns a card of the operator step. */
export function cardOf(name: string, part: Part<CatalogCard> = {}): CatalogCard {
  const channels = [{ name: 'stable', head: `${name}.v1.3.0`, versions: ['1.3.0', '1.2.0', '1.1.0'] }];
  return completed(catalogCard, { package: name, defaultChannel: 'stable', channels, ...part });
}

/** Returns data that can be loaded with a download of 2 MiB. */
export function lookUpOf(kind: ContractLookUp['kind'], part: Part<ContractLookUp> = {}): ContractLookUp {
  return completed(lookUpSchema, { id: `${kind} a`, kind, name: `${kind} a`, bytes: 2 * 1024 ** 2, ...part });
}

/** A page over an open draft. */
export interface OpenDraftPart extends OpenScreen {
  /** The current draft of the page. */
  draft: () => Draft;
  /** The content of its text. */
  view: () => ImageSetView;
}

/** Opens a part of the wizard over a draft; `drafts.plan` answers with an empty plan unless given. */
export function openInDraft(
  element: ReactNode,
  part: Part<Draft> = {},
  answers: Answers = {},
  address = '/choose/d1/cluster',
): OpenDraftPart {
  const opened = draftOf(part);
  let now = opened;
  const Probe = () => {
    now = useDraft().draft;
    return null;
  };
  const screen = openScreen(
    <DraftProvider draft={opened}>
      <DraftPlanProvider>
        {element}
        <Probe />
      </DraftPlanProvider>
    </DraftProvider>,
    { ...ANSWERS, ...answers },
    address,
  );
  return { ...screen, draft: () => now, view: () => imageSetView(readYaml(now.text)) };
}

/** Opens the wizard itself at an address. */
export function openChoose(address: string, part: Part<Draft> = {}, answers: Answers = {}): OpenScreen {
  return openScreen(
    <Routes>
      <Route path="/choose" element={<ChooseScreen />} />
      <Route path="/choose/:draft" element={<ChooseScreen />} />
      <Route path="/choose/:draft/:step" element={<ChooseScreen />} />
      <Route path="*" element={<p>another screen</p>} />
    </Routes>,
    { ...ANSWERS, 'drafts.read': draftOf(part), ...answers },
    address,
  );
}

const ANSWERS: Answers = {
  'drafts.plan': {},
  'drafts.save': ({ id, file }) => ({ id, file }),
  'drafts.list': { drafts: [] },
  'workspaces.list': { workspaces: [] },
  'configurations.list': { configurations: [] },
  'registries.list': { registries: [] },
  'upgrades.versions': { versions: [] },
};

export type PlanPart = Part<DraftPlan>;
