/** The first page: what runs here and where to go on, for people as HTML and for programs as JSON. */
import type { Guide } from './guides.ts'
import { escapeHtml, type Link, renderPage, SITE } from './markup.ts'

export interface PageFacts {
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  readonly version: string
  readonly supportedChains: readonly string[]
  /** Whether GraphQL tells its schema, without which its console is of no use. */
  readonly introspection: boolean
}

interface Place extends Link {
  readonly name: string
  readonly says: string
}

export function placesOf({ introspection }: Pick<PageFacts, 'introspection'>): readonly Place[] {
  const place = (name: string, href: string, text: string, says: string): Place => ({ name, href, text, says })
  return [
    place('reference', '/docs', 'REST reference', 'every operation, with requests that you can send from the page'),
    ...(introspection
      ? [place('graphiql', '/graphiql', 'GraphiQL', 'queries, mutations and subscriptions in the browser')]
      : []),
    place('graphql', '/graphql', 'GraphQL', 'the same operations; subscriptions over graphql-ws on the same path'),
    place('openapi', '/api/v2/openapi.json', 'OpenAPI 3.1', 'the REST interface and its webhooks, for programs'),
    place('asyncapi', '/api/v2/asyncapi.json', 'AsyncAPI 3', 'webhooks and streams, for programs'),
    place('discovery', '/.well-known/service-agent.json', 'Discovery', 'where an agent begins'),
    place('llms', '/llms.txt', 'llms.txt', 'an index for language models, with the guides as Markdown'),
  ]
}

export function buildIndex(facts: PageFacts, guides: readonly Guide[]): object {
  const links = placesOf(facts).map(({ name, href }) => [name, `${facts.baseUrl}${href}`])
  return {
    name: SITE,
    version: facts.version,
    api_base: `${facts.baseUrl}/api/v2`,
    links: Object.fromEntries(links),
    guides: Object.fromEntries(guides.map(({ name }) => [name, `${facts.baseUrl}/guides/${name}.md`])),
  }
}

export function renderHome(facts: PageFacts, guides: readonly Guide[], navigation: readonly Link[]): string {
  const item = (href: string, text: string, says: string) =>
    `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a> <span>${escapeHtml(says)}</span></li>`
  const chains = facts.supportedChains.map((chain) => `<code>${escapeHtml(chain)}</code>`).join(', ')
  return renderPage({
    title: SITE,
    description: 'Payments by AI agents in stablecoins, under spending mandates written in plain words.',
    navigation,
    main: `<h1>${SITE}</h1>
<p class="lead">AI agents pay for goods and services in stablecoins, from wallets that their organization owns, under a
spending mandate that the organization wrote in plain words.</p>
<section aria-labelledby="runs"><h2 id="runs">What runs here</h2>
<dl>
<dt>Version</dt><dd>${escapeHtml(facts.version)}</dd>
<dt>API</dt><dd><code>${escapeHtml(facts.baseUrl)}/api/v2</code></dd>
<dt>Chains</dt><dd>${chains === '' ? 'none' : chains}</dd>
</dl></section>
<section aria-labelledby="start"><h2 id="start">Start</h2>
<ol>
<li>Get a key. <code>npm start</code> makes a demo organization and writes its keys to <code>.data/demo.json</code>; elsewhere
the operator makes an organization with <code>npm run organization</code>, and its administrators make keys with the API.</li>
<li>Register an agent with it, and get the agent a token: <a href="/guides/first-payment">make a first payment</a> shows every
request. <code>npm run first-payment</code> does it all by itself.</li>
<li>Try what goes wrong before it does, with the payees of the <a href="/guides/sandbox">sandbox</a>.</li>
</ol></section>
<section aria-labelledby="guides"><h2 id="guides">Guides</h2>
<ul class="list">${guides.map(({ name, title, summary }) => item(`/guides/${name}`, title, summary)).join('\n')}</ul></section>
<section aria-labelledby="reference"><h2 id="reference">Reference</h2>
<ul class="list">${placesOf(facts)
      .map(({ href, text, says }) => item(href, text, says))
      .join('\n')}</ul></section>
`,
  })
}
