import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { ArrowLeftIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-left-icon';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { useKeys } from '../../app-state/keys.ts';
import { size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import type { ChosenChannel } from './channel-range.ts';
import { isWithin, rangeOf, withFrom, withTo } from './channel-range.ts';
import { canChoose } from './hints.ts';
import { t } from './messages.ts';
import { PackageIcon } from './row.tsx';
import { type ChosenPackage, chosenChannels, rangeWords } from './words.ts';

/** The details of a package: its description, its channels with their versions, and the selected ones. */
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
  useKeys([{ key: 'Escape', label: t('backKeyLabel'), run: onClose }]);
  const channels = card.selected ? chosenChannels(card, chosen) : [];
  const change = (next: ChosenChannel) =>
    onChannels(channels.map((channel) => (channel.name === next.name ? next : channel)));
  const name = card.displayName ?? card.package;
  return (
    <section className="al-card al-operators-detail" aria-label={t('detailLabel', { package: card.package })}>
      <header>
        <Button variant="link" isInline icon={<ArrowLeftIcon />} onClick={onClose}>
          {t('backButton')}
        </Button>
        <span className="al-actions al-end">
          {card.adds !== undefined && (
            <span className="al-num al-small">
              {t.parts(card.selected ? 'addsText' : 'wouldAddText', {
                size: size(card.adds),
                strong: (inner) => <strong key="size">{inner}</strong>,
              })}
            </span>
          )}
          <Button
            variant={card.selected ? 'secondary' : 'primary'}
            size="sm"
            isDisabled={!canChoose(card)}
            onClick={onToggle}
          >
            {t(card.selected ? 'removeButton' : 'selectButton')}
          </Button>
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="al-operators-detail-body" tabIndex={0} aria-label={t('detailBodyLabel')}>
        <div className="al-row al-operators-detail-name">
          <PackageIcon card={card} large />
          <div className="al-grow">
            <h2 tabIndex={-1} ref={title}>
              {name}
            </h2>
            <p className="al-sub al-small">
              {name !== card.package && <span className="al-mono">{card.package}</span>}
              {[card.provider, card.installed !== undefined ? installedWords(card.installed) : undefined]
                .filter((part) => part !== undefined)
                .map((part, index) => (name !== card.package || index > 0 ? ` · ${part}` : part))}
            </p>
          </div>
        </div>
        {card.description !== undefined && <p className="al-operators-description">{card.description}</p>}
        {card.deprecated !== undefined && (
          <p>
            <StateMark mark="warning">{t('deprecatedText', { reason: card.deprecated })}</StateMark>
          </p>
        )}
        {card.notForTarget !== undefined && (
          <p>
            <StateMark mark="blocked">{t('notForVersionText', { reason: card.notForTarget })}</StateMark>
          </p>
        )}
        {card.needs.length > 0 && <Needs card={card} />}
        <h3>
          {card.selected
            ? t('channelsTitle', { channels: card.channels.length })
            : t.parts('channelsOpenTitle', {
                channels: card.channels.length,
                note: (inner) => (
                  <span key="note" className="al-operators-note">
                    {inner}
                  </span>
                ),
              })}
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

function installedWords(version: string): string {
  return version === '' ? t('someInstalledText') : t('installedText', { version });
}

function Needs({ card }: { card: CatalogCard }) {
  return (
    <div>
      <h3>{t('needsTitle')}</h3>
      <ul className="al-operators-needs">
        {card.needs.map(({ package: name, reason, selected }) => (
          <li key={`${name} ${reason}`}>
            <StateMark mark={selected ? 'good' : 'left-out'}>
              {name === undefined
                ? reason
                : t.parts(selected ? 'needSelectedText' : 'needOpenText', {
                    package: name,
                    reason,
                    strong: (inner) => <strong key="package">{inner}</strong>,
                  })}
            </StateMark>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A channel with its versions, of which the first and the last selected ones can be chosen. */
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
  /** Whether this is the only selected channel. Without it, the package would select all channels. */
  only: boolean;
  onToggle: (on: boolean) => void;
  onChange: (channel: ChosenChannel) => void;
}) {
  const id = `al-operators-channel-${card.package}-${channel.name}`;
  const { versions } = channel;
  const head = versions[0];
  const range = rangeOf(versions, chosen);
  const selected = chosen ?? { name: channel.name };
  return (
    <div className={chosen ? 'al-operators-one al-operators-one-chosen' : 'al-operators-one'}>
      <div className="al-row">
        <Checkbox
          id={id}
          isChecked={chosen !== undefined}
          isDisabled={!card.selected || (only && chosen !== undefined)}
          aria-label={t('mirrorChannelLabel', { channel: channel.name })}
          onChange={(_event, on) => onToggle(on)}
        />
        <label htmlFor={id} className="al-strong">
          {channel.name}
        </label>
        {channel.name === card.defaultChannel && <span className="al-sub al-small">{t('defaultNote')}</span>}
        {card.selected && only && chosen !== undefined && (
          <span className="al-sub al-small">{t('onlyChannelNote')}</span>
        )}
        <span className="al-end al-small al-num al-sub">
          {chosen ? rangeWords(card, chosen) : t('channelHead', { version: head ?? channel.head })}
        </span>
      </div>
      {channel.deprecated !== undefined && (
        <p className="al-small">
          <StateMark mark="warning">{t('deprecatedText', { reason: channel.deprecated })}</StateMark>
        </p>
      )}
      {chosen && versions.length > 1 && (
        <>
          <table className="al-operators-versions">
            <caption className="al-unseen">{t('versionsCaption', { channel: channel.name })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('versionColumn')}</th>
                <th scope="col">{t('fromColumn')}</th>
                <th scope="col">{t('toColumn')}</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <tr
                  key={version}
                  className={isWithin(versions, version, range) ? 'al-operators-within' : undefined}
                >
                  <th scope="row" className="al-num">
                    {versionParts(version, version === head, version === card.installed)}
                  </th>
                  <td>
                    <Radio
                      id={`${id}-from-${version}`}
                      name={`${id}-from`}
                      aria-label={t('fromLabel', { version })}
                      isChecked={version === range.from}
                      onChange={() => onChange(withFrom(versions, selected, version))}
                    />
                  </td>
                  <td>
                    <Radio
                      id={`${id}-to-${version}`}
                      name={`${id}-to`}
                      aria-label={t('toLabel', { version })}
                      isChecked={version === range.to}
                      onChange={() => onChange(withTo(versions, selected, version))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {(chosen.minVersion !== undefined || chosen.maxVersion !== undefined) && (
            <Button variant="link" isInline size="sm" onClick={() => onChange({ name: channel.name })}>
              {t('onlyHeadButton')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** Returns a version for the table, marked as head and as installed. */
function versionParts(version: string, head: boolean, installed: boolean): ReactNode {
  if (!head && !installed) return version;
  const key = head && installed ? 'headInstalledVersion' : head ? 'headVersion' : 'installedVersion';
  return t.parts(key, {
    version,
    note: (inner) => (
      <span key="note" className="al-sub">
        {inner}
      </span>
    ),
  });
}
