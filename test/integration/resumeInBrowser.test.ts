// The helper of sdk/ where clients run it, in a browser and in Node: cut off again and again, a subscription is told each event
// once and in the order of the log. Needs Chromium: Debian's package of that name, or a program named by CHROMIUM.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalServer, startLocalServer } from '../../scripts/localServer.ts'
import {
  bodyOf,
  openServedWorld,
  type ServedAgent,
  type ServedOrganization,
  type ServedWorld,
} from '../../scripts/prove/carriers/servedWorld.ts'
import { type CuttingProxy, openCuttingProxy } from '../../scripts/prove/resume/cuttingProxy.ts'
import { type Asked, findGaps } from '../../scripts/prove/resume/gaps.ts'
import { type Reader, readSocket } from '../../scripts/prove/resume/readers.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const ROOT = join(import.meta.dirname, '../..')
const CUTS = 8
/** Of bytes until a cut: a few events, or not even the handshake. */
const BUDGETS = [900, 2_600, 40, 1_700, 3_000, 400, 1_300, 2_200]
const BETWEEN_EVENTS_MS = 5
const WITHIN_MS = 60_000

/** Reads as an application does, and tells the test of each event. */
const APPLICATION = `
  import { createClient } from 'graphql-ws'
  import { resumeSubscriptions } from '/sdk/resumeSubscriptions.mjs'
  const asked = new URLSearchParams(location.search)
  const client = createClient(resumeSubscriptions({
    url: asked.get('url'),
    connectionParams: { 'X-API-Key': asked.get('key') },
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 10)),
  }))
  client.on('ping', (_isReceived, payload) => began(Object.values(payload?.resume ?? {})[0] ?? null))
  client.subscribe({ query: 'subscription { events { cursor } }' }, {
    next: ({ data, errors }) => (data ? tell(data.events.cursor) : trouble(JSON.stringify(errors))),
    error: (error) => trouble(String(error)),
    complete: () => {},
  })
`
const PAGE = `<!doctype html><script type="importmap">{"imports":{"graphql-ws":"/graphql-ws/client.js"}}</script>
<script type="module">${APPLICATION}</script>`

let served: ServedWorld
let organization: ServedOrganization
let agent: ServedAgent
let site: LocalServer
let browser: Browser
const closing: (() => unknown)[] = []

beforeAll(async () => {
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no ${CHROMIUM}: install chromium, or name a program in the environment as CHROMIUM.`)
  served = await openServedWorld()
  organization = await served.createOrganization('Resuming')
  agent = await organization.createAgent({ capabilities: ['payments'], scope: 'agent:read' })
  site = await startLocalServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site')
    const [, folder, file] = /^\/(sdk|graphql-ws)\/([\w.-]+)$/.exec(pathname) ?? []
    if (file === undefined) return void response.setHeader('content-type', 'text/html').end(PAGE)
    const path = folder === 'sdk' ? join(ROOT, 'sdk', file) : join(ROOT, 'node_modules/graphql-ws/dist', file)
    response.setHeader('content-type', 'text/javascript').end(readFileSync(path))
  })
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(async () => {
  for (const close of closing) await close()
  await browser?.close()
  await site?.close()
  await served?.close()
})

const asked = (name: string): Asked => ({ name, headers: organization.admin as Asked['headers'], types: null })

async function rename(name: string): Promise<void> {
  const [path, body] = [`/api/v2/agents/${agent.agentId}`, JSON.stringify({ name })]
  bodyOf(await served.send({ method: 'PATCH', path, caller: organization.admin, body }))
}

async function readInBrowser(name: string, url: string): Promise<Reader> {
  const told: string[] = []
  const troubles: string[] = []
  let start: string | null = null
  const page = await browser.newPage()
  page.on('pageerror', (error) => troubles.push(`${name} threw ${error.message}`))
  await page.exposeFunction('tell', (cursor: string) => void told.push(cursor))
  await page.exposeFunction('trouble', (text: string) => void troubles.push(`${name} was told ${text}`))
  await page.exposeFunction('began', (cursor: string | null) => {
    start ??= cursor
  })
  const query = new URLSearchParams({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    key: String(asked(name).headers['x-api-key']),
  })
  await page.goto(`${site.url}/?${query}`)
  return { name, told, troubles, start: () => start, stop: () => page.close() }
}

test.each<[string, (name: string, url: string) => Promise<Reader>]>([
  ['Chromium', readInBrowser],
  ['Node', async (name, url) => readSocket({ ...asked(name), url, resumes: true })],
])('in %s a subscription that is cut off misses nothing and is told nothing twice', async (name, read) => {
  let next = 0
  const proxy: CuttingProxy = await openCuttingProxy([served.url], () => BUDGETS[next++ % BUDGETS.length] as number)
  closing.push(proxy.close)
  const reader = await read(name, proxy.url)
  closing.push(reader.stop)
  const deadline = performance.now() + WITHIN_MS
  for (let index = 0; proxy.cuts() < CUTS && performance.now() < deadline; index++) {
    await rename(`Renamed ${index}`)
    await sleep(BETWEEN_EVENTS_MS)
  }
  proxy.calm()
  for (const last of ['one', 'two']) await rename(last)
  const ask = async (path: string, caller: Asked['headers']) =>
    bodyOf(await served.send({ method: 'GET', path, caller }))
  expect(await findGaps(ask, reader, asked(name), WITHIN_MS)).toEqual([])
  expect(proxy.cuts()).toBeGreaterThanOrEqual(CUTS)
  expect(reader.told.length).toBeGreaterThan(0)
})
