/** Each seal and checkpoint of an event log is signed, and the row that a seal names has the hash that it names (12). */
import { createPublicKey, verify } from 'node:crypto'
import type { Checkpoint } from '../checkpoints.ts'
import type { Findings } from '../findings.ts'
import type { Head } from '../rows.ts'
import type { Source } from '../source.ts'

interface Seal {
  readonly _id: string
  readonly sequence: number
  readonly hash: string
  readonly at: Date
  readonly signature: string
}

export async function auditSeals(source: Source, findings: Findings): Promise<void> {
  const [key] = await source.find<{ publicKey: string }>('auditKeys', {})
  for await (const page of source.pages<Seal>('auditSeals'))
    for (const seal of page) {
      findings.checked(12)
      if (key === undefined || !isSigned(textOf(seal), seal.signature, key.publicKey)) {
        findings.breach(12, `the seal of ${seal._id} is not what was signed`)
        continue
      }
      const [head] = await source.find<Head>('positions', { _id: `org:${seal._id}` }, { cursor: 1 })
      const filter = {
        _id: { $gte: `evt_${seal._id.slice(4)}_`, $lt: `evt_${seal._id.slice(4)}~` },
        cursor: seal.sequence,
      }
      const [row] = await source.find<{ hash: string }>('events', filter, { hash: 1 })
      if (Number(head?.cursor ?? 0) < Number(seal.sequence))
        findings.breach(12, `the log of ${seal._id} ends before its seal at ${seal.sequence}`)
      else if (row?.hash !== seal.hash)
        findings.breach(12, `${seal.sequence} of ${seal._id} is another row than the one that was sealed`)
    }
  for await (const page of source.pages<Checkpoint>('auditCheckpoints'))
    for (const row of page) {
      findings.checked(12)
      if (key === undefined || !isSigned(textOfCheckpoint(row), row.signature, key.publicKey))
        findings.breach(12, `${row._id} is not what was signed`)
    }
}

const textOf = ({ _id, sequence, hash, at }: Seal): string => [_id, sequence, hash, at.toISOString()].join('\n')

function textOfCheckpoint({ orgId, from, sequence, hash, kept, keptHash, until, at }: Checkpoint): string {
  const times = [until.live, until.test].map((time) => time?.toISOString() ?? '')
  return [orgId, from, sequence, hash, kept, keptHash, ...times, at.toISOString()].join('\n')
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), type: 'spki', format: 'der' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
