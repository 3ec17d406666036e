/** `articles completion`: completes commands, options and values in a shell. */
import type { Command } from 'commander';
import { UserError } from '../foundation/errors.ts';
import { defineCommand } from './command.ts';

/** At each Tab a script passes the words up to the cursor to `articles completion SHELL --`. */
const SCRIPTS = new Map([
  [
    'bash',
    `_articles() { COMPREPLY=($(articles completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}")); }
complete -o default -F _articles articles`,
  ],
  [
    'zsh',
    `_articles() { compadd -- \${(f)"$(articles completion zsh -- "\${(@)words[2,CURRENT]}")"} || _files }
compdef _articles articles`,
  ],
  [
    'fish',
    `function _articles
  set -l offers (articles completion fish -- (commandline -opc)[2..] (commandline -ct))
  if set -q offers[1]; printf '%s\\n' $offers; else; __fish_complete_path (commandline -ct); end
end
complete -c articles -f -a '(_articles)'`,
  ],
]);

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Print a script that completes commands and options in bash, zsh or fish.',
  arguments: {
    '<shell>': [...SCRIPTS.keys()].join(', '),
    '[words...]': 'words of a command line, as the script passes them: prints what may be the last word',
  },
  options: {},
  note: [
    'bash: echo \'eval "$(articles completion bash)"\' >> ~/.bashrc',
    'zsh:  echo \'eval "$(articles completion zsh)"\' >> ~/.zshrc   (after compinit)',
    'fish: articles completion fish > ~/.config/fish/completions/articles.fish',
  ].join('\n'),
  examples: ['articles completion bash', 'articles completion fish'],
  async run({ reporter, program }, _options, [shell = '', ...words]) {
    const script = SCRIPTS.get(shell);
    if (script === undefined)
      throw new UserError({
        code: 'unknown-choice',
        message: `there is no completion for "${shell}"`,
        hint: `use one of ${[...SCRIPTS.keys()].join(', ')}`,
      });
    if (words.length === 0) {
      reporter.output(script);
      return reporter.result({ shell, script }, '');
    }
    const offers = completeWord(program, words);
    if (offers.length > 0) reporter.output(offers.join('\n'));
    reporter.result({ kind: 'completion-words', offers }, '');
  },
});

/** Lists the completions of the last word. Empty where the shell completes files. */
function completeWord({ commands }: Command, words: readonly string[]): string[] {
  const [name, last = '', previous] = [words[0], words.at(-1), words.at(-2)];
  const startsAlike = (text: string) => text.startsWith(last);
  if (words.length === 1 || (words.length === 2 && name === 'help'))
    return commands.map((command) => command.name()).filter(startsAlike);
  const options = commands.find((command) => command.name() === name)?.options ?? [];
  const open = options.find(({ long }) => long === previous);
  if (open?.required || open?.optional) return (open.argChoices ?? []).filter(startsAlike);
  if (!last.startsWith('-')) return [];
  return ['--help', ...options.flatMap(({ long }) => long ?? [])].filter(startsAlike);
}
