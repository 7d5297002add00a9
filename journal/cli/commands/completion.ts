// Completion scripts, made from the commands themselves.
import type { Command } from 'commander';
import { say, sayJson, UserError } from '../output.ts';

/** Every word that can follow each command path: sub-commands, choices of arguments, options. */
function completionsOf(program: Command): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (command: Command, path: string) => {
    const options = command.options.filter(({ hidden }) => !hidden).flatMap((option) => option.long ?? []);
    const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
    found.set(path, [...command.commands.map((child) => child.name()), ...choices, ...options, '--help']);
    for (const child of command.commands) {
      for (const name of [child.name(), ...child.aliases()]) visit(child, `${path} ${name}`.trim());
    }
  };
  visit(program, '');
  return found;
}

function bash(table: Map<string, string[]>): string {
  const cases = [...table].map(([path, list]) => `    "${path}") words="${list.join(' ')}" ;;`).join('\n');
  return `_zorivest() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path="$path $word"; done
  path="\${path# }"
  while :; do
    case "$path" in
${cases}
      *) words="" ;;
    esac
    [[ -n $words || -z $path ]] && break
    [[ $path == *" "* ]] && path="\${path% *}" || path=""
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _zorivest zorivest`;
}

const zsh = (table: Map<string, string[]>) => `#compdef zorivest
autoload -U +X bashcompinit && bashcompinit
${bash(table)}`;

function fish(table: Map<string, string[]>): string {
  return [...table]
    .flatMap(([path, list]) => {
      const seen = path.split(' ').filter(Boolean);
      const condition =
        seen.length === 0
          ? '__fish_use_subcommand'
          : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
      return list.map((word) =>
        word.startsWith('--')
          ? `complete -c zorivest -n '${condition}' -l ${word.slice(2)}`
          : `complete -c zorivest -f -n '${condition}' -a ${word}`,
      );
    })
    .join('\n');
}

const shells = { bash, zsh, fish };

export function completion(program: Command, shell: string, json: boolean): void {
  if (json) return sayJson(Object.fromEntries(completionsOf(program)));
  if (!(shell in shells)) throw new UserError(`${shell} is not a shell we know; bash, zsh or fish`);
  say(shells[shell as keyof typeof shells](completionsOf(program)));
}
