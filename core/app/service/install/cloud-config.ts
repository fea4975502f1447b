import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { readConfiguration } from '../configurations/configurations.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { requireUnchanged } from '../state/saved-file.ts';
import { t } from './messages.ts';

/** Returns the handlers of `cloudConfig.*`: configurations of the vSphere cloud provider. Answers contain no credentials. */
export function cloudConfigHandlers(): HandlersOf<'cloudConfig'> {
  return {
    'cloudConfig.convert': async ({ file, text, layout }) => {
      const [{ convertCloudConfig }, { maskCloudConfig }] = await Promise.all([
        import('../../../install/cloud-config/convert-cloud-config.ts'),
        import('../../../install/cloud-config/mask-cloud-config.ts'),
      ]);
      if (file === undefined && text === undefined)
        throw new AirlockError('usage', t('cloudConfigMissing'), {
          remedy: t('cloudConfigMissingRemedy'),
        });
      const path = optionalPath(file, 'file');
      const given = text ?? (await readConfiguration(path!)).text;
      const converted = convertCloudConfig(given, { layout, file: path });
      return { ...converted, given: maskCloudConfig(given) };
    },
    'cloudConfig.save': async ({ file, text }) => {
      const path = absolutePath(file, 'file');
      await requireUnchanged(path, undefined);
      await writeFileAtomic(path, text);
      return { file: path };
    },
  };
}
