/** What a person sees: the first page, guides, references and consoles; public, cacheable, and without anybody's data. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { CONSOLE_FILES, consolePage, FILES, referencePage } from './consoles.ts'
import { mountDocument, TYPES } from './documents.ts'
import { loadGuides } from './guides.ts'
import { buildIndex, type PageFacts, renderHome } from './home.ts'
import { buildLlms, toTwin } from './llms.ts'
import { type Link, renderMarkdown, renderPage } from './markup.ts'

/** What clients copy. */
const CLIENT_FILES = {
  'verifyWebhook.mjs': TYPES.script,
  'resumeSubscriptions.mjs': TYPES.script,
  'webhookVectors.json': TYPES.json,
} as const

export function mountPages(app: FastifyInstance, facts: PageFacts): void {
  const { baseUrl, introspection } = facts
  const guides = loadGuides()
  const navigation: readonly Link[] = [
    ...guides.map(({ name, title }) => ({ href: `/guides/${name}`, text: title })),
    { href: '/docs', text: 'REST reference' },
  ]
  mountDocument(
    app,
    '/',
    { type: TYPES.json, read: () => JSON.stringify(buildIndex(facts, guides)) },
    { type: TYPES.html, read: () => renderHome(facts, guides, navigation) },
  )
  for (const guide of guides) {
    const { title, summary: description, markdown } = guide
    const [path, twin] = [`/guides/${guide.name}`, `/guides/${guide.name}.md`]
    const read = () => renderPage({ title, description, navigation, twin, main: renderMarkdown(markdown) })
    mountDocument(app, path, { type: TYPES.html, read }, { type: TYPES.markdown, read: () => toTwin(guide, baseUrl) })
    mountDocument(app, twin, { type: TYPES.markdown, read: () => toTwin(guide, baseUrl) })
  }
  mountDocument(app, '/llms.txt', { type: TYPES.text, read: () => buildLlms(facts, guides) })
  const whole = () => guides.map((guide) => toTwin(guide, baseUrl)).join('\n\n')
  mountDocument(app, '/llms-full.txt', { type: TYPES.text, read: whole })
  mountDocument(app, '/docs', referencePage(baseUrl))
  if (introspection) mountDocument(app, '/graphiql', consolePage(baseUrl))
  for (const [name, file] of Object.entries({ ...FILES, ...(introspection ? CONSOLE_FILES : {}) }))
    mountDocument(app, `/pages/${name}`, file)
  for (const [name, type] of Object.entries(CLIENT_FILES))
    mountDocument(app, `/sdk/${name}`, {
      type,
      read: () => readFileSync(new URL(`../../sdk/${name}`, import.meta.url)),
    })
}
