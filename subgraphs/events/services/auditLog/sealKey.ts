/** Signs and verifies seals and checkpoints of the audit log with one Ed25519 key of all processes, made by the first of them. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import type { Database } from '../../../shared/database.ts'
import type { SecretBox } from '../../../shared/secretBox.ts'
import type { CheckpointRow } from '../../models/auditCheckpoints.ts'
import { findOrMakeSealKey, type SealRow } from '../../models/auditSeals.ts'

export interface Sealer {
  sign(seal: Omit<SealRow, 'signature'>): SealRow
  isGenuine(seal: SealRow): boolean
  signCheckpoint(row: Omit<CheckpointRow, 'signature'>): CheckpointRow
  isGenuineCheckpoint(row: CheckpointRow): boolean
}

/** @throws Error when the stored key cannot be opened with this master key */
export async function openSealer(deps: { readonly database: Database; readonly secrets: SecretBox }): Promise<Sealer> {
  const { database, secrets } = deps
  const row = await findOrMakeSealKey(database, (id) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const der = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url')
    return {
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
      sealed: secrets.seal(der, id),
    }
  })
  const der = Buffer.from(secrets.open(row.sealed, row._id), 'base64url')
  const key = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
  // Not the stored public key, which whoever writes the database could exchange with the seals.
  const publicKey: KeyObject = createPublicKey(key)
  const signed = (text: Buffer) => sign(null, text, key).toString('base64url')
  const isSigned = (text: Buffer, { signature }: { readonly signature: string }) =>
    verify(null, text, publicKey, Buffer.from(signature, 'base64url'))
  return {
    sign: (seal) => ({ ...seal, signature: signed(textOf(seal)) }),
    isGenuine: (seal) => isSigned(textOf(seal), seal),
    signCheckpoint: (row) => ({ ...row, signature: signed(textOfCheckpoint(row)) }),
    isGenuineCheckpoint: (row) => isSigned(textOfCheckpoint(row), row),
  }
}

function textOf({ _id, sequence, hash, at }: Omit<SealRow, 'signature'>): Buffer {
  return Buffer.from([_id, sequence, hash, at.toISOString()].join('\n'))
}

/** Another number of lines than a seal, so that none passes for one. */
function textOfCheckpoint(row: Omit<CheckpointRow, 'signature'>): Buffer {
  const { orgId, from, sequence, hash, kept, keptHash, until, at } = row
  const times = [until.live, until.test].map((time) => time?.toISOString() ?? '')
  return Buffer.from([orgId, from, sequence, hash, kept, keptHash, ...times, at.toISOString()].join('\n'))
}
