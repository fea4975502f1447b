import './topology.css';
import {
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
} from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { type ReactNode, type Ref, useState } from 'react';
import type {
  Topology,
  TopologyFailureDomain,
  TopologyVCenter,
} from '../../../core/contract/documents/install-config.ts';
import { KebabMenu } from '../../parts/fields/kebab-menu.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import type { ConfigProblem } from '../form/analysis.ts';
import { t } from '../form/messages.ts';
import type { Move } from '../form/topology-edits.ts';
import { PlaceProblem } from './place-problem.tsx';
import type { PlaceMark, PlacementMarks } from './placement-marks.ts';
import { testOutcome, type VCenterTestState } from './vcenter-tests.ts';

/** The actions of the placement diagram. */
export interface PictureActions {
  movesOf: (machine: string) => Move[];
  move: (move: Move) => void;
  goToProblem: (problem: ConfigProblem) => void;
  openVCenter: (index: number) => void;
  openFailureDomain: (index: number) => void;
  addFailureDomain: (vcenter: number) => void;
  removeVCenter: (index: number) => void;
  removeFailureDomain: (index: number) => void;
}

/** Keys of the accessible names of vCenters, by their machines. */
const VCENTER_NAMES = {
  'control-plane': 'controlPlaneVCenter',
  workers: 'workersVCenter',
  none: 'unusedVCenter',
} as const;
const ROLES = { 'control-plane': 'controlPlaneRole', workers: 'workersRole', none: 'unusedRole' } as const;

/** Returns the ID of the button of a control plane machine. */
export function machineId(machine: string): string {
  return `al-ic-machine-${machine}`;
}

