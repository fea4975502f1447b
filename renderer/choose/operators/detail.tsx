import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { ArrowLeftIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-left-icon';
import { useEffect, useRef } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useKeys } from '../../app-state/keys.ts';
import { counted, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import type { ChosenChannel } from './channel-range.ts';
import { isWithin, rangeOf, withFrom, withTo } from './channel-range.ts';
import { canChoose } from './hints.ts';
import { PackageIcon } from './row.tsx';
import { type ChosenPackage, chosenChannels, rangeWords } from './words.ts';

/** All of one package: what it is, its channels with their versions, and which of them are carried. */
export function PackageDetail({
  card,
  chosen,
  onToggle,
  onChannels,
  onClose,
}: {
  card: CatalogCard;
  chosen: ChosenPackage | undefined;
  onToggle: () => void;
  onChannels: (channels: ChosenChannel[]) => void;
  onClose: () => void;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useKeys([{ key: 'Escape', label: 'Back to the packages', run: onClose }]);
  const channels = card.selected ? chosenChannels(card, chosen) : [];
  const change = (next: ChosenChannel) =>
    onChannels(channels.map((channel) => (channel.name === next.name ? next : channel)));
  const name = card.displayName ?? card.package;
  return (
    <section className="al-card al-operators-detail" aria-label={`Details of ${card.package}`}>
      <header>
        <Button variant="link" isInline icon={<ArrowLeftIcon />} onClick={onClose}>
          Packages
        </Button>
        <span className="al-actions al-end">
          {card.adds !== undefined && (
            <span className="al-num al-small">
              {card.selected ? 'Adds' : 'Would add'} <strong>{size(card.adds)}</strong>
            </span>
          )}
          <Button
            variant={card.selected ? 'secondary' : 'primary'}
            size="sm"
            isDisabled={!canChoose(card)}
            onClick={onToggle}
          >
            {card.selected ? 'Take out' : 'Select operator'}
          </Button>
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="al-operators-detail-body" tabIndex={0} aria-label="Channels and versions">
        <div className="al-row al-operators-detail-name">
          <PackageIcon card={card} large />
          <div className="al-grow">
            <h2 tabIndex={-1} ref={title}>
              {name}
            </h2>
            <p className="al-sub al-small">
              <span className="al-mono">{card.package}</span>
              {card.provider !== undefined && ` · ${card.provider}`}
              {card.installed !== undefined && ` · ${card.installed || 'a version'} is installed`}
            </p>
          </div>
        </div>
        {card.description !== undefined && <p className="al-operators-description">{card.description}</p>}
        {card.deprecated !== undefined && (
          <p>
            <StateMark mark="warning">Deprecated: {card.deprecated}</StateMark>
          </p>
        )}
        {card.notForTarget !== undefined && (
          <p>
            <StateMark mark="blocked">Not for your version: {card.notForTarget}</StateMark>
          </p>
        )}
        {card.needs.length > 0 && <Needs card={card} />}
        <h3>
          {counted(card.channels.length, 'channel')}
          {!card.selected && (
            <span className="al-operators-aside">, select the operator to choose from them</span>
          )}
        </h3>
        {card.channels.map((channel) => (
          <ChannelVersions
            key={channel.name}
            card={card}
            channel={channel}
            chosen={channels.find((each) => each.name === channel.name)}
            only={channels.length === 1}
            onToggle={(on) =>
              onChannels(
                on
                  ? [...channels, { name: channel.name }]
                  : channels.filter(({ name: each }) => each !== channel.name),
              )
            }
            onChange={change}
          />
        ))}
      </section>
    </section>
  );
}

function Needs({ card }: { card: CatalogCard }) {
  return (
    <div>
      <h3>Needs</h3>
      <ul className="al-operators-needs">
        {card.needs.map(({ package: name, reason, selected }) => (
          <li key={`${name} ${reason}`}>
            <StateMark mark={selected ? 'good' : 'left-out'}>
              {name !== undefined && (
                <>
                  <strong>{name}</strong>, {selected ? 'selected' : 'not selected'}:{' '}
                </>
              )}
              {reason}
            </StateMark>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A channel and its versions: the first and the last that are carried are chosen by a click. */
function ChannelVersions({
  card,
  channel,
  chosen,
  only,
  onToggle,
  onChange,
}: {
  card: CatalogCard;
  channel: CatalogCard['channels'][number];
  chosen: ChosenChannel | undefined;
  /** The only channel that is carried: without it the package would have all. */
  only: boolean;
  onToggle: (on: boolean) => void;
  onChange: (channel: ChosenChannel) => void;
}) {
  const id = `al-operators-channel-${card.package}-${channel.name}`;
  const { versions } = channel;
  const head = versions[0];
  const range = rangeOf(versions, chosen);
  const carried = chosen ?? { name: channel.name };
  return (
    <div className={chosen ? 'al-operators-one al-operators-one-chosen' : 'al-operators-one'}>
      <div className="al-row">
        <Checkbox
          id={id}
          isChecked={chosen !== undefined}
          isDisabled={!card.selected || (only && chosen !== undefined)}
          aria-label={`Carry channel ${channel.name}`}
          onChange={(_event, on) => onToggle(on)}
        />
        <label htmlFor={id} className="al-strong">
          {channel.name}
        </label>
        {channel.name === card.defaultChannel && <span className="al-sub al-small">default</span>}
        <span className="al-end al-small al-num al-sub">
          {chosen ? `carries ${rangeWords(card, chosen)}` : `head ${head ?? channel.head}`}
        </span>
      </div>
      {channel.deprecated !== undefined && (
        <p className="al-small">
          <StateMark mark="warning">Deprecated: {channel.deprecated}</StateMark>
        </p>
      )}
      {chosen && versions.length > 1 && (
        <>
          <table className="al-operators-versions">
            <caption className="al-unseen">Versions of {channel.name}, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <tr
                  key={version}
                  className={isWithin(versions, version, range) ? 'al-operators-within' : undefined}
                >
                  <th scope="row" className="al-num">
                    {version}
                    {version === head && <span className="al-sub">, head</span>}
                    {version === card.installed && <span className="al-sub">, installed</span>}
                  </th>
                  <td>
                    <Radio
                      id={`${id}-from-${version}`}
                      name={`${id}-from`}
                      aria-label={`From ${version}`}
                      isChecked={version === range.from}
                      onChange={() => onChange(withFrom(versions, carried, version))}
                    />
                  </td>
                  <td>
                    <Radio
                      id={`${id}-to-${version}`}
                      name={`${id}-to`}
                      aria-label={`To ${version}`}
                      isChecked={version === range.to}
                      onChange={() => onChange(withTo(versions, carried, version))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {(chosen.minVersion !== undefined || chosen.maxVersion !== undefined) && (
            <Button variant="link" isInline size="sm" onClick={() => onChange({ name: channel.name })}>
              Carry the head alone
            </Button>
          )}
        </>
      )}
    </div>
  );
}
