import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { Topology } from '../../../core/contract/documents/install-config.ts';
import type { ConfigProblem } from '../form/analysis.ts';
import { t } from '../form/messages.ts';
import { useAnalysis, useConfig } from '../form/use-config.tsx';
import { PlaceProblem } from './place-problem.tsx';
import { placementMarks } from './placement-marks.ts';
import { shortName } from './topology-picture.tsx';

/** The placement diagram in one line, for sections that aren't about placement. */
export function PlacementStrip({
  topology,
  onProblem,
  onShow,
}: {
  topology: Topology;
  /** Goes to the field of a problem. */
  onProblem: (problem: ConfigProblem) => void;
  onShow: () => void;
}) {
  const { config, problems } = useAnalysis();
  const { vcenters } = placementMarks(topology, config, problems, useConfig().fields.acceptedWarnings);
  return (
    <section className="al-card al-ic-strip" aria-label={t('placementStripLabel')}>
      <ul>
        {topology.vcenters.map(({ server, masters, workers }, index) => {
          const name = shortName(server, topology) || t('vcenterItem', { number: index + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name until that is fixed
            <li key={index} title={t('vcenterMachines', { controlPlane: masters, workers })}>
              <strong>{name}</strong>
              <PlaceProblem name={name} mark={vcenters.get(index)} onGo={onProblem} />
              <span className="al-sub al-small al-wide-only">
                {t('vcenterMachines', { controlPlane: masters, workers })}
              </span>
            </li>
          );
        })}
      </ul>
      <Button variant="link" isInline size="sm" onClick={onShow}>
        {t('showPlacementButton')}
      </Button>
    </section>
  );
}
