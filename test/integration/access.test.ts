// Specification 5 and domain A.1: the documents tell who may call an operation as the graph declares it. That each caller is
// let in or refused so, `npm run prove -- authz` asks for.
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../scripts/prove/carriers/client.ts'
import { restOperations, rootField, SUPERGRAPH_SDL } from '../../scripts/prove/carriers/operations.ts'
import { type Access, describeAccess } from '../../subgraphs/shared/access.ts'
import { readDeclarations } from '../../subgraphs/shared/contract.ts'
import { CAPABILITIES } from '../../subgraphs/shared/principal.ts'
import { createCarrier, postGraph, send } from '../support/carriers.ts'
import { openAgent, openScene, type Scene } from '../support/scene.ts'
import { startTestService, type TestService } from '../support/startService.ts'

const declared = readDeclarations(parse(SUPERGRAPH_SDL))
let service: TestService
let scene: Scene

beforeAll(async () => {
  service = await startTestService('access', 'in process')
  const carrier = createCarrier('rest', service)
  scene = await openScene({ carrierName: 'rest', service: () => service, carrier: () => carrier }, 'Access')
}, 90_000)
afterAll(() => service.stop())

test('an agent sees itself, whether or not it may see its wallet and mandate', async () => {
  const query = '{ me { name walletId wallet { address } mandateId mandate { status } } }'
  for (const capabilities of [Object.keys(CAPABILITIES), ['cards'], ['wallets'], ['mandates']]) {
    const { caller } = await openAgent(scene, { capabilities, scope: 'agent:read' })
    const { body } = await postGraph(service.url, query, {}, caller)
    expect([body.data, body.errors], `${capabilities}`).toEqual([
      {
        me: {
          ...{ name: expect.any(String), walletId: expect.any(String), mandateId: expect.any(String) },
          wallet: capabilities.includes('wallets') ? { address: expect.any(String) } : null,
          mandate: capabilities.includes('mandates') ? { status: 'active' } : null,
        },
      },
      undefined,
    ])
  }
})

test('the documents name it', async () => {
  const client = createClient(service.url)
  const routes = await restOperations(client.send, '')
  await client.close()
  expect(routes.length).toBeGreaterThan(100)
  for (const { at, document } of routes) {
    const access = declared.get(at) as Access
    expect(document.description).toBe(`Caller: ${describeAccess(access)}.`)
    expect(rootField(at).description).toContain(document.description)
    expect(document.security).toEqual([
      ...(access.agent ? [{ accessToken: [access.agent.scope] }] : []),
      ...(access.organization ? [{ organizationKey: [access.organization.role].filter((one) => one !== null) }] : []),
      ...(access.enrolment ? [{ enrolmentKey: [] }] : []),
      ...(access.operator ? [{ operatorKey: [] }] : []),
    ])
  }
  const discovery = await send(`${service.url}/.well-known/service-agent.json`)
  const named = new Set(routes.flatMap(({ at }) => declared.get(at)?.agent?.capabilities ?? []))
  expect(new Set(discovery.body.capabilities as string[])).toEqual(named)
})
