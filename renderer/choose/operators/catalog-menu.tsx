import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, type Ref, useState } from 'react';
import { t } from './messages.ts';
import { catalogFault, type OfferedCatalog, shortCatalog } from './words.ts';

/** The menu of catalogs: those of the configuration, the published ones of the version, and any other by its reference. */
export function CatalogMenu({
  offered,
  catalog,
  onChoose,
}: {
  offered: readonly OfferedCatalog[];
  catalog: string | undefined;
  onChoose: (reference: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [typing, setTyping] = useState(false);
  const named = offered.filter(({ inText }) => inText);
  const others = offered.filter(({ inText }) => !inText);
  const item = ({ reference, short, inText }: OfferedCatalog) => (
    <DropdownItem
      key={reference}
      isSelected={reference === catalog}
      description={<span className="al-mono">{reference}</span>}
      onClick={() => onChoose(reference)}
    >
      {inText
        ? t.parts('inTextOption', {
            catalog: short,
            note: (inner) => (
              <span key="note" className="al-sub">
                {inner}
              </span>
            ),
          })
        : short}
    </DropdownItem>
  );
  if (typing)
    return (
      <TypedCatalog
        onUse={(reference) => {
          setTyping(false);
          onChoose(reference);
        }}
        onCancel={() => setTyping(false)}
      />
    );
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      popperProps={{ position: 'left', appendTo: 'inline' }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle ref={toggle} isExpanded={open} onClick={() => setOpen(!open)}>
          {catalog === undefined
            ? t.parts('noCatalogMenu', MENU_PARTS)
            : t.parts('catalogMenu', { ...MENU_PARTS, catalog: shortCatalog(catalog) })}
        </MenuToggle>
      )}
    >
      <DropdownList aria-label={t('catalogsLabel')}>
        {named.map(item)}
        {named.length > 0 && others.length > 0 && <Divider component="li" />}
        {others.map(item)}
        {offered.length > 0 && <Divider component="li" />}
        <DropdownItem onClick={() => setTyping(true)}>{t('otherCatalogButton')}</DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}

/** How the menu shows the parts of its label. */
const MENU_PARTS = {
  label: (inner: ReactNode): ReactNode => (
    <span key="label" className="al-sub">
      {inner}
    </span>
  ),
  strong: (inner: ReactNode): ReactNode => <strong key="strong">{inner}</strong>,
};

function TypedCatalog({ onUse, onCancel }: { onUse: (reference: string) => void; onCancel: () => void }) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const fault = catalogFault(text);
  return (
    <form
      className="al-operators-typed"
      aria-label={t('otherCatalogLabel')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (fault === undefined) onUse(text.trim());
      }}
    >
      <TextInput
        aria-label={t('referenceLabel')}
        aria-describedby="al-operators-typed-fault"
        placeholder="registry.redhat.io/redhat/redhat-operator-index:v4.18"
        value={text}
        validated={tried && fault !== undefined ? 'error' : 'default'}
        onChange={(_event, value) => setText(value)}
        autoFocus
      />
      <Button type="submit" variant="secondary">
        {t('useCatalogButton')}
      </Button>
      <Button variant="link" onClick={onCancel}>
        {t('cancelButton')}
      </Button>
      <p id="al-operators-typed-fault" className="al-small" role="status">
        {tried ? fault : ''}
      </p>
    </form>
  );
}
