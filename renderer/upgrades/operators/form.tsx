import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { count } from '../../parts/format.ts';
import { CatalogField } from '../question/catalog-field.tsx';
import { catalogsIn } from '../question/catalogs.ts';
import { UpgradeSelect, UpgradeText } from '../question/upgrade-field.tsx';
import { channelChoices } from './question.ts';
import type { OperatorQuestion } from './use-operator-question.ts';

/** Catalogs, package, versions and channels. */
export function OperatorForm({ question }: { question: OperatorQuestion }) {
  const { draft, change, send, packages, path, working } = question;
  const noCatalog = catalogsIn(draft.catalogs).length === 0;
  const offered = packages.answer?.value.packages ?? [];
  const { versions = [], channels = [] } = path.answer?.value ?? {};
  return (
    <RequestFields request="upgrades.operator">
      <form
        className="al-upgrade-form"
        aria-label="Operator"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <CatalogField value={draft.catalogs} onChange={(catalogs) => change({ catalogs })} />
        <div className="al-upgrade-fields">
          <UpgradeText
            id="al-operator-package"
            label="Package"
            className="al-upgrade-package"
            value={draft.package}
            list="al-operator-packages"
            onChange={(name) => change({ package: name })}
          />
          <Button
            variant="link"
            isInline
            isDisabled={noCatalog || packages.asking}
            onClick={question.listPackages}
          >
            {offered.length > 0 ? `${count(offered.length)} packages listed` : 'List packages'}
          </Button>
          <datalist id="al-operator-packages">
            {offered.map(({ name, displayName }) => (
              <option key={name} value={name}>
                {displayName}
              </option>
            ))}
          </datalist>
          <UpgradeText
            id="al-operator-from"
            label="Installed"
            value={draft.from}
            list="al-operator-versions"
            placeholder="5.9.9"
            onChange={(from) => change({ from })}
          />
          <UpgradeText
            id="al-operator-to"
            label="I want"
            value={draft.to}
            list="al-operator-versions"
            placeholder="head"
            onChange={(to) => change({ to })}
          />
          <datalist id="al-operator-versions">
            {versions.map((version) => (
              <option key={version} value={version} />
            ))}
          </datalist>
          <UpgradeSelect
            id="al-operator-channel"
            label="Channel to end in"
            value={draft.channel}
            options={channelChoices(draft.channel, channels, 'default')}
            onChange={(channel) => change({ channel })}
          />
          <UpgradeSelect
            id="al-operator-subscribed"
            label="Channel now"
            value={draft.subscribed}
            options={channelChoices(draft.subscribed, channels, 'unknown')}
            onChange={(subscribed) => change({ subscribed })}
          />
          <Button
            type="submit"
            variant="secondary"
            isDisabled={noCatalog || draft.package.trim() === ''}
            isLoading={working}
          >
            {draft.from.trim() === '' ? 'Show the channel' : 'Find the way'}
          </Button>
        </div>
      </form>
    </RequestFields>
  );
}
