import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useState } from 'react';
import type { AvailableContent, ContentSelection } from '../../core/contract/topics/sites.ts';
import { t } from './messages.ts';
import { toggled, withChannel, withPackages, withRange } from './selection.ts';

/** Items from which a filter is shown. */
const MANY = 24;

type Change = (selection: ContentSelection) => void;

/** Chooses from the content of a source. */
export function AvailableFields({
  available,
  selection,
  onChange,
}: {
  available: AvailableContent;
  selection: ContentSelection;
  onChange: Change;
}) {
  const [filter, setFilter] = useState('');
  const { channels, graph, catalogs, images, charts } = available;
  const named = catalogs.reduce((sum, { packages }) => sum + packages.length, images.length + charts.length);
  const shown = (name: string) => name.toLowerCase().includes(filter.trim().toLowerCase());
  return (
    <div className="al-column">
      {channels.length > 0 && (
        <Group title={t('channelsTitle')}>
          {channels.map((channel) => (
            <Channel key={channel.name} {...{ channel, selection, onChange }} />
          ))}
          {graph && (
            <Checkbox
              id="al-site-graph"
              label={t('graphLabel')}
              isChecked={selection.graph}
              isDisabled={selection.channels.length === 0}
              onChange={(_event, checked) => onChange({ ...selection, graph: checked })}
            />
          )}
        </Group>
      )}
      {named > MANY && (
        <SearchInput
          aria-label={t('filterLabel')}
          placeholder={t('filterLabel')}
          value={filter}
          onChange={(_event, value) => setFilter(value)}
          onClear={() => setFilter('')}
        />
      )}
      {catalogs.map((catalog) => (
        <Catalog key={catalog.catalog} {...{ catalog, selection, onChange, shown }} />
      ))}
      {images.length > 0 && (
        <Names
          title={t('imagesTitle')}
          names={images.filter(shown)}
          selected={selection.images}
          onChange={(chosen) => onChange({ ...selection, images: chosen })}
        />
      )}
      {charts.length > 0 && (
        <Names
          title={t('chartsTitle')}
          names={charts.filter(shown)}
          selected={selection.charts}
          onChange={(chosen) => onChange({ ...selection, charts: chosen })}
        />
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="al-sites-group al-column">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A release channel with the range of its versions. */
function Channel({
  channel,
  selection,
  onChange,
}: {
  channel: AvailableContent['channels'][number];
  selection: ContentSelection;
  onChange: Change;
}) {
  const { name, versions } = channel;
  const chosen = selection.channels.find((each) => each.name === name);
  const range = chosen ?? { from: versions[0]!, to: versions.at(-1)! };
  return (
    <div className="al-sites-channel">
      <Checkbox
        id={`al-site-channel-${name}`}
        label={name}
        isChecked={chosen !== undefined}
        onChange={(_event, checked) => onChange(withChannel(selection, channel, checked))}
      />
      {(['from', 'to'] as const).map((end) => (
        <FormSelect
          key={end}
          aria-label={t(end === 'from' ? 'fromLabel' : 'toLabel', { channel: name })}
          value={range[end]}
          isDisabled={!chosen}
          onChange={(_event, version) => onChange(withRange(selection, channel, end, version))}
        >
          {versions.map((version) => (
            <FormSelectOption key={version} value={version} label={version} />
          ))}
        </FormSelect>
      ))}
    </div>
  );
}

function Catalog({
  catalog: { catalog, entire, packages },
  selection,
  onChange,
  shown,
}: {
  catalog: AvailableContent['catalogs'][number];
  selection: ContentSelection;
  onChange: Change;
  shown: (name: string) => boolean;
}) {
  const chosen = selection.catalogs.find((each) => each.catalog === catalog);
  const choose = (names: string[] | undefined) => onChange(withPackages(selection, catalog, names));
  if (entire)
    return (
      <Group title={catalog}>
        <Checkbox
          id={`al-site-catalog-${catalog}`}
          label={t('entireCatalog', { catalog })}
          isChecked={chosen !== undefined}
          onChange={(_event, checked) => choose(checked ? [] : undefined)}
        />
      </Group>
    );
  const all = chosen?.packages.length === packages.length;
  return (
    <Names
      title={catalog}
      names={packages.filter(shown)}
      selected={chosen?.packages ?? []}
      onChange={(names) => choose(names.length > 0 ? names : undefined)}
    >
      {packages.length > 1 && (
        <Button variant="link" isInline onClick={() => choose(all ? undefined : packages)}>
          {t(all ? 'noPackagesButton' : 'allPackagesButton')}
        </Button>
      )}
    </Names>
  );
}

function Names({
  title,
  names,
  selected,
  onChange,
  children,
}: {
  title: string;
  names: readonly string[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  children?: ReactNode;
}) {
  return (
    <Group title={title}>
      {children && <div>{children}</div>}
      <div className="al-sites-items">
        {names.map((name) => (
          <Checkbox
            key={name}
            id={`al-site-item-${title}-${name}`}
            label={name}
            isChecked={selected.includes(name)}
            onChange={(_event, checked) => onChange(toggled(selected, name, checked))}
          />
        ))}
      </div>
    </Group>
  );
}
