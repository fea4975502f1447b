import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useMemo, useState } from 'react';
import type { PictureUpdate, SavedGraph } from '../../core/contract/topics/upgrades.ts';
import { baseName } from '../parts/paths.ts';
import { diagramHeight, laneCount } from './graph/layout.ts';
import { pictureOf } from './graph/model.ts';
import { usePageHeight } from './graph/use-size.ts';
import { GraphCard } from './graph-card.tsx';
import { t } from './messages.ts';
import { risksBetween } from './picture-words.ts';
import { isComplete, type UpgradeQuestion } from './question/upgrade-question.ts';
import { RiskPanel } from './risk-panel.tsx';

/** Shows the complete graph of this host. The first version that is selected is the current one, the next one the target. */
export function GraphBrowser({
  graph,
  question,
  onAsk,
}: {
  graph: SavedGraph;
  question: UpgradeQuestion;
  onAsk: (changes: Partial<UpgradeQuestion>) => void;
}) {
  const picture = useMemo(() => pictureOf(graph), [graph]);
  const [active, setActive] = useState<string>();
  const [update, setUpdate] = useState<PictureUpdate>();
  const { versions } = picture;
  const pageHeight = usePageHeight();
  const from = question.from || undefined;
  const isFile = question.source === 'file';
  // Both ends are in the graph on the screen, so the path is found in this graph. Until then, the user may enter other versions.
  const pick = (changes: Pick<Partial<UpgradeQuestion>, 'from' | 'to'>) =>
    onAsk(isFile || !isComplete({ ...question, ...changes }) ? changes : { ...changes, source: 'cached' });
  const known = from === undefined || versions.some(({ version }) => version === from);
  const channels = useMemo(() => new Set(versions.flatMap((each) => each.channels)).size, [versions]);
  return (
    <div className={update ? 'al-upgrade-two' : undefined}>
      <GraphCard
        picture={picture}
        name="update-graph"
        label={t('browseDiagramName', {
          versions: versions.length,
          first: versions[0]!.version,
          last: versions.at(-1)!.version,
        })}
        title={isFile ? t('browseFileTitle', { file: baseName(question.file) }) : t('browseTitle')}
        note={
          <span className="al-sub">
            {from === undefined
              ? t('chooseFromHelp')
              : t(known ? 'chooseToHelp' : isFile ? 'fromUnknownInFileHelp' : 'fromUnknownHelp', {
                  from,
                })}{' '}
            {from === undefined ? (
              t('browseNote', { versions: versions.length, channels })
            ) : (
              <Button variant="link" isInline onClick={() => onAsk({ from: '', to: '' })}>
                {t('clearButton')}
              </Button>
            )}
          </span>
        }
        height={diagramHeight(laneCount(versions), pageHeight)}
        from={known ? from : undefined}
        active={active}
        onActive={(version) => {
          if (version === undefined && active === undefined) onAsk({ from: '', to: '' });
          setActive(version);
        }}
        onPick={(version) => {
          if (version === from) return onAsk({ from: '' });
          pick(from === undefined || !known ? { from: version } : { to: version });
        }}
        onUpdate={(each) => setUpdate(each.risks.length > 0 ? each : undefined)}
        onFrom={(version) => pick({ from: version })}
        onTo={(version) => pick({ to: version })}
      />
      {update && <RiskPanel {...update} risks={risksBetween({ picture }, update)} />}
    </div>
  );
}
