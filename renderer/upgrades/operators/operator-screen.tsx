import { capitalized } from '../../../core/contract/documents/words.ts';
import { useRefusal } from '../../engine/requests.ts';
import { RequestFields } from '../../parts/request-fields.tsx';
import '../question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { MapMarkerAltIcon } from '@patternfly/react-icons/dist/esm/icons/map-marker-alt-icon';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type {
  ContractOperatorAnswer,
  ContractOperatorHop,
} from '../../../core/contract/topics/operator-upgrades.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useTicketed } from '../../engine/ticketed.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count } from '../../parts/format.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { AddToConfiguration } from '../question/add-to-configuration.tsx';
import { CatalogField, catalogsIn, readingText } from '../question/catalog-field.tsx';
import { UpgradeViews } from '../question/upgrade-views.tsx';
import { carriedSentence, operatorSentence, targetOf } from './operator-words.ts';
import { RailsCard } from './rails-card.tsx';

/** Fields of the question, as the address holds them. */
const FIELDS = ['catalogs', 'package', 'from', 'to', 'channel', 'subscribed'] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

/** The updates that OLM makes of an operator from what is installed, and its channels as rails. */
export default function OperatorScreen() {
  const workspace = useCurrentWorkspace();
  const [query, setQuery] = useSearchParams();
  const asked = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Fields;
  const [draft, setDraft] = useState(asked);
  const packages = useTicketed('upgrades.packages');
  const path = useTicketed('upgrades.operator');
  const refusal = useRefusal('upgrades.operator');
  const signature = JSON.stringify(asked);
  const askPath = useRef(path.ask);
  askPath.current = path.ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the question; the rest is how it is asked
  useEffect(() => {
    setDraft(asked);
    const catalogs = catalogsIn(asked.catalogs);
    if (catalogs.length === 0 || asked.package === '' || refusal !== undefined) return;
    void askPath.current({
      catalogs,
      package: asked.package,
      ...(workspace !== undefined && { workspace }),
      ...(asked.from && { from: asked.from }),
      ...(asked.to && { to: asked.to }),
      ...(asked.channel && { channel: asked.channel }),
      ...(asked.subscribed && { subscribed: asked.subscribed }),
    });
  }, [signature, workspace, refusal]);
  const forgetError = useRef(packages.forgetError);
  forgetError.current = packages.forgetError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other catalogs may well be read
  useEffect(() => forgetError.current(), [draft.catalogs]);
  const change = (changes: Partial<Fields>) => setDraft({ ...draft, ...changes });
  const send = (changes: Partial<Fields> = {}) => {
    const next = { ...draft, ...changes };
    setQuery((before) => {
      for (const name of FIELDS)
        if (next[name].trim()) before.set(name, next[name].trim());
        else before.delete(name);
      return before;
    });
  };
  const catalogs = catalogsIn(draft.catalogs);
  const answer = path.answer?.value;
  const offered = packages.answer?.value.packages ?? [];
  const working = packages.asking || path.asking;
  const [adding, setAdding] = useState(false);
  return (
    <Screen
      eyebrow={['Upgrades', 'operators', ...(asked.package ? [asked.package] : [])]}
      sentence={
        working
          ? readingText((packages.asking ? packages : path).work, 'Looking')
          : answer
            ? operatorSentence(asked.package, asked.from, answer)
            : path.error !== undefined && asked.package
              ? `The updates of ${asked.package} are not known`
              : 'Which operator, and which version of it is installed?'
      }
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
      <RequestFields request="upgrades.operator">
        <form
          className="al-upgrade-form"
          aria-label="Operator"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <CatalogField value={draft.catalogs} onChange={(text) => change({ catalogs: text })} />
          <div className="al-upgrade-fields">
            <label className="al-upgrade-field al-upgrade-package" htmlFor="al-operator-package">
              <span>Package</span>
              <TextInput
                id="al-operator-package"
                value={draft.package}
                list="al-operator-packages"
                autoComplete="off"
                onChange={(_event, value) => change({ package: value })}
              />
            </label>
            <Button
              variant="link"
              isInline
              isDisabled={catalogs.length === 0 || packages.asking}
              onClick={() => void packages.ask({ catalogs, ...(workspace !== undefined && { workspace }) })}
            >
              {offered.length > 0 ? `${count(offered.length)} packages listed` : 'List packages'}
            </Button>
            <datalist id="al-operator-packages">
              {offered.map(({ name, displayName }) => (
                <option key={name} value={name}>
                  {displayName}
                </option>
              ))}
            </datalist>
            <label className="al-upgrade-field" htmlFor="al-operator-from">
              <span>Installed</span>
              <TextInput
                id="al-operator-from"
                value={draft.from}
                list="al-operator-versions"
                placeholder="5.9.9"
                autoComplete="off"
                onChange={(_event, value) => change({ from: value })}
              />
            </label>
            <label className="al-upgrade-field" htmlFor="al-operator-to">
              <span>I want</span>
              <TextInput
                id="al-operator-to"
                value={draft.to}
                list="al-operator-versions"
                placeholder="head"
                autoComplete="off"
                onChange={(_event, value) => change({ to: value })}
              />
            </label>
            <datalist id="al-operator-versions">
              {(answer?.versions ?? []).map((version) => (
                <option key={version} value={version} />
              ))}
            </datalist>
            <ChannelField
              id="al-operator-channel"
              label="Channel to end in"
              none="default"
              value={draft.channel}
              channels={answer?.channels ?? []}
              onChange={(channel) => change({ channel })}
            />
            <ChannelField
              id="al-operator-subscribed"
              label="Channel now"
              none="unknown"
              value={draft.subscribed}
              channels={answer?.channels ?? []}
              onChange={(subscribed) => change({ subscribed })}
            />
            <Button
              type="submit"
              variant="secondary"
              isDisabled={catalogs.length === 0 || draft.package.trim() === ''}
              isLoading={working}
            >
              {draft.from.trim() === '' ? 'Show the channel' : 'Find the way'}
            </Button>
          </div>
        </form>
      </RequestFields>
      {packages.error !== undefined && (
        <FailureAlert error={packages.error} title="The catalogs could not be read" />
      )}
      {path.error !== undefined && asked.package !== '' && (
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
        <Answer answer={answer} name={asked.package} onAsk={send} />
      ) : (
        (path.error === undefined || asked.package === '') && (
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
          workspace={workspace}
          name={`upgrade-${asked.package}-to-${targetOf(answer)}.yaml`}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}

function ChannelField({
  id,
  label,
  none,
  value,
  channels,
  onChange,
}: {
  id: string;
  label: string;
  none: string;
  value: string;
  channels: readonly string[];
  onChange: (channel: string) => void;
}) {
  const known = value && !channels.includes(value) ? [value, ...channels] : channels;
  return (
    <label className="al-upgrade-field" htmlFor={id}>
      <span>{label}</span>
      <FormSelect id={id} value={value} onChange={(_event, channel) => onChange(channel)}>
        <FormSelectOption value="" label={none} />
        {known.map((channel) => (
          <FormSelectOption key={channel} value={channel} label={channel} />
        ))}
      </FormSelect>
    </label>
  );
}

function Answer({
  answer,
  name,
  onAsk,
}: {
  answer: ContractOperatorAnswer;
  name: string;
  onAsk: (changes: Partial<Fields>) => void;
}) {
  const { hops, refusal, rails, faults, notes, configuration, svg } = answer;
  return (
    <>
      {refusal && (
        <Card title={<StateMark mark="warning">Why, and what is nearest</StateMark>}>
          <div className="al-column">
            <p>{capitalized(refusal.reason)}.</p>
            {refusal.stages && (
              <p>
                Mirrored and updated one after the other, each with a catalog that ends there, it is possible:{' '}
                <strong>{refusal.stages.join(' → ')}</strong>.
              </p>
            )}
            {refusal.nearest.map(({ kind, name: near, version, channel }) => (
              <div key={`${kind} ${near} ${channel}`} className="al-row al-wrap">
                <span className="al-sub">{NEAREST[kind]}</span>
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() =>
                    onAsk(
                      kind === 'reached'
                        ? { to: near, ...(channel && { channel }) }
                        : kind === 'leads-there' || kind === 'similar'
                          ? { from: near }
                          : { to: near },
                    )
                  }
                >
                  {version ?? near}
                </Button>
                {channel && <span className="al-sub">channel {channel}</span>}
              </div>
            ))}
          </div>
        </Card>
      )}
      {hops && hops.length > 0 && <Hops hops={hops} />}
      {notes.map((note) => (
        <p key={note}>
          <StateMark mark="info">{capitalized(note)}.</StateMark>
        </p>
      ))}
      {faults.map((fault) => (
        <p key={fault}>
          <StateMark mark="bad">OLM cannot use the channel: {fault}.</StateMark>
        </p>
      ))}
      {rails.length > 0 && (
        <RailsCard
          key={rails.map(({ catalog, channel }) => `${catalog} ${channel}`).join()}
          rails={rails}
          svg={svg}
          name={`upgrade-${name}`}
          onFrom={(from) => onAsk({ from })}
          onTo={(to) => onAsk({ to })}
        />
      )}
      {configuration && (
        <Card
          title="What to mirror"
          note={
            configuration.extra.length === 0
              ? 'exactly the versions on the way'
              : `nothing smaller has the way; beside it: ${configuration.extra.join(', ')}`
          }
          actions={<CopyButton text={configuration.yaml} label="Copy YAML" />}
        >
          <div className="al-column">
            {configuration.notes.map((note) => (
              <p key={note}>
                <StateMark mark="info">{capitalized(note)}.</StateMark>
              </p>
            ))}
            <pre className="al-upgrade-query">{configuration.yaml}</pre>
          </div>
        </Card>
      )}
    </>
  );
}

const NEAREST = {
  reached: 'Updates lead as far as',
  'leads-there': 'Updates lead there from',
  allows: 'The next OpenShift is allowed by',
  similar: 'Perhaps meant:',
} as const;

function Hops({ hops }: { hops: readonly ContractOperatorHop[] }) {
  const [first] = hops;
  return (
    <ol className="al-upgrade-steps" aria-label="The way, update by update">
      <li>
        <span className="al-upgrade-round al-upgrade-round-open" aria-hidden="true">
          <MapMarkerAltIcon />
        </span>
        <p className="al-strong">{first!.fromVersion ?? first!.from}</p>
        <p className="al-sub al-small">installed</p>
      </li>
      {hops.map(({ to, toVersion, channel, switched, by, catalog }, at) => (
        <li key={`${catalog} ${to}`}>
          <span className="al-upgrade-round" aria-hidden="true">
            {at === hops.length - 1 ? <FlagIcon /> : <ArrowRightIcon />}
          </span>
          <p className="al-strong">{toVersion ?? to}</p>
          <p className="al-sub al-small">
            {channel}, {by}
          </p>
          {switched && (
            <p className="al-small">
              <StateMark mark="warning">set the subscription to {channel}</StateMark>
            </p>
          )}
          {at > 0 && hops[at - 1]!.catalog !== catalog && (
            <p className="al-small al-sub al-anywhere">from {catalog}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
