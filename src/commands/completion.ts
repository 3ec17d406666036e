/** `articles completion`: scripts that complete commands and options in a shell. */
import { UserError } from '../foundation/errors.ts';
import { defineCommand } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Print a script that completes commands and options in bash, zsh or fish.',
  arguments: { '<shell>': SHELLS.join(', ') },
  options: {},
  note: [
    'bash: echo \'eval "$(articles completion bash)"\' >> ~/.bashrc',
    'zsh:  echo \'eval "$(articles completion zsh)"\' >> ~/.zshrc   (after compinit)',
    'fish: articles completion fish > ~/.config/fish/completions/articles.fish',
  ].join('\n'),
  examples: ['articles completion bash', 'articles completion fish'],
  async run({ reporter, program }, _options, [name = '']) {
    const shell = SHELLS.find((known) => known === name);
    if (!shell)
      throw new UserError({
        code: 'unknown-choice',
        message: `there is no completion for "${name}"`,
        hint: `use one of ${SHELLS.join(', ')}`,
      });
    const { completionScript } = await import('./completion/completion-script.ts');
    const script = completionScript(shell, program);
    reporter.output(script);
    reporter.result({ shell, script }, '');
  },
});
