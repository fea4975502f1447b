import './topology.css';
import {
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
} from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { type Ref, useState } from 'react';
import type {
  Topology,
  TopologyFailureDomain,
  TopologyVCenter,
} from '../../../core/contract/documents/install-config.ts';
import { counted } from '../../parts/format.ts';
import type { Move } from './topology-edits.ts';

/** What the picture does when something of it is chosen. */
export interface PictureActions {
  movesOf: (master: string) => Move[];
  move: (move: Move) => void;
  openVCenter: (index: number) => void;
  openFailureDomain: (index: number) => void;
  addFailureDomain: (vcenter: number) => void;
  removeVCenter: (index: number) => void;
  removeFailureDomain: (index: number) => void;
}

/** Where everything lands: vCenters hold failure domains, failure domains hold machines. */
export function TopologyPicture({
  topology,
  wrong,
  actions,
}: {
  topology: Topology;
  /** Positions of failure domains with an error or an open warning of their own. */
  wrong: ReadonlySet<number>;
  actions: PictureActions;
}) {
  const lost = topology.failureDomains.filter(({ vcenter }) => vcenter < 0);
  return (
    <section className="al-ic-picture" aria-label="Where everything lands: picture">
      {topology.vcenters.map((vcenter, index) => (
        <VCenterBox
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name until that is mended
          key={index}
          vcenter={vcenter}
          index={index}
          domains={topology.failureDomains.filter((domain) => domain.vcenter === index)}
          topology={topology}
          wrong={wrong}
          actions={actions}
        />
      ))}
      {lost.length > 0 && (
        <div className="al-ic-vcenter">
          <p className="al-ic-vcenter-words">
            <strong>No vCenter</strong>
            <span className="al-sub al-small">server is not listed</span>
          </p>
          <div className="al-ic-domains">
            {lost.map((domain) => (
              <DomainBox key={domain.index} domain={domain} topology={topology} wrong actions={actions} />
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
  wrong,
  actions,
}: {
  vcenter: TopologyVCenter;
  index: number;
  domains: TopologyFailureDomain[];
  topology: Topology;
  wrong: ReadonlySet<number>;
  actions: PictureActions;
}) {
  const quorum = topology.quorum.find(({ of, name }) => of === 'vcenter' && name === vcenter.server);
  const role = vcenter.controlPlane ? 'control plane' : vcenter.workers > 0 ? 'compute only' : 'not used';
  const many = Math.max(1, domains.length);
  const masters = topology.machines.filter(({ role: each }) => each === 'control-plane').length;
  return (
    <section
      className="al-ic-vcenter"
      aria-label={`vCenter ${vcenter.server || index + 1}, ${role}`}
      style={{ flex: `${many} 1 ${many * 128}px` }}
    >
      <div className="al-ic-vcenter-head">
        <span className="al-ic-vcenter-words">
          <button
            type="button"
            className="al-ic-name"
            onClick={() => actions.openVCenter(index)}
            title={vcenter.server}
          >
            {shortName(vcenter.server, topology) || `vCenter ${index + 1}`}
          </button>
          <span className="al-sub al-small">{role}</span>
        </span>
        <ChangeMenu
          of={vcenter.server || `vCenter ${index + 1}`}
          changes={[
            { label: 'Add failure domain', run: () => actions.addFailureDomain(index) },
            { label: 'Remove vCenter', run: () => actions.removeVCenter(index) },
          ]}
        />
      </div>
      <div className="al-ic-domains">
        {domains.map((domain) => (
          <DomainBox
            key={domain.index}
            domain={domain}
            topology={topology}
            wrong={wrong.has(domain.index)}
            actions={actions}
          />
        ))}
        {domains.length === 0 && (
          <button
            type="button"
            className="al-link al-ic-add-domain"
            onClick={() => actions.addFailureDomain(index)}
          >
            Add failure domain
          </button>
        )}
      </div>
      {quorum && (
        <p className="al-ic-quorum">
          {quorum.masters} of {masters} masters: losing {shortName(vcenter.server, topology)} loses quorum
        </p>
      )}
    </section>
  );
}

function DomainBox({
  domain,
  topology,
  wrong,
  actions,
}: {
  domain: TopologyFailureDomain;
  topology: Topology;
  wrong: boolean;
  actions: PictureActions;
}) {
  const listed = topology.vcenters[domain.vcenter]?.datacenters.find(
    ({ name }) => name === domain.datacenter,
  );
  const cluster = domain.computeCluster.split('/').at(-1);
  const quorum = topology.quorum.find(({ of, name }) => of === 'failureDomain' && name === domain.name);
  const place = [
    domain.datacenter && (listed?.listed === false ? `${domain.datacenter}, not listed` : domain.datacenter),
    cluster,
  ].filter(Boolean);
  return (
    <section
      className={`al-ic-domain${wrong ? ' al-ic-domain-wrong' : ''}`}
      aria-label={`Failure domain ${domain.name || domain.index + 1}`}
    >
      <div className="al-ic-domain-head">
        <button type="button" className="al-ic-name" onClick={() => actions.openFailureDomain(domain.index)}>
          {domain.name || `failure domain ${domain.index + 1}`}
        </button>
        {wrong && (
          <span className="al-ic-domain-mark">
            <ExclamationCircleIcon aria-hidden="true" />
            <span className="al-unseen">has a problem</span>
          </span>
        )}
        <ChangeMenu
          of={domain.name || `failure domain ${domain.index + 1}`}
          changes={[{ label: 'Remove failure domain', run: () => actions.removeFailureDomain(domain.index) }]}
        />
      </div>
      <p className="al-sub al-small al-cut" title={place.join(' · ')}>
        {place.join(' · ') || 'no place yet'}
      </p>
      {domain.bootstrap && <span className="al-ic-machine al-ic-bootstrap">bootstrap</span>}
      {domain.masters.map((master) => (
        <MasterPill key={master} master={master} moves={actions.movesOf(master)} onMove={actions.move} />
      ))}
      {domain.workers > 0 && (
        <span className="al-ic-machine al-ic-workers">{counted(domain.workers, 'worker')}</span>
      )}
      {quorum && topology.vcenters.length < 2 && (
        <p className="al-ic-quorum">Losing {domain.name} loses quorum</p>
      )}
    </section>
  );
}

/** What can be done with a place, beside opening its form. */
function ChangeMenu({ of, changes }: { of: string; changes: readonly { label: string; run: () => void }[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right', appendTo: () => document.body }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle
          ref={toggle}
          variant="plain"
          className="al-ic-change"
          isExpanded={open}
          aria-label={`Change ${of}`}
          icon={<EllipsisVIcon />}
          onClick={() => setOpen(!open)}
        />
      )}
    >
      <DropdownList>
        {changes.map(({ label, run }) => (
          <DropdownItem key={label} onClick={run}>
            {label}
          </DropdownItem>
        ))}
      </DropdownList>
    </Dropdown>
  );
}

/** A machine of the control plane; opens where it can go. */
function MasterPill({
  master,
  moves,
  onMove,
}: {
  master: string;
  moves: Move[];
  onMove: (move: Move) => void;
}) {
  const [open, setOpen] = useState(false);
  if (moves.length === 0) return <span className="al-ic-machine al-ic-master">{master}</span>;
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
          variant="plainText"
          className="al-ic-machine al-ic-master"
          isExpanded={open}
          aria-label={`${master}: move it`}
          onClick={() => setOpen(!open)}
        >
          {master}
        </MenuToggle>
      )}
    >
      <DropdownGroup label={`Move ${master} to`} labelHeadingLevel="h3">
        <DropdownList>
          {moves.map((move) => (
            <DropdownItem
              key={move.to}
              description={move.swappedWith ? `${move.swappedWith} goes the other way` : undefined}
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

/** The host alone, where all are in one domain of names. */
function shortName(server: string, { vcenters }: Topology): string {
  const short = server.split('.')[0]!;
  const others = vcenters.map((vcenter) => vcenter.server.split('.')[0]);
  return /^\d/.test(server) || others.filter((each) => each === short).length > 1 ? server : short;
}
