// biome-ignore-all lint/a11y/useSemanticElements: SVG has no HTML buttons
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { PictureUpdate, PictureVersion, UpgradePicture } from '../../core/contract/topics/upgrades.ts';
import { middleOf, nextVersion } from './corridor-moves.ts';
import { t } from './messages.ts';
import { patchOf } from './question/upgrade-words.ts';

/** Space for the name of a lane on the left, px. */
const LANE_NAME = 60;
/** Space for the number below a dot, px. */
const NUMBER_ROOM = 15;
const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/**
 * Draws the releases between two versions in one lane per minor. The path is highlighted, and other releases are small
 * dots. The updates of a release appear when it has the pointer or the focus.
 */
export function Corridor({
  picture,
  label,
  all,
  blocked,
  found,
  active,
  onActive,
  onUpdate,
}: {
  picture: UpgradePicture;
  /** Accessible name of the diagram. */
  label: string;
  /** Draws all updates. */
  all: boolean;
  /** Draws blocked updates. */
  blocked: boolean;
  /** Versions that the search found. */
  found: ReadonlySet<string>;
  /** The selected version. */
  active: string | undefined;
  onActive: (version: string) => void;
  onUpdate: (update: PictureUpdate) => void;
}) {
  const drawing = useRef<SVGSVGElement>(null);
  const [pointed, setPointed] = useState<string>();
  const walked = useRef(false);
  const { versions } = picture;
  const places = useMemo(() => new Map(versions.map((each) => [each.version, each])), [versions]);
  const near = pointed ?? active;
  const stop =
    active !== undefined && places.has(active) ? active : versions.find(({ onPath }) => onPath)?.version;
  useEffect(() => {
    if (!walked.current || active === undefined) return;
    walked.current = false;
    drawing.current?.querySelector<SVGGElement>(`[data-version="${CSS.escape(active)}"]`)?.focus();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!MOVES.includes(event.key)) return;
    event.preventDefault();
    const next = nextVersion(versions, stop, event.key);
    if (!next) return;
    walked.current = true;
    onActive(next.version);
  };
  const height = picture.height - 20;
  const left = Math.min(0, ...versions.map(({ x }) => x - LANE_NAME));
  const box = `${left} 0 ${picture.width - left} ${height}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <div className="al-corridor" tabIndex={0} role="region" aria-label={t('diagramTitle')}>
      <div
        className="al-corridor-layers"
        style={{ minWidth: picture.width * 0.7, maxWidth: picture.width * 1.15 }}
      >
        {/* A separate layer, so that changes above it don't repaint thousands of updates. */}
        <svg className="al-corridor-all" viewBox={box} aria-hidden="true">
          {(all || blocked) && <Everything picture={picture} all={all} blocked={blocked} />}
        </svg>
        <svg
          ref={drawing}
          role="group"
          aria-label={label}
          viewBox={box}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setPointed(undefined)}
        >
          <Lanes picture={picture} left={left} />
          <Shown picture={picture} onUpdate={onUpdate} />
          {near !== undefined && <Around picture={picture} version={near} />}
          <Versions
            versions={versions}
            stop={stop}
            active={active}
            found={found}
            onActive={onActive}
            onPointed={setPointed}
          />
        </svg>
      </div>
    </div>
  );
}

const Lanes = memo(function Lanes({ picture, left }: { picture: UpgradePicture; left: number }) {
  return picture.lanes.map(({ minor, x1, x2, y }) => (
    <g key={minor}>
      <text className="al-lane-name" x={left + 8} y={y + 5}>
        {minor}
      </text>
      <path className="al-lane" d={`M${x1} ${y}H${x2 + 0.01}`} />
    </g>
  ));
});

/** Draws one path for all updates of a kind, because a channel has thousands. */
const Everything = memo(function Everything({
  picture,
  all,
  blocked,
}: {
  picture: UpgradePicture;
  all: boolean;
  blocked: boolean;
}) {
  const drawn = (kind: PictureUpdate['kind']) =>
    picture.updates
      .filter((update) => update.kind === kind && !update.shown)
      .map(({ d }) => d)
      .join('');
  return (
    <g>
      {all && <path className="al-update al-update-plain al-update-faint" d={drawn('plain')} />}
      {all && <path className="al-update al-update-conditional al-update-faint" d={drawn('conditional')} />}
      {blocked && <path className="al-update al-update-blocked" d={drawn('blocked')} />}
    </g>
  );
});

/** Draws the path, its alternative, and shorter paths. */
const Shown = memo(function Shown({
  picture,
  onUpdate,
}: {
  picture: UpgradePicture;
  onUpdate: (update: PictureUpdate) => void;
}) {
  const shown = picture.updates.filter((update) => update.shown);
  return shown.map((update) => {
    const { from, to, kind, chosen, d, risks } = update;
    const middle = risks.length > 0 ? middleOf(d) : undefined;
    return (
      <g key={`${kind} ${from} ${to}`}>
        <path className={`al-update al-update-${kind}${chosen ? ' al-update-chosen' : ''}`} d={d} />
        {middle && (
          <g
            className="al-update-badge"
            role="button"
            tabIndex={0}
            aria-label={
              kind === 'blocked'
                ? t('blockedBadge', { from, to })
                : t('risksBadge', { from, to, risks: risks.length })
            }
            transform={`translate(${middle.x} ${middle.y})`}
            onClick={() => onUpdate(update)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              onUpdate(update);
            }}
          >
            <rect x={-37} y={-13} width={74} height={26} rx={13} />
            <path className="al-update-badge-sign" d="M-23 -7 l7 13 h-14 z" />
            <text x={8} y={5} textAnchor="middle">
              {kind === 'blocked' ? t('badgeBlocked') : t('badgeRisks', { risks: risks.length })}
            </text>
          </g>
        )}
      </g>
    );
  });
});

function Around({ picture, version }: { picture: UpgradePicture; version: string }) {
  const own = picture.updates.filter(
    ({ from, to, shown, kind }) => !shown && kind !== 'blocked' && (from === version || to === version),
  );
  return (
    <g>
      {own.map(({ from, to, kind, d }) => (
        <path key={`${from} ${to}`} className={`al-update al-update-${kind} al-update-near`} d={d} />
      ))}
    </g>
  );
}

const Versions = memo(function Versions({
  versions,
  stop,
  active,
  found,
  onActive,
  onPointed,
}: {
  versions: readonly PictureVersion[];
  /** The version that Tab selects. */
  stop: string | undefined;
  active: string | undefined;
  found: ReadonlySet<string>;
  onActive: (version: string) => void;
  onPointed: (version: string | undefined) => void;
}) {
  const path = versions.filter(({ onPath }) => onPath);
  const ends = [path[0]?.version, path.at(-1)?.version];
  const narrow = versions.some((each, at) => {
    const next = versions[at + 1];
    return next !== undefined && next.x - each.x < NUMBER_ROOM;
  });
  return versions.map(({ version, x, y, onPath, channels }) => (
    <g
      key={version}
      role="button"
      tabIndex={version === stop ? 0 : -1}
      data-version={version}
      aria-label={onPath ? t('versionOnPath', { version }) : version}
      aria-pressed={version === active}
      className={`al-version${onPath ? ' al-version-path' : ''}${ends.includes(version) ? ' al-version-end' : ''}${
        found.has(version) ? ' al-version-found' : ''
      }`}
      onClick={() => onActive(version)}
      onFocus={() => onPointed(undefined)}
      onPointerEnter={() => onPointed(version)}
      onPointerLeave={() => onPointed(undefined)}
    >
      <title>
        {channels.length > 0 ? t('versionChannels', { version, channels: channels.join(', ') }) : version}
      </title>
      <rect x={x - 8} y={y - 14} width={16} height={28} className="al-version-area" />
      <circle className="al-version-ring" cx={x} cy={y} r={onPath ? 13 : 8} />
      <circle className="al-version-dot" cx={x} cy={y} r={onPath ? 8 : 4} />
      {onPath || found.has(version) || version === active ? (
        <text className="al-version-name" x={x} y={y + 27} textAnchor="middle">
          {version}
        </text>
      ) : (
        !narrow && (
          <text className="al-version-number" x={x} y={y + 22} textAnchor="middle">
            {patchOf(version)}
          </text>
        )
      )}
    </g>
  ));
});
