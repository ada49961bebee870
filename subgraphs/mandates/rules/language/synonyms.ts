// What a word that is no category most likely means: by its sense, never by its letters (bets are not pets).
export const SYNONYMS: Readonly<Record<string, string>> = {
  gamblling: 'gambling',
  gamblng: 'gambling',
  gambing: 'gambling',
}
