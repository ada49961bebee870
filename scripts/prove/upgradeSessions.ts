/** Sessions of a dump: those that go on do what their roles allow, and end when they are revoked; what had ended stays so. */
import type { Client } from '../upgrades/client.ts'
import type { StoredCaller } from '../upgrades/dumpFile.ts'

/** @param going of the dump; dumps of before there were sessions have none */
export async function findSessionBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const breaches: string[] = []
  if (going.session_browser === undefined) return breaches
  const { orgId } = client.callers.north as StoredCaller & { orgId: string }
  const sessions = `/organizations/${orgId}/sessions`
  const expectStatus = async (by: string, request: string, wanted: number, body?: object) => {
    const answer = await client.send(by, request, body === undefined ? {} : { body })
    if (answer.status !== wanted) breaches.push(`${request} of ${by} is not ${wanted}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  for (const ended of ['north_left', 'north_revoke_session', 'north_suspend_session'])
    await expectStatus(ended, `GET ${sessions}`, 401)
  for (const open of ['north_session', 'north_reader']) await expectStatus(open, `GET ${sessions}`, 200)
  const reason = { reason: 'After the upgrade.' }
  // Somebody else’s is not to be seen.
  await expectStatus('north_reader', `POST ${sessions}/${going.session_browser}/revoke`, 404, reason)
  const { status } = await expectStatus(
    'north_session',
    `POST ${sessions}/${going.session_browser}/revoke`,
    200,
    reason,
  )
  if (status !== 'revoked') breaches.push(`after it was revoked a browser's session is ${status}`)
  const reader = (await client.list('north_session', sessions)).find(
    ({ roles, is_usable }) => is_usable === true && String(roles) === 'viewer',
  )
  await expectStatus('north_session', `POST ${sessions}/${reader?.session_id}/revoke`, 200, reason)
  await expectStatus('north_reader', `GET ${sessions}`, 401)
  await expectStatus('north', `POST ${sessions}`, 201, { kind: 'token' })
  return breaches
}

/** Once all of the dump have expired. */
export async function findLateSessions(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  if (going.session_browser === undefined) return []
  const { text } = await client.send('north_session', 'GET /agents')
  return text.includes('session_expired') ? [] : [`a session goes on after its end: ${text.slice(0, 200)}`]
}
