/**
 * The REST reference and GraphiQL, from files of their packages: nothing is loaded from another host, and what a visitor types
 * stays in the page.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastify from 'fastify'
import { type Document, TYPES } from './documents.ts'
import { SITE } from './markup.ts'

const require = createRequire(import.meta.url)

/** A file of a package, also where the package exports other files only. */
const readPackage = (name: string, file: string) => () =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), file))

const readOwn = (file: string) => () => readFileSync(new URL(`browser/${file}`, import.meta.url))

/** The package has its bundle inside a plugin, which serves it; both are large and loaded only where somebody reads the reference. */
async function readReferenceBundle(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const carrier = fastify()
  await carrier.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, body } = await carrier.inject('/js/scalar.js')
  await carrier.close()
  if (statusCode !== 200) throw new Error('the reference has no bundle')
  return body
}

export const FILES: Readonly<Record<string, Document>> = {
  'style.css': { type: TYPES.css, read: readOwn('style.css') },
  'icon.svg': { type: TYPES.svg, read: readOwn('icon.svg') },
  'reference.js': { type: TYPES.script, read: readOwn('reference.js') },
  'scalar.js': { type: TYPES.script, read: readReferenceBundle },
}

export const CONSOLE_FILES: Readonly<Record<string, Document>> = {
  'console.js': { type: TYPES.script, read: readOwn('console.js') },
  'console.css': { type: TYPES.css, read: readOwn('console.css') },
  'react.js': { type: TYPES.script, read: readPackage('react', 'umd/react.production.min.js') },
  'reactDom.js': { type: TYPES.script, read: readPackage('react-dom', 'umd/react-dom.production.min.js') },
  'graphqlWs.js': { type: TYPES.script, read: readPackage('graphql-ws', 'umd/graphql-ws.min.js') },
  'graphiql.js': { type: TYPES.script, read: readPackage('graphiql', 'graphiql.min.js') },
  'graphiql.css': { type: TYPES.css, read: readPackage('graphiql', 'graphiql.min.css') },
}

/** Both write styles into the page. @param connect to what a request may go beside this very origin */
const policy = (connect: readonly string[]): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(' ')}; worker-src blob:`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')

export function referencePage(baseUrl: string): Document {
  return {
    type: TYPES.html,
    contentSecurityPolicy: policy([new URL(baseUrl).origin]),
    read: () => frame('REST reference', [], ['scalar.js', 'reference.js'], '<main id="reference"></main>'),
  }
}

export function consolePage(baseUrl: string): Document {
  return {
    type: TYPES.html,
    contentSecurityPolicy: policy([new URL(baseUrl).origin.replace(/^http/, 'ws')]),
    read: () =>
      frame(
        'GraphiQL',
        ['graphiql.css', 'console.css'],
        ['react.js', 'reactDom.js', 'graphqlWs.js', 'graphiql.js', 'console.js'],
        `<header><h1>GraphiQL</h1><form id="credential"><label for="key">API key or access token</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="kept">
<span id="kept">Kept in this page only.</span></form></header>
<main id="console"></main>`,
      ),
  }
}

function frame(title: string, styles: readonly string[], scripts: readonly string[], body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - ${SITE}</title>
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
${styles.map((file) => `<link rel="stylesheet" href="/pages/${file}">`).join('\n')}
${scripts.map((file) => `<script src="/pages/${file}" defer></script>`).join('\n')}
</head>
<body>
${body}
</body>
</html>
`
}
