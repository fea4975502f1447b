import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { ListIcon } from '@patternfly/react-icons/dist/esm/icons/list-icon';
import { MapMarkerAltIcon } from '@patternfly/react-icons/dist/esm/icons/map-marker-alt-icon';
import { WrenchIcon } from '@patternfly/react-icons/dist/esm/icons/wrench-icon';
import type { ReactNode } from 'react';

/** Where a walk begins and ends, and what moves on it; the sign of a part that others stand beside has a name. */
const SIGNS = {
  start: { className: 'al-upgrade-round al-upgrade-round-open', icon: MapMarkerAltIcon, name: undefined },
  update: { className: 'al-upgrade-round', icon: ArrowRightIcon, name: undefined },
  end: { className: 'al-upgrade-round', icon: FlagIcon, name: undefined },
  openshift: { className: 'al-upgrade-round', icon: ArrowRightIcon, name: 'OpenShift' },
  operator: { className: 'al-upgrade-square', icon: WrenchIcon, name: 'Operator' },
  catalog: { className: 'al-upgrade-square al-upgrade-square-quiet', icon: ListIcon, name: 'Catalog' },
} as const;

export type Sign = keyof typeof SIGNS;

/** Round: OpenShift, or the operator that is asked about. Square: an operator, or the catalog that operators come from. */
export function StepSign({ sign }: { sign: Sign }) {
  const { className, icon: Icon, name } = SIGNS[sign];
  const spoken = name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={className} {...spoken}>
      <Icon />
    </span>
  );
}

/** A stop of a walk from version to version. */
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
