/** `/llms.txt` (llmstxt.org): what the service is and where its texts are, for language models; and all guides as one text. */
import type { Guide } from './guides.ts'
import { type PageFacts, placesOf } from './home.ts'
import { SITE } from './markup.ts'

export function buildLlms(facts: PageFacts, guides: readonly Guide[]): string {
  const { baseUrl } = facts
  const entry = (text: string, path: string, says: string) => `- [${text}](${baseUrl}${path}): ${says}`
  return `# ${SITE}

> AI agents pay for goods and services in stablecoins, from wallets that their organization owns, under a spending mandate that the organization wrote in plain words.

Send an agent's access token as \`Authorization: Bearer\`, or a key of an organization as \`X-API-Key\`. Amounts are decimal text. Give every POST that changes something an \`Idempotency-Key\` of its own, and send it again unchanged after a lost answer: it is done once. A refusal names its type, the rule, the figures and what to do next.

A first payment, with a key of an organization in KEY and its id in ORG:

\`\`\`bash
curl -s ${baseUrl}/api/v2/auth/agent/register -H "X-API-Key: $KEY" -H "content-type: application/json" \\
  -d '{"name": "Shopper", "capabilities": ["payments", "wallets"], "owner_org_id": "'$ORG'"}'   # agent_id, api_key, wallet_id
curl -s ${baseUrl}/api/v2/auth/agent/token -H "content-type: application/json" \\
  -d '{"agent_id": "'$AGENT_ID'", "api_key": "'$AGENT_KEY'"}'                                   # access_token
curl -s ${baseUrl}/api/v2/test/faucet -H "Authorization: Bearer $TOKEN" -H "content-type: application/json" \\
  -d '{"wallet_id": "'$WALLET'", "amount": "100.00"}'                                           # test mode only
curl -s "${baseUrl}/api/v2/payments?wait=20" -H "Authorization: Bearer $TOKEN" -H "X-Agent-Id: $AGENT_ID" \\
  -H "Idempotency-Key: first" -H "content-type: application/json" \\
  -d '{"wallet_id": "'$WALLET'", "to": "ok.test", "amount": "5.00", "token": "USDC"}'
\`\`\`

## Guides

${guides.map(({ name, title, summary }) => entry(title, `/guides/${name}.md`, summary)).join('\n')}

## Reference

${placesOf(facts)
  .filter(({ name }) => !['llms', 'reference', 'graphiql'].includes(name))
  .map(({ text, href, says }) => entry(text, href, says))
  .join('\n')}

## Optional

${entry('All guides', '/llms-full.txt', 'the guides as one text')}
${entry('Verify webhooks', '/sdk/verifyWebhook.mjs', 'a module without dependencies, for Node, browsers and workers')}
${entry('Webhook test vectors', '/sdk/webhookVectors.json', 'for a verifier in another language')}
${entry('Resume subscriptions', '/sdk/resumeSubscriptions.mjs', 'options for graphql-ws clients: a cut costs no event')}
`
}

/** With links to the Markdown of other guides. */
export const toTwin = ({ markdown }: Guide, baseUrl: string): string =>
  markdown
    .replace(
      /\]\(\/guides\/([a-z-]+)(#\S+)?\)/g,
      (_, name: string, anchor = '') => `](${baseUrl}/guides/${name}.md${anchor})`,
    )
    .replace(/\]\(\//g, `](${baseUrl}/`)
