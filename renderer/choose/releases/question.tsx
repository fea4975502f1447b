import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Switch } from '@patternfly/react-core/dist/esm/components/Switch';
import { setArchitectures } from '../../../core/contract/documents/image-set-form.ts';
import { versionProblem } from '../../upgrades/question/typed-version.ts';
import { ARCHITECTURES, CHANNELS } from '../../upgrades/question/use-upgrade-question.ts';
import { rememberMetered } from '../draft/metered.ts';
import { SettledField } from '../draft/settled-field.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { t } from './messages.ts';
import type { ClusterPath } from './use-cluster-path.ts';
import { architecturesAfter, minorsOf } from './words.ts';

/** The fields of the step: current and target version, channel, architectures, and the metered connection. */
export function ClusterQuestion({ path }: { path: ClusterPath }) {
  const { draft, edit, change } = useDraft();
  const view = useImageSet();
  const { question, ask, known } = path;
  const versions = known.map(({ version }) => version).toReversed();
  const chosen = view.architectures.length > 0 ? view.architectures : ['amd64'];
  const toggle = (name: string, on: boolean) => {
    const next = architecturesAfter(ARCHITECTURES, view.architectures, name, on);
    if (next) edit((doc) => setArchitectures(doc, next));
  };
  return (
    <>
      <div className="al-choose-fields">
        <SettledField
          id="al-choose-from"
          label={t('fromLabel')}
          value={question.from}
          placeholder={t('fromPlaceholder')}
          options={versions.map((value) => ({ value }))}
          wrong={(typed) => versionProblem(typed, false)}
          onSettle={(from) => ask({ from })}
        />
        <SettledField
          id="al-choose-to"
          label={t('toLabel')}
          value={question.to}
          placeholder={t('toPlaceholder')}
          options={[
            ...minorsOf(versions).map((value) => ({ value, label: t('newestOption', { minor: value }) })),
            ...versions.map((value) => ({ value })),
          ]}
          wrong={(typed) => versionProblem(typed, true)}
          onSettle={(to) => ask({ to })}
        />
        <label className="al-choose-field" htmlFor="al-choose-channel">
          <span>{t('channelLabel')}</span>
          <FormSelect
            id="al-choose-channel"
            value={question.channel}
            onChange={(_event, channel) => ask({ channel })}
          >
            {[...new Set([...CHANNELS, question.channel])].map((name) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelect>
        </label>
        <fieldset className="al-choose-set">
          <legend className="al-choose-legend">{t('architecturesLabel')}</legend>
          <div className="al-choose-checks">
            {ARCHITECTURES.map((name) => (
              <Checkbox
                key={name}
                id={`al-choose-${name}`}
                label={name}
                isChecked={chosen.includes(name)}
                onChange={(_event, on) => toggle(name, on)}
              />
            ))}
          </div>
        </fieldset>
      </div>
      <Switch
        id="al-choose-metered"
        label={t('meteredText')}
        isChecked={draft.metered}
        onChange={(_event, metered) => {
          rememberMetered(metered);
          change({ metered });
        }}
      />
    </>
  );
}
