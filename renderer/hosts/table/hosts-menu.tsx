import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { type Ref, useState } from 'react';
import { type PartName, writeHostTable } from '../../../core/contract/documents/nmstate.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { RequestItem } from '../../parts/fields/request-fields.tsx';
import { counted } from '../../parts/format.ts';
import { partsOf, partTitle } from '../columns.ts';
import { emptyHost } from '../table-edits.ts';
import { beginSet, turnTo, useHosts } from '../use-hosts.tsx';

/** What is done with the table as a whole, and the other sets. */
export function HostsMenu({
  onLayout,
  onRename,
  onRemove,
}: {
  onLayout: () => void;
  onRename: () => void;
  onRemove: () => void;
}) {
  const [open, setOpen] = useState(false);
  const client = useClient();
  const hosts = useHosts();
  const { set } = hosts;
  const listed = useAsk('hosts.list', {}, { enabled: open, staleTime: 0 });
  const others = listed.data?.sets.filter(({ id }) => id !== set.id) ?? [];
  const copy = (format: 'csv' | 'yaml') =>
    void navigator.clipboard.writeText(writeHostTable(set.hosts, { format }));
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      popperProps={{ position: 'right', appendTo: 'inline' }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle
          ref={toggle}
          variant="plain"
          aria-label="More actions"
          isExpanded={open}
          onClick={() => setOpen(!open)}
        >
          <EllipsisVIcon />
        </MenuToggle>
      )}
    >
      <DropdownList>
        <RequestItem request="hosts.save" onClick={onLayout}>
          Layout and cluster…
        </RequestItem>
        <RequestItem
          request="hosts.save"
          onClick={() =>
            hosts.change('A row was added', (now) => ({ ...now, hosts: [...now.hosts, emptyHost()] }))
          }
        >
          Add a row
        </RequestItem>
        <DropdownItem isDisabled={hosts.past.length === 0} onClick={hosts.undo}>
          Undo
        </DropdownItem>
        <DropdownItem isDisabled={hosts.future.length === 0} onClick={hosts.redo}>
          Redo
        </DropdownItem>
        <DropdownItem onClick={() => copy('csv')}>Copy the table as CSV</DropdownItem>
        <DropdownItem onClick={() => copy('yaml')}>Copy the table as YAML</DropdownItem>
        <Divider component="li" />
        {others.map(({ id, name, hosts: many }) => (
          <DropdownItem key={id} description={counted(many, 'host')} onClick={() => turnTo(id)}>
            Open {name}
          </DropdownItem>
        ))}
        <RequestItem
          request="hosts.save"
          onClick={() =>
            beginSet(client, 'hosts', { hosts: [{ ...emptyHost(), name: 'master-0', role: 'master' }] })
          }
        >
          New table
        </RequestItem>
        <RequestItem request="hosts.save" onClick={onRename}>
          Rename {set.name}…
        </RequestItem>
        <RequestItem request="hosts.remove" isDanger onClick={onRemove}>
          Remove {set.name}
        </RequestItem>
      </DropdownList>
    </Dropdown>
  );
}

/** Which columns are shown. */
export function ColumnsMenu({
  shown,
  onChange,
}: {
  shown: readonly PartName[];
  onChange: (chosen: ReadonlySet<PartName> | undefined) => void;
}) {
  const [open, setOpen] = useState(false);
  const { set } = useHosts();
  const toggle = (part: PartName) => {
    const next = new Set(shown);
    if (!next.delete(part)) next.add(part);
    onChange(next);
  };
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      popperProps={{ position: 'right', appendTo: 'inline' }}
      toggle={(ref: Ref<MenuToggleElement>) => (
        <MenuToggle ref={ref} size="sm" isExpanded={open} onClick={() => setOpen(!open)}>
          Columns
        </MenuToggle>
      )}
    >
      <DropdownList aria-label="Columns" className="al-hosts-columns">
        {partsOf(set)
          .filter((part) => part !== 'name')
          .map((part) => (
            <DropdownItem
              key={part}
              hasCheckbox
              isSelected={shown.includes(part)}
              onClick={() => toggle(part)}
            >
              {partTitle(part)}
            </DropdownItem>
          ))}
        <Divider component="li" />
        <DropdownItem onClick={() => onChange(undefined)}>As usual</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
