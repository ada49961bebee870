// What a person sees, in a real browser: each page loads from the service alone and without an error, and can be used by
// everybody; the reference shows what is mounted, and GraphiQL sends a query and a subscription. Needs Chromium: Debian's package of that
// name, or a program named by CHROMIUM.
import { existsSync } from 'node:fs'
import axe, { type AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadGuides } from '../../gateway/pages/guides.ts'
import { openServedWorld, type ServedOrganization, type ServedWorld } from '../../scripts/prove/carriers/servedWorld.ts'
import { waitUntil } from '../../scripts/waitUntil.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const OWN_PAGES = ['/', ...loadGuides().map(({ name }) => `/guides/${name}`)]
/** It was not there yet. */
const not = () => false
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let served: ServedWorld
let organization: ServedOrganization
let browser: Browser

beforeAll(async () => {
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no ${CHROMIUM}: install chromium, or name a program in the environment as CHROMIUM.`)
  served = await openServedWorld()
  organization = await served.createOrganization('Visiting')
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** A page, and what went wrong in it. */
async function open(path: string) {
  const page = await browser.newPage()
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${served.url}/`) && !/^(data|blob):/.test(url)) troubles.push(`asks ${url}`)
  })
  await page.goto(`${served.url}${path}`, { waitUntil: 'load' })
  return { page, troubles }
}

/** By a script of the test, which the policy of the page would not let in by itself. */
async function violationsOf(page: Page, rules: readonly string[]): Promise<string[]> {
  const run = `${axe.source}; axe.run({ runOnly: ${JSON.stringify(rules)} })`
  const { violations } = (await page.evaluate(run)) as AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test.each(OWN_PAGES)('%s is for everybody: in light and dark, and on a telephone', async (path) => {
  const { page, troubles } = await open(path)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violationsOf(page, RULES)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, ['color-contrast'])).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(troubles).toEqual([])
  await page.close()
})

test('the reference shows the operations of the service, and what it says of them', async () => {
  const { page, troubles } = await open('/docs')
  await page.getByRole('heading', { name: 'Agent Payment Service' }).waitFor()
  await page.getByText('/api/v2/payments', { exact: true }).first().waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

test('GraphiQL queries and subscribes with the key that was typed', async () => {
  const { page, troubles } = await open('/graphiql')
  await page.getByLabel('API key or access token').fill(String(organization.admin['x-api-key']))
  const editor = page.locator('.graphiql-query-editor .CodeMirror')
  const result = page.locator('.result-window')
  const isTold = (text: string) =>
    result
      .getByText(text)
      .waitFor({ timeout: 2_000 })
      .then(() => true, not)
  const run = async (query: string, told: string) => {
    await editor.evaluate((element, text) => {
      ;(element as unknown as { CodeMirror: { setValue(value: string): void } }).CodeMirror.setValue(text)
    }, query)
    // Whether it is a subscription GraphiQL finds out a moment after it was typed.
    await waitUntil(`GraphiQL tells ${told}`, async () => {
      await page.getByRole('button', { name: 'Execute query' }).click({ timeout: 2_000 }).catch(not)
      return isTold(told)
    })
  }
  await run('{ agents { totalCount } }', 'totalCount')
  await run('subscription { killSwitchChanged { __typename } }', '"killSwitchChanged"')
  // Before it has found out, it asks over HTTP, which says where subscriptions run.
  expect(troubles.filter((one) => !one.includes('status of 400'))).toEqual([])
  expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
  await page.close()
})
