import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { count } from '../../parts/format.ts';
import { CatalogField } from '../question/catalog-field.tsx';
import { catalogsIn } from '../question/catalogs.ts';
import { t as shared } from '../question/messages.ts';
import { UpgradeSelect, UpgradeText } from '../question/upgrade-field.tsx';
import { t } from './messages.ts';
import { channelChoices } from './question.ts';
import type { OperatorQuestion } from './use-operator-question.ts';

/** The form for catalogs, package, versions and channels. */
export function OperatorForm({ question }: { question: OperatorQuestion }) {
  const { draft, change, send, packages, path, working } = question;
  const noCatalog = catalogsIn(draft.catalogs).length === 0;
  const offered = packages.answer?.value.packages ?? [];
  const { versions = [], channels = [] } = path.answer?.value ?? {};
  return (
    <RequestFields request="upgrades.operator">
      <form
        className="al-upgrade-form"
        aria-label={t('formLabel')}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <CatalogField value={draft.catalogs} onChange={(catalogs) => change({ catalogs })} />
        <div className="al-upgrade-fields">
          <UpgradeText
            id="al-operator-package"
            label={t('packageLabel')}
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
            {offered.length > 0 ? t('listAgainButton', { count: count(offered.length) }) : t('listButton')}
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
            label={t('fromLabel')}
            value={draft.from}
            list="al-operator-versions"
            placeholder={t('fromPlaceholder')}
            onChange={(from) => change({ from })}
          />
          <UpgradeText
            id="al-operator-to"
            label={t('toLabel')}
            value={draft.to}
            list="al-operator-versions"
            placeholder={t('toPlaceholder')}
            onChange={(to) => change({ to })}
          />
          <datalist id="al-operator-versions">
            {versions.map((version) => (
              <option key={version} value={version} />
            ))}
          </datalist>
          <UpgradeSelect
            id="al-operator-channel"
            label={t('channelLabel')}
            value={draft.channel}
            options={channelChoices(draft.channel, channels, t('defaultOption'))}
            onChange={(channel) => change({ channel })}
          />
          <UpgradeSelect
            id="al-operator-subscribed"
            label={t('subscribedLabel')}
            value={draft.subscribed}
            options={channelChoices(draft.subscribed, channels, t('unknownOption'))}
            onChange={(subscribed) => change({ subscribed })}
          />
          <Button
            type="submit"
            variant="secondary"
            isDisabled={noCatalog || draft.package.trim() === ''}
            isLoading={working}
          >
            {draft.from.trim() === '' ? t('channelButton') : shared('findPathButton')}
          </Button>
        </div>
      </form>
    </RequestFields>
  );
}
