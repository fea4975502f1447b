import './choose.css';
import './start.css';
import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { ArrowUpIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-up-icon';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { FileIcon } from '@patternfly/react-icons/dist/esm/icons/file-icon';
import { HistoryIcon } from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { PlusCircleIcon } from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { type Door, Doors } from '../../editor/doors.tsx';
import { DraftList } from '../../editor/draft-list.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Screen } from '../../parts/screen.tsx';
import { rememberMetered, useMetered } from '../draft/metered.ts';
import { openedAt, stepAddress, stepLabel } from '../draft/steps.ts';
import { FromFile, FromLastTransfer, FromVersions, NewCluster } from './forms.tsx';
import { FromInstalled } from './inventory.tsx';
import { StartOutcome } from './outcome.tsx';
import { type Starting, useStart } from './use-start.ts';

const DOORS: (Door & { form: ComponentType<{ workspace: string | undefined; start: Starting }> })[] = [
  {
    name: 'new',
    title: 'A new cluster',
    text: 'Begin empty: one version, and the operators that it is to have.',
    icon: PlusCircleIcon,
    form: NewCluster,
  },
  {
    name: 'versions',
    title: 'I am on X, I want Y',
    text: 'Every release on the way between two versions.',
    icon: ArrowUpIcon,
    form: FromVersions,
  },
  {
    name: 'installed',
    title: 'What is installed',
    text: 'Keeps what a cluster runs upgradable to the version that is wanted.',
    icon: CubesIcon,
    form: FromInstalled,
  },
  {
    name: 'last',
    title: 'The last transfer',
    text: 'The configuration that was carried last, to be changed.',
    icon: HistoryIcon,
    form: FromLastTransfer,
  },
  {
    name: 'file',
    title: 'A file',
    text: 'An ImageSetConfiguration, also one of v1alpha2: what is converted is explained.',
    icon: FileIcon,
    form: FromFile,
  },
];

/** How a configuration begins, and the drafts to go on with. */
export function StartPage() {
  const current = useCurrentWorkspace();
  const [query, setQuery] = useSearchParams();
  const workspace = query.get('workspace') ?? current;
  const start = useStart();
  const chosen = DOORS.find(({ name }) => name === query.get('from')) ?? DOORS[0]!;
  const Form = chosen.form;
  return (
    <Screen
      eyebrow={['Choose', 'nothing is fetched yet']}
      sentence={start.outcome ? 'What it begins with' : 'What should a mirror be made for?'}
    >
      {start.error !== undefined && (
        <FailureAlert error={start.error} title="Couldn't start the configuration" />
      )}
      {start.outcome ? (
        <StartOutcome started={start.outcome} onBack={start.forget} />
      ) : (
        <>
          <div className="al-start">
            <Doors
              doors={DOORS}
              chosen={chosen.name}
              onChoose={(name) => {
                start.forget();
                setQuery(
                  (before) => {
                    before.set('from', name);
                    return before;
                  },
                  { replace: true },
                );
              }}
            />
            <section className="al-card al-start-form" aria-label={chosen.title}>
              <header>
                <h2>{chosen.title}</h2>
              </header>
              <div className="al-in">
                <Form key={chosen.name} workspace={workspace} start={start} />
                <MeteredSwitch />
              </div>
            </section>
          </div>
          <DraftList
            of="drafts"
            title="Configuration"
            address={({ id, step }) => stepAddress(id, openedAt(step))}
            step={({ step }) => stepLabel(openedAt(step))}
          />
        </>
      )}
    </Screen>
  );
}

/** Before anything could be fetched: what is chosen here counts for drafts that are begun from now on. */
function MeteredSwitch() {
  const metered = useMetered((state) => state.metered);
  return (
    <div className="al-start-metered">
      <Switch
        id="al-start-metered"
        label="Metered link: nothing is fetched without a click"
        isChecked={metered}
        onChange={(_event, on) => rememberMetered(on)}
      />
    </div>
  );
}
