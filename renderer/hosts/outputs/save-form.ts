import type { RequestInput } from '../../../core/contract/contract.ts';
import { typedText } from '../../parts/fields/typed-text.ts';

/** The folder for the files, and the BMC passwords for those that contain them. */
export interface SaveForm {
  directory: string;
  passwords: 'none' | 'same' | 'file';
  username: string;
  password: string;
  passwordFile: string;
  overwrite: boolean;
}

export const EMPTY_FORM: SaveForm = {
  directory: '',
  passwords: 'none',
  username: '',
  password: '',
  passwordFile: '',
  overwrite: false,
};

/** Returns whether the form is complete. @param secret some of the files contain passwords */
export function isComplete(form: SaveForm, secret: boolean): boolean {
  if (typedText(form.directory) === undefined) return false;
  if (!secret || form.passwords === 'none') return true;
  return form.passwords === 'same' ? form.password !== '' : typedText(form.passwordFile) !== undefined;
}

/** Returns the input of the request, without passwords if no file contains any. */
export function saveInput(
  wanted: Pick<RequestInput<'hosts.saveOutputs'>, 'set' | 'output'>,
  form: SaveForm,
  secret: boolean,
): RequestInput<'hosts.saveOutputs'> {
  const { directory, overwrite } = form;
  const passwords = secret ? form.passwords : 'none';
  return {
    ...wanted,
    directory,
    overwrite,
    password: passwords === 'same' ? form.password : undefined,
    username: passwords === 'same' ? typedText(form.username) : undefined,
    passwordFile: passwords === 'file' ? form.passwordFile : undefined,
  };
}
