/** `articles eject`: copies built-in views and components into theme/. */
import { UserError } from '../foundation/errors.ts';
import { defineCommand, flag } from './command.ts';

export const ejectCommand = defineCommand({
  name: 'eject',
  summary: 'Copy a built-in view or component into theme/, to change it there.',
  arguments: { '[names...]': 'views such as article, components such as ArticleCard' },
  options: {
    list: flag('--list', 'show what there is'),
    force: flag('--force', 'replace files that exist'),
  },
  note: 'The copy renders what the built-in one does until you change it. Delete the file to have the built-in one again.',
  examples: ['articles eject --list', 'articles eject article', 'articles eject SiteHeader SiteFooter'],
  async run({ root, reporter }, { list, force }, names) {
    const { eject, listEjectable } = await import('../theme/eject-files.ts');
    if (list) {
      const known = listEjectable();
      const width = Math.max(...known.map(({ name }) => name.length));
      reporter.output(known.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n'));
      reporter.result({ ejectable: known }, '');
      return;
    }
    if (names.length === 0)
      throw new UserError({
        code: 'nothing-chosen',
        message: 'nothing was named',
        hint: 'write the name of a view or component, or see them with: articles eject --list',
      });
    const written = eject(root, names, { force });
    reporter.result({ written }, written.map((path) => `wrote ${path}`).join('\n'));
  },
});
