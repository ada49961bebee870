// What needs approval, by the roles of its words.
import type { FreeReader } from './roles.ts'

export const APPROVAL_READERS: readonly FreeReader[] = []
