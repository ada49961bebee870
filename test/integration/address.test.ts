// Specification 2.1, 2.5: the service names its own address in discovery and in tokens. Without BASE_URL it is the one on
// which it listens, so that callers can use it.
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { parseConfig } from '../../gateway/config.ts'
import { type RunningService, startService } from '../../gateway/service.ts'
import { openTestDatabase, silentLog } from '../support/openTestDatabase.ts'

const running: RunningService[] = []
beforeAll(async () => {
  const test = await openTestDatabase('address-test')
  return () => test.stop()
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
})

async function start(environment: Record<string, string>): Promise<RunningService> {
  const config = parseConfig({
    ...{ MONGODB_URI: inject('services').mongodbUri, DATABASE_NAME: 'address-test', RUN_WORKERS: 'false' },
    ...{ MASTER_KEY: '01'.repeat(32), API_KEY_PEPPER: '02'.repeat(32), PORT: '0', METRICS_PORT: '0' },
    ...environment,
  })
  const service = await startService(config, { log: silentLog })
  running.push(service)
  return service
}

const discover = async (address: string) =>
  (await (await fetch(`${address}/.well-known/service-agent.json`)).json()) as { api_base: string }

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/localhost:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
])('on port 0 of %s it calls itself what it can be called', async (HOST, address) => {
  const { url, baseUrl, service } = await start({ HOST })
  expect(baseUrl).toMatch(address)
  expect(new URL(baseUrl).port).toBe(new URL(url).port)
  expect(service.config.baseUrl).toBe(baseUrl)
  expect(await discover(baseUrl)).toMatchObject({ api_base: `${baseUrl}/api/v2` })
})

test('the configured base URL is used, wherever it listens', async () => {
  const { url, baseUrl } = await start({ BASE_URL: 'https://pay.example' })
  expect(baseUrl).toBe('https://pay.example')
  expect(await discover(url)).toMatchObject({ api_base: 'https://pay.example/api/v2' })
})
