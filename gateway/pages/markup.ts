/** Markdown of the guides as HTML, and the frame that all pages of the service share. */
import { Marked, type Tokens } from 'marked'

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')

/** The anchor of a heading: what stands in the address after `#`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')

/** What scrolls sideways can be reached by the keyboard, and has a name. */
const scrolling = (label: string, inner: string): string =>
  `<div class="scrolls" role="group" tabindex="0" aria-label="${label}">${inner}</div>\n`

/** Links lead to this service or to the web, nowhere else. */
const isSafeLink = (href: string): boolean => /^(https?:\/\/|\/(?!\/)|#)/.test(href)

const markdown = new Marked({
  renderer: {
    // Text in angle brackets is shown, never interpreted.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${escapeHtml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    code: ({ text }) => scrolling('Code', `<pre><code>${escapeHtml(text)}</code></pre>`),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return isSafeLink(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text
    },
    image: ({ text }) => escapeHtml(text),
    table(token) {
      const cell = (tag: string, { tokens }: Tokens.TableCell) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
      const row = (tag: string, cells: readonly Tokens.TableCell[]) =>
        `<tr>${cells.map((one) => cell(tag, one)).join('')}</tr>`
      const body = token.rows.map((cells) => row('td', cells)).join('\n')
      return scrolling('Table', `<table><thead>${row('th', token.header)}</thead><tbody>${body}</tbody></table>`)
    },
  },
})

export const renderMarkdown = (text: string): string => markdown.parse(text, { async: false })

interface Page {
  readonly title: string
  /** Says what is there, for search engines and readers of links. */
  readonly description: string
  /** HTML. */
  readonly main: string
  readonly navigation: readonly Link[]
  /** Address of the same text as Markdown. */
  readonly twin?: string
}

export interface Link {
  readonly href: string
  readonly text: string
}

export const SITE = 'Agent Payment Service'

export function renderPage({ title, description, main, navigation, twin }: Page): string {
  const links = navigation.map(({ href, text }) => {
    const current = twin === `${href}.md` ? ' aria-current="page"' : ''
    return `<li><a href="${escapeHtml(href)}"${current}>${escapeHtml(text)}</a></li>`
  })
  const alternate =
    twin === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${twin}" title="As Markdown">`
  const footer = twin === undefined ? '' : `<footer><p><a href="${twin}">This page as Markdown</a></p></footer>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === SITE ? SITE : `${title} - ${SITE}`)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/style.css">
${alternate}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="site" href="/">${SITE}</a><nav aria-label="Guides"><ul>${links.join('')}</ul></nav></header>
<main id="main">
${main}</main>
${footer}</body>
</html>
`
}
