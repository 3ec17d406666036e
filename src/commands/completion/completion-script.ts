/** Writes the completion script of a shell from the definitions of the commands. */
import type { Command } from 'commander';

interface Flag {
  /** `--out` */
  long: string;
  description: string;
  takesValue: boolean;
  /** The values that it may have; null for any. */
  choices: readonly string[] | null;
}

interface Entry {
  name: string;
  summary: string;
  flags: Flag[];
}

type Shell = 'bash' | 'zsh' | 'fish';

export function completionScript(shell: Shell, program: Command): string {
  return WRITERS[shell](program.name(), listEntries(program));
}

function listEntries(program: Command): Entry[] {
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.description(),
    flags: [
      ...command.options.flatMap(({ long, description, required, optional, argChoices }) =>
        long ? [{ long, description, takesValue: required || optional, choices: argChoices ?? null }] : [],
      ),
      { long: '--help', description: 'show this help', takesValue: false, choices: null },
    ],
  }));
}

const WRITERS: Readonly<Record<Shell, (name: string, entries: readonly Entry[]) => string>> = {
  bash: (name, entries) => {
    const values = entries.flatMap((entry) =>
      entry.flags.flatMap(({ long, choices, takesValue }) => {
        if (choices)
          return [
            `    ${entry.name}:${long}) COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$word")); return ;;`,
          ];
        // Paths, which bash completes by default.
        return takesValue ? [`    ${entry.name}:${long}) return ;;`] : [];
      }),
    );
    const flags = entries.map(
      (entry) => `    ${entry.name}) words=${quote(entry.flags.map(({ long }) => long).join(' '))} ;;`,
    );
    return `_${name}() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)) || [[ $COMP_CWORD -eq 2 && $command == help ]]; then
    COMPREPLY=($(compgen -W ${quote(namesOf(entries))} -- "$word"))
    return
  fi
  case $command:$previous in
${values.join('\n')}
  esac
  [[ $word == -* ]] || return
  case $command in
${flags.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _${name} ${name}
`;
  },
  zsh: (name, entries) => {
    const cases = entries.map(({ name: command, flags }) => {
      const specs = flags.map(({ long, description, takesValue, choices }) => {
        const action = choices ? `(${choices.join(' ')})` : '_files';
        const text = description.replace(/[[\]\\]/g, '\\$&');
        return `      ${quote(`*${long}[${text}]${takesValue ? `:value:${action}` : ''}`)}`;
      });
      return `    ${command}) specs=(\n${specs.join('\n')}\n    ) ;;`;
    });
    const commands = entries.map(
      (entry) => `    ${quote(`${entry.name}:${entry.summary.replaceAll(':', '\\:')}`)}`,
    );
    return `#compdef ${name}
_${name}() {
  local -a commands specs
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )) || [[ $CURRENT -eq 3 && $words[2] == help ]]; then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  _arguments $specs '*:file:_files'
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
  },
  fish: (name, entries) =>
    entries
      .flatMap((entry) => [
        `complete -c ${name} -n __fish_use_subcommand -f -a ${entry.name} -d ${fishQuote(entry.summary)}`,
        ...entry.flags.map(({ long, description, takesValue, choices }) => {
          const value = choices ? ` -x -a ${fishQuote(choices.join(' '))}` : takesValue ? ' -r' : '';
          const seen = `-n ${fishQuote(`__fish_seen_subcommand_from ${entry.name}`)}`;
          return `complete -c ${name} ${seen} -l ${long.slice(2)}${value} -d ${fishQuote(description)}`;
        }),
      ])
      .concat(
        `complete -c ${name} -n '__fish_seen_subcommand_from help' -f -a ${fishQuote(namesOf(entries))}`,
      )
      .join('\n'),
};

function namesOf(entries: readonly Entry[]): string {
  return entries.map(({ name }) => name).join(' ');
}

/** For bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
