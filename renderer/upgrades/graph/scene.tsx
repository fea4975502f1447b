// biome-ignore-all lint/a11y/useSemanticElements: SVG has no HTML buttons
import { memo, useMemo } from 'react';
import type { PictureUpdate } from '../../../core/contract/topics/upgrades.ts';
import { BADGE, badgeBox, type Label, overlap, placeBadges, placeLabels } from './labels.ts';
import { type Curve, curveBetween } from './layout.ts';
import { t } from './messages.ts';
import type { GraphContent, GraphModel } from './model.ts';
import type { Area, Scaled } from './view.ts';

/** Most names of versions that a search finds. */
const MOST_FOUND = 40;

/** Draws the lanes, versions and highlighted updates of a graph. */
export const Scene = memo(function Scene({
  content,
  zoomed,
  shown,
  area,
  near,
  stop,
  details,
  buttons,
  onUpdate,
}: {
  content: GraphContent;
  zoomed: Scaled;
  /** Positions of the versions in the drawn area. */
  shown: readonly number[];
  area: Area;
  /** The version with the pointer, or the selected one. */
  near: number | undefined;
  /** The version that Tab selects. */
  stop: number | undefined;
  /** Whether numbers are drawn. */
  details: boolean;
  /** Whether every version is a button. */
  buttons: boolean;
  onUpdate: (update: PictureUpdate) => void;
}) {
  const { model, found, active, from, distances } = content;
  const { versions } = model.picture;
  const path = useMemo(() => versions.flatMap(({ onPath }, at) => (onPath ? [at] : [])), [versions]);
  const ends = [path[0], path.at(-1)];
  const named = useMemo(() => {
    const matched = versions.flatMap(({ version }, at) => (found.has(version) ? [at] : []));
    const marked = [from, active].flatMap((version) => model.places.get(version ?? '') ?? []);
    return [...marked, ...path.slice(-1), ...path, ...matched.slice(0, MOST_FOUND)];
  }, [versions, found, from, active, model, path]);
  const highlighted = useMemo(() => highlightedUpdates(model, zoomed), [model, zoomed]);
  const labels = useMemo(() => {
    const curves = highlighted.map(({ curve }) => curve);
    return placeLabels(versions, zoomed, { names: named, shown: details ? shown : [], curves });
  }, [versions, zoomed, named, shown, details, highlighted]);
  const risky = useMemo(() => highlighted.filter(({ update }) => update.risks.length > 0), [highlighted]);
  const badges = useMemo(() => {
    const curves = risky.map(({ update: { chosen }, curve }) => ({ curve, chosen }));
    return placeBadges(curves, labels.names, {
      x1: Math.max(0, area.x1),
      y1: Math.max(0, area.y1),
      x2: Math.min(zoomed.width, area.x2),
      y2: Math.min(zoomed.height, area.y2),
    });
  }, [risky, labels, area, zoomed]);
  const isFree = ({ box }: Label) => !badges.some((place) => place && overlap(badgeBox(place), box));
  const important = new Set([
    ...named,
    ...(near === undefined ? [] : [near]),
    ...(stop === undefined ? [] : [stop]),
  ]);
  const drawn = buttons ? [...new Set([...shown, ...important])] : [...important];
  return (
    <>
      <Lanes zoomed={zoomed} />
      {highlighted.toReversed().map(({ update: { from, to, kind, chosen }, curve }) => (
        <path
          key={`${kind} ${from} ${to}`}
          className={`al-update al-update-${kind}${chosen ? ' al-update-chosen' : ''}`}
          d={curve.d}
        />
      ))}
      {near !== undefined && <Around model={model} zoomed={zoomed} near={near} />}
      <Dots versions={versions} zoomed={zoomed} shown={shown} distances={distances} />
      {drawn
        .toSorted((a, b) => a - b)
        .map((at) => {
          const { version, onPath } = versions[at]!;
          const [x, y] = [zoomed.xs[at]!, zoomed.ys[at]!];
          const isEnd = ends.includes(at) || version === from;
          const isMarked = onPath || version === from;
          const half = Math.max(4, Math.min(8, zoomed.spacing / 2));
          return (
            <g
              key={version}
              role="button"
              tabIndex={at === stop ? 0 : -1}
              data-version={version}
              aria-label={
                version === from
                  ? t('currentVersionLabel', { version })
                  : onPath
                    ? t('versionOnPath', { version })
                    : version
              }
              aria-pressed={version === active}
              className={`al-version${isMarked ? ' al-version-path' : ''}${isEnd ? ' al-version-end' : ''}${
                found.has(version) ? ' al-version-found' : ''
              }${at === near ? ' al-version-near' : ''}`}
            >
              <rect x={x - half} y={y - 14} width={2 * half} height={28} className="al-version-area" />
              <circle className="al-version-ring" cx={x} cy={y} r={isMarked ? 13 : 8} />
              {(isMarked || at === near || version === active) && (
                <circle className="al-version-dot" cx={x} cy={y} r={isMarked ? 8 : 4.5} />
              )}
            </g>
          );
        })}
      {labels.names.map(({ at, text, x, y }) => (
        <text key={text} className="al-version-name" x={x} y={y} textAnchor="middle" data-label={at}>
          {text}
        </text>
      ))}
      {labels.numbers.filter(isFree).map(({ at, text, x, y }) => (
        <text key={`${at}`} className="al-version-number" x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
      {risky.map(({ update }, at) => {
        const place = badges[at];
        return (
          place && (
            <RiskBadge
              key={`${update.kind} ${update.from} ${update.to}`}
              update={update}
              open={
                update.risks.filter((risk) => model.picture.risks[risk]?.answer?.applies !== false).length
              }
              place={place}
              onUpdate={onUpdate}
            />
          )
        );
      })}
    </>
  );
});

const Lanes = memo(function Lanes({ zoomed }: { zoomed: Scaled }) {
  const lines = zoomed.lanes.map(({ x1, x2, y }) => `M${x1} ${y}H${x2 + 0.01}`).join('');
  return <path className="al-lane" style={{ strokeWidth: Math.min(5, zoomed.gap / 3) }} d={lines} />;
});

/** Draws all dots as two lines with round ends, because each of thousands would cost more. */
const Dots = memo(function Dots({
  versions,
  zoomed,
  shown,
  distances,
}: {
  versions: GraphModel['picture']['versions'];
  zoomed: Scaled;
  shown: readonly number[];
  distances: readonly number[] | undefined;
}) {
  const size = Math.max(2.5, Math.min(8, zoomed.spacing * 0.62, zoomed.gap * 0.5));
  const dots = (isShown: (at: number) => boolean) =>
    shown
      .filter((at) => !versions[at]!.onPath && isShown(at))
      .map((at) => `M${zoomed.xs[at]!.toFixed(1)} ${zoomed.ys[at]!.toFixed(1)}h0.01`)
      .join('');
  const reached = (at: number) => distances === undefined || distances[at] !== Number.POSITIVE_INFINITY;
  const [near, far] = [dots(reached), dots((at) => !reached(at))];
  return (
    <>
      {far !== '' && <path className="al-dots al-dots-far" style={{ strokeWidth: size }} d={far} />}
      <path
        className={distances ? 'al-dots al-dots-reached' : 'al-dots'}
        style={{ strokeWidth: size }}
        d={near}
      />
      {size > 5 && <path className="al-dots al-dots-inside" style={{ strokeWidth: size - 3 }} d={near} />}
    </>
  );
});

function curveOf(model: GraphModel, zoomed: Scaled, { from, to }: PictureUpdate): Curve | undefined {
  const [a, b] = [model.places.get(from), model.places.get(to)];
  if (a === undefined || b === undefined) return undefined;
  return curveBetween(
    { x: zoomed.xs[a]!, y: zoomed.ys[a]! },
    { x: zoomed.xs[b]!, y: zoomed.ys[b]! },
    zoomed.gap,
  );
}

/** Returns the path, its alternative, and shorter paths with their curves. Those of the path are first. */
function highlightedUpdates(model: GraphModel, zoomed: Scaled): { update: PictureUpdate; curve: Curve }[] {
  return model.picture.updates
    .filter(({ shown }) => shown)
    .toSorted((a, b) => Number(b.chosen) - Number(a.chosen))
    .flatMap((update) => {
      const curve = curveOf(model, zoomed, update);
      return curve ? [{ update, curve }] : [];
    });
}

/** A button that opens the risks of an update. */
function RiskBadge({
  update,
  open,
  place,
  onUpdate,
}: {
  update: PictureUpdate;
  /** Number of risks without the decision that they don't affect the clusters. */
  open: number;
  place: { x: number; y: number };
  onUpdate: (update: PictureUpdate) => void;
}) {
  const { from, to, kind } = update;
  const [label, text] =
    kind === 'blocked'
      ? [t('blockedBadge', { from, to }), t('badgeBlocked')]
      : open === 0
        ? [t('answeredBadge', { from, to }), t('badgeAnswered')]
        : [t('risksBadge', { from, to, risks: open }), t('badgeRisks', { risks: open })];
  return (
    <g
      className={`al-update-badge${open === 0 ? ' al-update-badge-answered' : ''}`}
      role="button"
      tabIndex={0}
      aria-label={label}
      transform={`translate(${place.x} ${place.y})`}
      onClick={() => onUpdate(update)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onUpdate(update);
      }}
    >
      <rect
        x={-BADGE.width / 2}
        y={-BADGE.height / 2}
        width={BADGE.width}
        height={BADGE.height}
        rx={BADGE.height / 2}
      />
      {open > 0 && <path className="al-update-badge-sign" d="M-24 -7 l7 13 h-14 z" />}
      <text x={open > 0 ? 8 : 0} y={5} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** Draws the updates of a version: those that lead to it and those that leave it. */
function Around({ model, zoomed, near }: { model: GraphModel; zoomed: Scaled; near: number }) {
  const lines: Record<string, string> = {};
  for (const [end, indexes] of [
    ['into', model.into[near] ?? []],
    ['out', model.out[near] ?? []],
  ] as const)
    for (const index of indexes) {
      const update = model.picture.updates[index]!;
      if (update.shown || update.kind === 'blocked') continue;
      const key = `al-update-${update.kind} al-update-${end}`;
      lines[key] = (lines[key] ?? '') + (curveOf(model, zoomed, update)?.d ?? '');
    }
  return Object.entries(lines).map(([kind, d]) => (
    <path key={kind} className={`al-update al-update-near ${kind}`} d={d} />
  ));
}