/** The placement diagram: vCenters contain failure domains, failure domains contain machines. */
export function TopologyPicture({
  topology,
  marks,
  testOf,
  actions,
}: {
  topology: Topology;
  marks: PlacementMarks;
  /** The test of a vCenter, by its position. */
  testOf: (vcenter: number) => VCenterTestState | undefined;
  actions: PictureActions;
}) {
  const unlisted = topology.failureDomains.filter(({ vcenter }) => vcenter < 0);
  return (
    <section className="al-ic-picture" aria-label={t('placementDiagram')}>
      {topology.vcenters.map((vcenter, index) => (
        <VCenterBox
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name until that is fixed
          key={index}
          vcenter={vcenter}
          index={index}
          domains={topology.failureDomains.filter((domain) => domain.vcenter === index)}
          topology={topology}
          marks={marks}
          test={testOf(index)}
          actions={actions}
        />
      ))}
      {unlisted.length > 0 && (
        <div className="al-ic-vcenter">
          <p className="al-ic-vcenter-words">
            <strong>{t('unlistedVCenter')}</strong>
            <span className="al-sub al-small">{t('unlistedVCenterNote')}</span>
          </p>
          <div className="al-ic-domains">
            {unlisted.map((domain) => (
              <DomainBox
                key={domain.index}
                domain={domain}
                topology={topology}
                marks={marks}
                actions={actions}
              />
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

function VCenterBox({
  vcenter,
  index,
  domains,
  topology,
  marks,
  test,
  actions,
}: {
  vcenter: TopologyVCenter;
  index: number;
  domains: TopologyFailureDomain[];
  topology: Topology;
  marks: PlacementMarks;
  test: VCenterTestState | undefined;
  actions: PictureActions;
}) {
  const quorum = topology.quorum.find(({ of, name }) => of === 'vcenter' && name === vcenter.server);
  const use = vcenter.controlPlane ? 'control-plane' : vcenter.workers > 0 ? 'workers' : 'none';
  const fullName = vcenter.server || t('vcenterItem', { number: index + 1 });
  const columns = Math.max(1, domains.length);
  const mark = marks.vcenters.get(index);
  const tested = testOutcome(test);
  const total = topology.machines.filter(({ role: each }) => each === 'control-plane').length;
  return (
    <section
      className={`al-ic-vcenter${mark ? ` al-ic-vcenter-${mark.level}` : ''}`}
      aria-label={t(VCENTER_NAMES[use], { vcenter: vcenter.server || index + 1 })}
      style={{ flex: `${columns} 1 ${columns * 128}px` }}
    >
      <div className="al-ic-vcenter-head">
        <span className="al-ic-vcenter-words">
          <button
            type="button"
            className="al-ic-name"
            onClick={() => actions.openVCenter(index)}
            title={vcenter.server}
          >
            {shortName(vcenter.server, topology) || fullName}
          </button>
          <span className="al-sub al-small">{t(ROLES[use])}</span>
          {tested && (
            <span
              className="al-small"
              title={t('vcenterTested', { vcenter: fullName, result: tested.words })}
            >
              <StateMark mark={tested.mark}>{t('testedMark', { result: tested.words })}</StateMark>
            </span>
          )}
        </span>
        <PlaceProblem name={fullName} mark={mark} onGo={actions.goToProblem} />
        <ChangeMenu
          name={fullName}
          changes={[
            { label: t('addDomainButton'), run: () => actions.addFailureDomain(index) },
            { label: t('removeVCenterButton'), run: () => actions.removeVCenter(index) },
          ]}
        />
      </div>
      <div className="al-ic-domains">
        {domains.map((domain) => (
          <DomainBox key={domain.index} domain={domain} topology={topology} marks={marks} actions={actions} />
        ))}
        {domains.length === 0 && (
          <button
            type="button"
            className="al-link al-ic-add-domain"
            onClick={() => actions.addFailureDomain(index)}
          >
            {t('addDomainButton')}
          </button>
        )}
      </div>
      {quorum && (
        <p className="al-ic-quorum">
          {t('vcenterQuorumText', {
            count: quorum.masters,
            total,
            vcenter: shortName(vcenter.server, topology),
          })}
        </p>
      )}
    </section>
  );
}

function DomainBox({
  domain,
  topology,
  marks,
  actions,
}: {
  domain: TopologyFailureDomain;
  topology: Topology;
  marks: PlacementMarks;
  actions: PictureActions;
}) {
  const mark = marks.domains.get(domain.index);
  const level = domain.vcenter < 0 ? 'error' : mark?.level;
  const machineMark = (machine: string): PlaceMark | undefined => marks.machines.get(machine);
  const listed = topology.vcenters[domain.vcenter]?.datacenters.find(
    ({ name }) => name === domain.datacenter,
  );
  const name = domain.name || t('domainItem', { number: domain.index + 1 });
  const cluster = domain.computeCluster.split('/').at(-1);
  const quorum = topology.quorum.find(({ of, name }) => of === 'failureDomain' && name === domain.name);
  const place = [
    domain.datacenter &&
      (listed?.listed === false
        ? t('datacenterNotListed', { datacenter: domain.datacenter })
        : domain.datacenter),
    cluster,
  ].filter(Boolean);
  return (
    <section
      className={`al-ic-domain${level ? ` al-ic-domain-${level}` : ''}`}
      aria-label={t('domainName', { domain: domain.name || domain.index + 1 })}
    >
      <div className="al-ic-domain-head">
        <button type="button" className="al-ic-name" onClick={() => actions.openFailureDomain(domain.index)}>
          {name}
        </button>
        <PlaceProblem name={name} mark={mark} onGo={actions.goToProblem} />
        <ChangeMenu
          name={name}
          changes={[{ label: t('removeDomainButton'), run: () => actions.removeFailureDomain(domain.index) }]}
        />
      </div>
      <p className="al-sub al-small al-cut" title={place.join(' · ')}>
        {place.join(' · ') || t('noDatacenter')}
      </p>
      {domain.bootstrap && (
        <MachineRow name={t('bootstrapMachine')} mark={machineMark('bootstrap')} onGo={actions.goToProblem}>
          <span className="al-ic-machine al-ic-bootstrap">{t('bootstrapMachine')}</span>
        </MachineRow>
      )}
      {domain.masters.map((machine) => (
        <MachineRow key={machine} name={machine} mark={machineMark(machine)} onGo={actions.goToProblem}>
          <MachineMenu machine={machine} moves={actions.movesOf(machine)} onMove={actions.move} />
        </MachineRow>
      ))}
      {domain.workers > 0 && (
        <MachineRow name={t('workersLegend')} mark={machineMark('workers')} onGo={actions.goToProblem}>
          <span className="al-ic-machine al-ic-workers">
            {t('workerMachines', { count: domain.workers })}
          </span>
        </MachineRow>
      )}
      {quorum && topology.vcenters.length < 2 && (
        <p className="al-ic-quorum">{t('domainQuorumText', { domain: domain.name })}</p>
      )}
    </section>
  );
}

/** A machine, and the mark of its problems. */
function MachineRow({
  name,
  mark,
  onGo,
  children,
}: {
  name: string;
  mark: PlaceMark | undefined;
  onGo: (problem: ConfigProblem) => void;
  children: ReactNode;
}) {
  if (!mark) return children;
  return (
    <div className={`al-ic-machine-row al-ic-machine-${mark.level}`}>
      {children}
      <PlaceProblem name={name} mark={mark} onGo={onGo} />
    </div>
  );
}

/** The menu of a vCenter or failure domain. */
function ChangeMenu({
  name,
  changes,
}: {
  name: string;
  changes: readonly { label: string; run: () => void }[];
}) {
  return (
    <KebabMenu label={t('actionsLabel', { name })} className="al-ic-change" isOutside>
      {changes.map(({ label, run }) => (
        <DropdownItem key={label} onClick={run}>
          {label}
        </DropdownItem>
      ))}
    </KebabMenu>
  );
}

/** A control plane machine with the menu of its moves. */
function MachineMenu({
  machine,
  moves,
  onMove,
}: {
  machine: string;
  moves: Move[];
  onMove: (move: Move) => void;
}) {
  const [open, setOpen] = useState(false);
  if (moves.length === 0) return <span className="al-ic-machine al-ic-control-plane">{machine}</span>;
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      popperProps={{ appendTo: () => document.body }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle
          ref={toggle}
          id={machineId(machine)}
          variant="plainText"
          className="al-ic-machine al-ic-control-plane"
          isExpanded={open}
          aria-label={t('moveLabel', { machine })}
          onClick={() => setOpen(!open)}
        >
          {machine}
        </MenuToggle>
      )}
    >
      <DropdownGroup label={t('moveTitle', { machine })} labelHeadingLevel="h3">
        <DropdownList>
          {moves.map((move) => (
            <DropdownItem
              key={move.to}
              description={move.swappedWith ? t('swapText', { machine, other: move.swappedWith }) : undefined}
              onClick={() => onMove(move)}
            >
              {move.to}
            </DropdownItem>
          ))}
        </DropdownList>
      </DropdownGroup>
    </Dropdown>
  );
}

/** Returns the host name without its domain if it's unique. */
export function shortName(server: string, { vcenters }: Topology): string {
  const short = server.split('.')[0]!;
  const others = vcenters.map((vcenter) => vcenter.server.split('.')[0]);
  return /^\d/.test(server) || others.filter((each) => each === short).length > 1 ? server : short;
}
