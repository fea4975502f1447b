// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be placed by a virtualizer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus; aria-activedescendant names its row
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useState } from 'react';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { FixButton } from '../draft/problem-fix.tsx';
import { ChannelMenu } from './channel-menu.tsx';
import type { ChosenChannel } from './channel-range.ts';
import { canChoose, type PackageHint } from './hints.ts';
import { t } from './messages.ts';
import { SelectNeeded } from './needed.tsx';
import { type ChosenPackage, letterTile, shownChannel } from './words.ts';

export interface RowActions {
  toggle(card: CatalogCard): void;
  channels(card: CatalogCard, channels: readonly ChosenChannel[]): void;
  open(card: CatalogCard): void;
}

/** A package: its name, its channel and version, the size that it adds, and hints. */
export function PackageRow({
  card,
  catalog,
  chosen,
  hints,
  active,
  actions,
}: {
  /** With the selection of the current text. */
  card: CatalogCard;
  catalog: string;
  chosen: ChosenPackage | undefined;
  hints: readonly PackageHint[];
  /** Whether this is the active row, whose controls Tab reaches. */
  active: boolean;
  actions: RowActions;
}) {
  const { channel, version } = shownChannel(card, chosen);
  const tabIndex = active ? 0 : -1;
  return (
    <>
      <div className="al-operators-main">
        <div role="gridcell" className="al-operators-check">
          <Checkbox
            id={`al-operators-${card.package}`}
            aria-label={t('selectLabel', { name: card.displayName ?? card.package })}
            isChecked={card.selected}
            isDisabled={!canChoose(card)}
            tabIndex={tabIndex}
            onChange={() => actions.toggle(card)}
          />
        </div>
        <div role="gridcell" className="al-row al-operators-name">
          <PackageIcon card={card} />
          <button
            type="button"
            className="al-operators-open"
            tabIndex={tabIndex}
            title={
              card.installed
                ? t('installedTip', { package: card.package, version: card.installed })
                : card.package
            }
            onClick={() => actions.open(card)}
          >
            <span className="al-strong al-cut" title={card.displayName ?? card.package}>
              {card.displayName ?? card.package}
            </span>
            {card.displayName !== undefined && card.displayName !== card.package && (
              <span className="al-mono al-sub al-cut" title={card.package}>
                {card.package}
              </span>
            )}
          </button>
        </div>
        <div role="gridcell" className="al-operators-version">
          {card.selected ? (
            <ChannelMenu
              card={card}
              chosen={chosen}
              reachable={active}
              onChange={(channels) => actions.channels(card, channels)}
              onDetails={() => actions.open(card)}
            />
          ) : (
            <span className="al-cut al-sub" title={`${channel} · ${version}`}>
              {channel} · <span className="al-num">{version}</span>
            </span>
          )}
        </div>
        <div role="gridcell" className="al-cell-end al-operators-adds">
          <Adds card={card} />
        </div>
      </div>
      {hints.length > 0 && (
        <div role="gridcell" className="al-operators-hints">
          {hints.map((hint) => (
            <div key={hint.key} className="al-operators-hint">
              <StateMark mark={hint.mark}>
                {hint.text.map((part) =>
                  typeof part === 'string' ? part : <strong key={part.strong}>{part.strong}</strong>,
                )}
              </StateMark>
              {hint.action?.kind === 'fix' && <FixButton problem={hint.action.problem} inline />}
              {hint.action?.kind === 'select' && (
                <SelectNeeded card={card} catalog={catalog} packages={hint.action.packages} />
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function Adds({ card: { selected, adds, estimated } }: { card: CatalogCard }) {
  if (adds === undefined) return <span className="al-sub">{t('addsUnknown')}</span>;
  const title = estimated ? t('estimatedTip') : undefined;
  return selected ? (
    <strong className="al-num" title={title}>
      {size(adds)}
    </strong>
  ) : (
    <span className="al-num al-sub" title={title}>
      +{size(adds)}
    </span>
  );
}

/** The icon of a package from the catalog; a letter if it has none that can be shown. */
export function PackageIcon({
  card,
  large = false,
}: {
  card: Pick<CatalogCard, 'package' | 'displayName' | 'icon'>;
  large?: boolean;
}) {
  const [broken, setBroken] = useState<string>();
  const className = large ? 'al-operators-icon al-operators-icon-large' : 'al-operators-icon';
  if (card.icon !== undefined && broken !== card.icon)
    return (
      <span className={className} aria-hidden="true">
        <img src={card.icon} alt="" onError={() => setBroken(card.icon)} />
      </span>
    );
  const { letter, tone } = letterTile(card);
  return (
    <span className={`${className} al-operators-letter al-operators-tone-${tone}`} aria-hidden="true">
      {letter}
    </span>
  );
}
