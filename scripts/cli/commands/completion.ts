/** Completion of commands and options for bash and zsh, written from the rows of the commands. */
import { type Command, command, GLOBAL_OPTIONS } from '../command.ts'
import { wrongUsage } from '../failure.ts'

/** @param all every command, this one included */
export function createCompletion(all: () => readonly Command[]): Command {
  return command({
    name: 'completion',
    args: ['SHELL'],
    summary: 'Print completion for bash or zsh: source <(agentpay completion bash)',
    options: {},
    async run({ args: [shell] }) {
      if (shell !== 'bash' && shell !== 'zsh') throw wrongUsage('There is completion for bash and zsh.')
      // zsh runs it as bash does.
      const prelude = shell === 'zsh' ? 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n' : ''
      process.stdout.write(`${prelude}${formatBash(all())}`)
    },
  })
}

function formatBash(commands: readonly Command[]): string {
  const words = new Map<string, string[]>()
  const offer = (after: string, word: string) => words.set(after, [...new Set([...(words.get(after) ?? []), word])])
  for (const { name, options } of commands) {
    const [first = '', second] = name.split(' ')
    offer('', first)
    if (second !== undefined) offer(first, second)
    for (const flag of Object.keys({ ...options, ...GLOBAL_OPTIONS })) offer(name, `--${flag}`)
  }
  const cases = [...words].map(([after, offered]) => `    '${after}') words='${offered.join(' ')}' ;;`)
  return `_agentpay() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  local one=\${COMP_WORDS[1]} two=\${COMP_WORDS[2]}
  [ "$COMP_CWORD" -le 1 ] && one= two=
  [ "$COMP_CWORD" -le 2 ] && two=
  case "$one \${two}" in
${[...words.keys()]
  .filter((after) => after.includes(' '))
  .map((after) => `    '${after}') one="$one $two" ;;`)
  .join('\n')}
  esac
  case "$one" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _agentpay agentpay
`
}
