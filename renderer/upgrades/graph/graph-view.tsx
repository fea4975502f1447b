import { Button, type ButtonProps } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandIcon } from '@patternfly/react-icons/dist/esm/icons/expand-icon';
import { SearchMinusIcon } from '@patternfly/react-icons/dist/esm/icons/search-minus-icon';
import { SearchPlusIcon } from '@patternfly/react-icons/dist/esm/icons/search-plus-icon';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PictureUpdate } from '../../../core/contract/topics/upgrades.ts';
import { useKeys } from '../../app-state/keys.ts';
import { layoutVersions } from './layout.ts';
import { t } from './messages.ts';
import type { GraphContent, GraphModel } from './model.ts';
import { MOVES, nextVersion } from './moves.ts';
import { Scene } from './scene.tsx';
import { UpdatesCanvas } from './updates-canvas.tsx';
import { useWidth } from './use-size.ts';
import { useView } from './use-view.ts';
import { drawnArea, scaled, versionAt, versionsIn } from './view.ts';

/** Width until the box is measured, px. */
const INITIAL_WIDTH = 760;
/** More visible versions are found by their place instead of having their own buttons. */
const MOST_BUTTONS = 200;
const CARD_WIDTH = 280;

/**
 * Draws versions in one lane per minor version, fitted to the width. Zooming and panning show details, a version with the
 * pointer or the focus shows its updates and a card.
 */
