import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import {
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
} from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { type Ref, useState } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { type ChosenChannel, withFrom } from './channel-range.ts';
import { t } from './messages.ts';
import { type ChosenPackage, chosenChannels, shownChannel, versionOfHead } from './words.ts';

/** Most first versions in the menu. The details have all of them. */
const OFFERED_VERSIONS = 8;

/** The channel of a selected package and its versions. The menu changes the shown channel; others stay. */
export function ChannelMenu({
  card,
  chosen,
  reachable,
  onChange,
  onDetails,
}: {
  card: CatalogCard;
  chosen: ChosenPackage | undefined;
  /** Whether Tab stops here: only in the active row. */
  reachable: boolean;
  onChange: (channels: ChosenChannel[]) => void;
  onDetails: () => void;
}) {
  const [open, setOpen] = useState(false);
  const { channel, version, more } = shownChannel(card, chosen);
  const channels = chosenChannels(card, chosen);
  const shown = channels.at(-1)!;
  const versions = card.channels.find(({ name }) => name === shown.name)?.versions ?? [];
  const replaceShown = (next: ChosenChannel) =>
    onChange([...channels.slice(0, -1).filter(({ name }) => name !== next.name), next]);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      isScrollable
      popperProps={{ position: 'right', appendTo: () => document.body }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle
          ref={toggle}
          className="al-operators-channel"
          isFullWidth
          isExpanded={open}
          tabIndex={reachable ? 0 : -1}
          aria-label={t('channelMenu', { channel, more, version, package: card.package })}
          onClick={() => setOpen(!open)}
        >
          <span className="al-row">
            <span className="al-cut">
              {channel}
              {more > 0 && <span className="al-sub"> +{more}</span>}
            </span>{' '}
            <strong className="al-end al-num">{version}</strong>
          </span>
        </MenuToggle>
      )}
    >
      <DropdownGroup label={t('channelLabel')} labelHeadingLevel="h3">
        <DropdownList>
          {card.channels.map(({ name, deprecated }) => (
            <DropdownItem
              key={name}
              isSelected={name === shown.name}
              description={deprecated === undefined ? undefined : t('deprecatedText', { reason: deprecated })}
              onClick={() => name !== shown.name && replaceShown({ name })}
            >
              <span className="al-row">
                {name}
                {name === card.defaultChannel && <span className="al-sub">{t('defaultNote')}</span>}
                <span className="al-end al-num">{versionOfHead(card, name)}</span>
              </span>
            </DropdownItem>
          ))}
        </DropdownList>
      </DropdownGroup>
      <DropdownGroup label={t('versionsLabel', { channel: shown.name })} labelHeadingLevel="h3">
        <DropdownList>
          <DropdownItem
            isSelected={shown.minVersion === undefined && shown.maxVersion === undefined}
            onClick={() => replaceShown({ name: shown.name })}
          >
            {t('headOption', { version: versions[0] ?? '' })}
          </DropdownItem>
          {versions.slice(1, OFFERED_VERSIONS + 1).map((each) => (
            <DropdownItem
              key={each}
              isSelected={shown.minVersion === each}
              onClick={() => replaceShown(withFrom(versions, shown, each))}
            >
              {each === card.installed
                ? t.parts('fromInstalledOption', {
                    version: each,
                    note: (inner) => (
                      <span key="note" className="al-sub">
                        {inner}
                      </span>
                    ),
                  })
                : t('fromOption', { version: each })}
            </DropdownItem>
          ))}
        </DropdownList>
      </DropdownGroup>
      <Divider />
      <DropdownList>
        <DropdownItem onClick={onDetails}>{t('detailsButton')}</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
