/** Every command, in the order of the help. */
import type { Command } from './command.ts'
import { balance } from './commands/balance.ts'
import { clock, clockAdvance } from './commands/clock.ts'
import { createCompletion } from './commands/completion.ts'
import { doctor } from './commands/doctor.ts'
import { eventsResend, eventsTail } from './commands/events.ts'
import { keysCreate, keysList, keysRevoke, keysRotate } from './commands/keys.ts'
import { listen } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { pay } from './commands/pay.ts'
import { policyCheck, policyPreview, policySimulate } from './commands/policy.ts'
import { trigger } from './commands/trigger.ts'

const ROWS: readonly Command[] = [
  ...[login, pay, balance],
  ...[policyCheck, policyPreview, policySimulate],
  ...[listen, trigger, eventsTail, eventsResend],
  ...[keysList, keysCreate, keysRotate, keysRevoke],
  ...[clock, clockAdvance, doctor],
]

export const COMMANDS: readonly Command[] = [...ROWS, createCompletion(() => COMMANDS)]
