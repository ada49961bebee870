// The kinds of rules that are read by their roles.
import { APPROVAL_READERS } from './approvals.ts'
import { DECLINE_READERS } from './declines.ts'
import { LIMIT_READERS } from './limits.ts'
import type { FreeReader } from './roles.ts'

export const FREE_READERS: readonly FreeReader[] = [...LIMIT_READERS, ...DECLINE_READERS, ...APPROVAL_READERS]
