import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { type Ref, useState } from 'react';
import { type PartName, writeHostTable } from '../../../core/contract/documents/nmstate.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { KebabMenu } from '../../parts/fields/kebab-menu.tsx';
import { RequestItem } from '../../parts/fields/request-fields.tsx';
import { partsOf, partTitle } from '../columns.ts';
import { t as common } from '../messages.ts';
import { emptyHost } from '../table-edits.ts';
import { createSet, switchTo, useHosts } from '../use-hosts.tsx';
import { t } from './messages.ts';

/** The actions for the complete table, and the other tables. */
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
    <KebabMenu label={t('menuButton')} onToggle={setOpen}>
      <RequestItem request="hosts.save" onClick={onLayout}>
        {t('editLayoutItem')}
      </RequestItem>
      <RequestItem
        request="hosts.save"
        onClick={() => hosts.change(t('rowAdded'), (now) => ({ ...now, hosts: [...now.hosts, emptyHost()] }))}
      >
        {t('addRowItem')}
      </RequestItem>
      <DropdownItem isDisabled={hosts.past.length === 0} onClick={hosts.undo}>
        {common('undoLabel')}
      </DropdownItem>
      <DropdownItem isDisabled={hosts.future.length === 0} onClick={hosts.redo}>
        {common('redoLabel')}
      </DropdownItem>
      <DropdownItem onClick={() => copy('csv')}>{t('copyCsvItem')}</DropdownItem>
      <DropdownItem onClick={() => copy('yaml')}>{t('copyYamlItem')}</DropdownItem>
      <Divider component="li" />
      {others.map(({ id, name, hosts: count }) => (
        <DropdownItem
          key={id}
          description={common('hostCount', { hosts: count })}
          onClick={() => switchTo(id)}
        >
          {t('openTableItem', { table: name })}
        </DropdownItem>
      ))}
      <RequestItem
        request="hosts.save"
        onClick={() =>
          createSet(client, 'hosts', { hosts: [{ ...emptyHost(), name: 'master-0', role: 'master' }] })
        }
      >
        {common('createTableButton')}
      </RequestItem>
      <RequestItem request="hosts.save" onClick={onRename}>
        {t('renameTableItem', { table: set.name })}
      </RequestItem>
      <RequestItem request="hosts.remove" isDanger onClick={onRemove}>
        {t('removeTableItem', { table: set.name })}
      </RequestItem>
    </KebabMenu>
  );
}

/** Chooses the columns of the table. */
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
          {t('columnsButton')}
        </MenuToggle>
      )}
    >
      <DropdownList aria-label={t('columnsButton')} className="al-hosts-columns">
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
        <DropdownItem onClick={() => onChange(undefined)}>{t('defaultColumnsItem')}</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
