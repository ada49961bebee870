// Preloaded by every npm script, in plain JavaScript: an older Node cannot parse a check that is written in TypeScript.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const lowest = 24
const major = Number.parseInt(process.versions.node, 10)
if (major < lowest) {
  console.error(
    [
      `This is Node ${process.versions.node}; the service needs Node ${lowest} or later.`,
      'On Linux and macOS `npm ci` brings Node 26 along as an optional dependency, and `npm run` uses it:',
      '  npm ci --include=optional && npm start',
      'Elsewhere install Node 26 and run the same command again.',
    ].join('\n'),
  )
  process.exit(1)
}
// Compiled code is kept: otherwise compiling it again is a third of the time that a start takes, and so of every recovery.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