export function GraphView({
  content,
  onActive,
  onPick,
  onUpdate,
  card,
}: {
  content: GraphContent;
  onActive: (version: string) => void;
  /** Called for a click and for Enter. */
  onPick: (version: string) => void;
  onUpdate: (update: PictureUpdate) => void;
  /** Returns the content of the card of a version. */
  card: (version: string) => ReactNode;
}) {
  const { model, height, active, from } = content;
  const { versions } = model.picture;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, INITIAL_WIDTH);
  const layout = useMemo(() => layoutVersions(versions, { width, height }), [versions, width, height]);
  const { view, zooming, drag, zoomIn, zoomOut, fit, show } = useView(box, layout, content.label);
  const zoomed = useMemo(() => scaled(layout, view.zoom), [layout, view.zoom]);
  // Not its position, which is another version's in the next picture.
  const [pointedVersion, setPointedVersion] = useState<string>();
  const pointed = model.places.get(pointedVersion ?? '');
  const setPointed = (at: number | undefined) =>
    setPointedVersion(at === undefined ? undefined : versions[at]?.version);
  const [focused, setFocused] = useState(false);
  const walked = useRef(false);
  const stop = model.places.get(active ?? '') ?? model.places.get(from ?? '') ?? firstStop(model);
  const { x1, y1, x2, y2 } = drawnArea(layout, view);
  // The same object while the diagram moves, so that only the layer is moved.
  const area = useMemo(() => ({ x1, y1, x2, y2 }), [x1, y1, x2, y2]);
  const shown = useMemo(() => versionsIn(zoomed, area), [zoomed, area]);
  useEffect(() => {
    if (!walked.current || active === undefined) return;
    walked.current = false;
    box.current?.querySelector<SVGGElement>(`[data-version="${CSS.escape(active)}"]`)?.focus();
  }, [active]);
  useKeys([
    { key: '+', label: t('zoomInButton'), run: zoomIn },
    { key: '-', label: t('zoomOutButton'), run: zoomOut },
    { key: '0', label: t('fitButton'), run: fit },
  ]);
  const placeOf = (event: MouseEvent) => {
    const own = (event.target as Element).closest('[data-version]')?.getAttribute('data-version');
    if (own) return model.places.get(own);
    const { left, top } = box.current!.getBoundingClientRect();
    return versionAt(zoomed, { x: event.clientX - left - view.x, y: event.clientY - top - view.y });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const name = (event.target as Element).closest('[data-version]')?.getAttribute('data-version');
    const at = model.places.get(name ?? '');
    if (at === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPick(versions[at]!.version);
      return;
    }
    if (!MOVES.includes(event.key)) return;
    event.preventDefault();
    const next = nextVersion(layout, at, event.key);
    if (next === undefined) return;
    walked.current = true;
    setPointed(undefined);
    show(next);
    onActive(versions[next]!.version);
  };
  const near = pointed ?? (active === undefined ? undefined : model.places.get(active));
  const carded = pointed ?? (focused ? near : undefined);
  return (
    <div className="al-graph">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the versions inside are the buttons; here they are found by place */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the group of versions */}
      <div
        ref={box}
        className={`al-graph-box${drag.dragging ? ' al-graph-dragged' : view.zoom > 1 ? ' al-graph-movable' : ''}`}
        style={{ height }}
        {...drag.handlers}
        onPointerMove={(event) => {
          drag.handlers.onPointerMove(event);
          setPointed(drag.dragging ? undefined : placeOf(event));
        }}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => {
          if (drag.wasMoved() || (event.target as Element).closest('.al-update-badge')) return;
          const at = placeOf(event);
          if (at !== undefined) onPick(versions[at]!.version);
        }}
      >
        <div className="al-graph-layer" style={{ transform: `translate(${view.x}px, ${view.y}px)` }}>
          {(content.all || content.blocked) && (
            <UpdatesCanvas
              model={model}
              zoomed={zoomed}
              area={area}
              all={content.all}
              blocked={content.blocked}
              behind={near !== undefined}
              zooming={zooming}
            />
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset */}
          <svg
            role="group"
            aria-label={content.label}
            width={width}
            height={height}
            onKeyDown={onKeyDown}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          >
            <Scene
              content={content}
              zoomed={zoomed}
              shown={shown}
              area={area}
              near={near}
              stop={stop}
              details={!zooming}
              buttons={!zooming && shown.length <= MOST_BUTTONS}
              onUpdate={onUpdate}
            />
          </svg>
        </div>
        <div className="al-graph-minors" aria-hidden="true">
          {zoomed.lanes.map(({ minor, y }, row) =>
            row % Math.ceil(14 / zoomed.gap) > 0 ? null : (
              <span key={minor} style={{ top: y + view.y }}>
                {minor}
              </span>
            ),
          )}
        </div>
      </div>
      {carded !== undefined && !drag.dragging && (
        <div
          className="al-graph-card al-small"
          style={cardPlace(
            { x: zoomed.xs[carded]! + view.x, y: zoomed.ys[carded]! + view.y },
            { width, height },
          )}
        >
          {card(versions[carded]!.version)}
        </div>
      )}
      <div className="al-graph-zoom">
        <ZoomButton label={t('zoomInButton')} icon={<SearchPlusIcon />} onClick={zoomIn} />
        <ZoomButton
          label={t('zoomOutButton')}
          icon={<SearchMinusIcon />}
          isDisabled={view.zoom === 1}
          onClick={zoomOut}
        />
        <ZoomButton label={t('fitButton')} icon={<ExpandIcon />} isDisabled={view.zoom === 1} onClick={fit} />
      </div>
    </div>
  );
}

function ZoomButton({ label, ...props }: ButtonProps & { label: string }) {
  return <Button {...props} variant="plain" size="sm" aria-label={label} title={label} />;
}

/** Returns the version that Tab selects first: the start of the path, otherwise the newest one. */
function firstStop({ picture: { versions } }: GraphModel): number | undefined {
  const path = versions.findIndex(({ onPath }) => onPath);
  return path >= 0 ? path : versions.length > 0 ? versions.length - 1 : undefined;
}

/** Places the card next to a version, on the side with more room. */
function cardPlace(point: { x: number; y: number }, { width, height }: { width: number; height: number }) {
  const across =
    point.x + 20 + CARD_WIDTH <= width
      ? { left: point.x + 20 }
      : { left: Math.max(4, point.x - 20 - CARD_WIDTH) };
  return point.y > height / 2
    ? { ...across, bottom: height - point.y + 16 }
    : { ...across, top: point.y + 16 };
}
