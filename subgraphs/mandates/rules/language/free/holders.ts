// Whose wallet it is and what for, which says nothing of the rules: "for the travel desk:", "office snacks.". Only names and
// words of closed lists, and no value beside them.
import type { FreeReader, Roles, Said } from './roles.ts'

const HOLDER: FreeReader = {
  name: 'whose wallet it is',
  slots: ['UNIT', 'NAME'],
  words: {
    head: 'agent|bot|assistant|helper|robot|copilot|wallet|card|account',
    neutral:
      'the|a|an|our|my|your|this|for|of|is|it|it is|policy|rules|limits|mandate|these are|used by|used for|belongs to|pays for|covers|to be used for|meant for|of the|wallet of|card of|please|hi|hello',
  },
  read: readHolder,
}

function readHolder({ all, to, wordAt }: Roles): Said | null {
  const names = all.filter(({ kind }) => kind === 'unit' || kind === 'name')
  if (names.length !== 1 || all.length > 2) return null
  // "For the travel desk:" opens the rules; in a sentence of its own it stands alone.
  return { construction: 'GREETING', marks: [wordAt(to) === ':' ? 'heading' : 'title'] }
}

export const HOLDER_READERS: readonly FreeReader[] = [HOLDER]
