/** What a person sees: each page in the form that the caller wants, locked down, and true to what is mounted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matches, segmentsOf } from '../../../gateway/mounted.ts'
import { loadGuides } from '../../../gateway/pages/guides.ts'
import { renderMarkdown } from '../../../gateway/pages/markup.ts'
import { V2_ROWS } from '../../../gateway/rest/v2.ts'
import { ERROR_TYPES } from '../../../subgraphs/shared/errors.ts'
import testBankAccounts from '../../../subgraphs/treasury/data/testBankAccounts.json' with { type: 'json' }
import { createFixtureGateway } from './fixture.ts'

const BASE = 'https://pay.example.com'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const OWN_PAGES = ['/', ...loadGuides().map(({ name }) => `/guides/${name}`)]

let setup: Awaited<ReturnType<typeof createFixtureGateway>>
beforeAll(async () => {
  setup = await createFixtureGateway({ introspection: true })
})
afterAll(() => setup.gateway.stop(1000))

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${setup.url}${path}`, { headers })

describe('pages', () => {
  it('come to browsers as HTML and to programs as JSON', async () => {
    const page = await ask('/', BROWSER)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const index = await ask('/', { accept: '*/*' })
    expect(index.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(index.headers.get('vary')).toContain('Accept')
    const { api_base: base, links } = (await index.json()) as { api_base: string; links: Record<string, string> }
    expect([base, links.openapi]).toEqual([`${BASE}/api/v2`, `${BASE}/api/v2/openapi.json`])
  })

  it.each([...OWN_PAGES, '/docs', '/graphiql'])(
    '%s loads from this service alone and is framed by nobody',
    async (path) => {
      const page = await ask(path, BROWSER)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none';/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/\*|unsafe-eval|script-src[^;]*unsafe-inline/)
      if (OWN_PAGES.includes(path)) expect(policy).not.toContain('script-src')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to = '']) => to)
      const own = addresses.filter((to) => to.startsWith('/') && !to.startsWith('/api/v2/') && to !== '/graphql')
      for (const to of new Set(own)) expect([to, (await ask(to.split('#')[0] ?? to)).status]).toEqual([to, 200])
    },
  )

  it('are cacheable, and sent compressed to whoever reads that', async () => {
    const first = await ask('/docs')
    const tag = first.headers.get('etag') ?? ''
    const again = await ask('/docs', { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=3600')
    const plain = await ask('/pages/style.css', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await ask('/pages/style.css', { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe(await plain.text())
  })

  it('have no console where GraphQL does not tell its schema', async () => {
    const { gateway, url } = await createFixtureGateway({ introspection: false })
    for (const path of ['/graphiql', '/pages/graphiql.js']) expect((await fetch(`${url}${path}`)).status).toBe(404)
    const index = (await (await fetch(url)).json()) as { links: object }
    expect(Object.keys(index.links)).not.toContain('graphiql')
    await gateway.stop(1000)
  })

  it('take no other method', async () => {
    const answer = await fetch(setup.url, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('guides', () => {
  it('show markup in a text and interpret none', () => {
    const html = renderMarkdown(
      '<script>alert(1)</script>\n\na <b onclick="x">b</b> [l](javascript:alert(1)) ![i](x"y)\n',
    )
    expect(html).not.toMatch(/<script|<b |href|<img/)
    expect(html).toContain('&lt;script&gt;')
  })

  it.each(loadGuides())('$name is there as Markdown too', async ({ name, title }) => {
    const twin = await ask(`/guides/${name}.md`)
    expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const text = await twin.text()
    expect(text).toMatch(new RegExp(`^# ${title}\n`))
    expect(await (await ask(`/guides/${name}`, { accept: 'text/markdown' })).text()).toBe(text)
    expect(text).not.toMatch(/<!--|\]\(\//)
  })

  it('explain every type of error, under the anchor that refusals can name', async () => {
    const page = await (await ask('/guides/errors', BROWSER)).text()
    for (const [type, { status }] of Object.entries(ERROR_TYPES)) {
      const [, after = ''] = page.split(`<h3 id="${type}">`)
      expect([type, after.slice(0, 1_000)]).toEqual([type, expect.stringContaining(`HTTP ${status}, `)])
    }
    expect(page).toContain('<code>kya_expired</code>')
    expect(page).toContain('<code>daily_limit_exceeded</code>')
  })

  it('tell every bank account of the sandbox', async () => {
    const page = await (await ask('/guides/sandbox', BROWSER)).text()
    for (const { account_number, what } of testBankAccounts.accounts) {
      expect(page).toContain(`<code>${account_number}</code>`)
      expect(what).not.toBe('')
    }
  })

  it('name no path that is not mounted', () => {
    const rows = V2_ROWS.map(({ method, path }) => ({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }))
    const documents = ['openapi.json', 'asyncapi.json'].map((file) => ({ method: 'GET', url: `/api/v2/${file}` }))
    const isMounted = (path: string) =>
      [...rows, ...documents].some((row) => matches(row, segmentsOf(path.replaceAll(/\$\([^)]*\)/g, 'x'))))
    const named = loadGuides().flatMap(({ markdown }) => [
      ...markdown.matchAll(/\/api\/v2(?:\/(?:\$\([^)]*\)|[\w${}.-])+)+/g),
    ])
    expect(named.length).toBeGreaterThan(20)
    expect(named.map(([path]) => path).filter((path) => !isMounted(path))).toEqual([])
  })

  it('name no type of error that does not exist', () => {
    const named = loadGuides().flatMap(({ markdown }) =>
      [...markdown.matchAll(/\b[45]\d\d `([a-z_]+)`|guides\/errors#([a-z_]+)/g)].map(
        ([, one, two]) => one ?? two ?? '',
      ),
    )
    expect(named.length).toBeGreaterThan(10)
    for (const type of named) expect(Object.keys(ERROR_TYPES)).toContain(type)
  })
})

describe('llms.txt', () => {
  it('leads to texts that are there', async () => {
    const text = await (await ask('/llms.txt')).text()
    expect(text).toMatch(/^# .+\n\n> .+\n/)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href)
    expect(links.length).toBeGreaterThan(10)
    for (const href of links) {
      expect(href.startsWith(`${BASE}/`)).toBe(true)
      const path = href.slice(BASE.length)
      if (path !== '/graphql') expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
    expect(await (await ask('/llms-full.txt')).text()).toContain('# Make a first payment')
  })
})
