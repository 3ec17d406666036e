/** Names the person who decides: by the option, or by the settings of git. */
import { UserError } from '../../foundation/errors.ts';
import { runGit } from '../../foundation/git.ts';
import { stripInvisible } from '../checks/check-markdown.ts';

/** @throws UserError if neither names a person */
export async function findReviewer(root: string, given: string | undefined): Promise<string> {
  const name = stripInvisible(given ?? (await runGit(root, ['config', 'user.name']))).trim();
  const email =
    given === undefined ? stripInvisible(await runGit(root, ['config', 'user.email'])).trim() : '';
  if (name !== '') return email === '' ? name : `${name} <${email}>`;
  throw new UserError({
    code: 'unknown-reviewer',
    message: 'a decision needs the name of the person who makes it',
    hint: 'add --reviewer "Your Name", or set user.name in git',
  });
}
