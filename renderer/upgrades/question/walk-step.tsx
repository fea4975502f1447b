import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { ListIcon } from '@patternfly/react-icons/dist/esm/icons/list-icon';
import { MapMarkerAltIcon } from '@patternfly/react-icons/dist/esm/icons/map-marker-alt-icon';
import { WrenchIcon } from '@patternfly/react-icons/dist/esm/icons/wrench-icon';
import type { ReactNode } from 'react';
import { t } from './messages.ts';

/** Icons of steps. Those that distinguish OpenShift, operators and catalogs have a name. */
const SIGNS = {
  start: { className: 'al-upgrade-round al-upgrade-round-open', icon: MapMarkerAltIcon, name: undefined },
  update: { className: 'al-upgrade-round', icon: ArrowRightIcon, name: undefined },
  end: { className: 'al-upgrade-round', icon: FlagIcon, name: undefined },
  openshift: { className: 'al-upgrade-round', icon: ArrowRightIcon, name: t('openShiftSign') },
  operator: { className: 'al-upgrade-square', icon: WrenchIcon, name: t('operatorSign') },
  mirrored: { className: 'al-upgrade-round al-upgrade-round-quiet', icon: DownloadIcon, name: undefined },
  catalog: { className: 'al-upgrade-square al-upgrade-square-quiet', icon: ListIcon, name: t('catalogSign') },
} as const;

export type Sign = keyof typeof SIGNS;

/** Round for OpenShift or the selected operator, square for other operators and for catalogs. */
export function StepSign({ sign }: { sign: Sign }) {
  const { className, icon: Icon, name } = SIGNS[sign];
  const accessible = name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={className} {...accessible}>
      <Icon />
    </span>
  );
}

/** A step of an upgrade path. */
export function WalkStep({
  sign,
  title,
  note,
  children,
}: {
  sign: Sign;
  title: string;
  note: string;
  children?: ReactNode;
}) {
  return (
    <li>
      <StepSign sign={sign} />
      <p className="al-strong">{title}</p>
      <p className="al-sub al-small">{note}</p>
      {children}
    </li>
  );
}
