/** `articles eject`: copies built-in views and components into theme/, and prompts into prompts/. */
import { UserError } from '../foundation/errors.ts';
import { defineCommand, flag } from './command.ts';

/** All prompts of `articles generate`. */
const PROMPTS = { name: 'prompts', path: 'prompts/', summary: 'all prompts of `articles generate`' };

export const ejectCommand = defineCommand({
  name: 'eject',
  summary: 'Copy built-in views, components or prompts into the site, to change them there.',
  arguments: { '[names...]': 'views such as article, components such as ArticleCard, or prompts' },
  options: {
    list: flag('--list', 'show what there is'),
    force: flag('--force', 'replace files that exist'),
  },
  note: 'The copy renders what the built-in one does until you change it, and `articles check` says when the original changes. Delete the file to have the built-in one again.',
  examples: [
    'articles eject --list',
    'articles eject article',
    'articles eject SiteHeader SiteFooter',
    'articles eject prompts',
  ],
  async run({ root, reporter }, { list, force }, names) {
    const { eject, listEjectable } = await import('../theme/eject-files.ts');
    if (list) {
      const known = [...listEjectable(), PROMPTS];
      const width = Math.max(...known.map(({ name }) => name.length));
      reporter.output(known.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n'));
      reporter.result({ kind: 'eject-list', ejectable: known }, '');
      return;
    }
    if (names.length === 0)
      throw new UserError({
        code: 'nothing-chosen',
        message: 'nothing was named',
        hint: 'write the name of a view or component, or see them with: articles eject --list',
      });
    const views = names.filter((name) => name !== PROMPTS.name);
    const { ejectPrompts } = await import('../generate/prompts/prompt-files.ts');
    const written = [
      ...(views.length > 0 ? eject(root, views, { force }) : []),
      ...(views.length < names.length ? ejectPrompts(root, { force }) : []),
    ];
    reporter.result({ written }, written.map((path) => `wrote ${path}`).join('\n'));
  },
});
