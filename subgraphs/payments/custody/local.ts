/**
 * Custody `local`: envelope encryption with a data key for each wallet's key, encrypted by the master key. A key is
 * decrypted for one signature and wiped; rows are cached only encrypted. Keys are never logged or returned.
 */
import { randomBytes } from 'node:crypto'
import { computeAddress } from 'ethers'
import { batchById } from '../../shared/batchById.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import type { WalletId } from '../../shared/ids.ts'
import { deriveKeys, type Keys, openBytes, openWithAny, sealBytes } from '../../shared/secretBox.ts'
import { directCalldata } from '../chains/directTransfer.ts'
import { signDigest } from '../chains/ecdsa.ts'
import { paymentNonce, type SigningPayload, signingDigest } from '../chains/eip3009.ts'
import { type RelayTransaction, signRelayTransaction } from '../chains/relayTransaction.ts'
import {
  allWalletKeys,
  findAnyWalletKey,
  findWalletKeys,
  replaceDataKey,
  storeWalletKey,
  type WalletKeyRow,
} from '../models/walletKeys.ts'
import type { CustodyProvider, SigningEvidence, TransactionEvidence } from './custodyProvider.ts'

const ROWS_CACHED_MAX = 20_000

interface CustodyDeps {
  readonly database: Database
  readonly clock: Clock
  readonly masterKey: Uint8Array
  /** They still open what they have sealed. */
  readonly formerMasterKeys?: readonly Uint8Array[] | undefined
}

export function createLocalCustody(deps: CustodyDeps): CustodyProvider {
  const { database, clock } = deps
  const masters = mastersOf(deps)
  const [master] = masters
  const rows = new Map<string, WalletKeyRow>()
  const loadRow = batchById<WalletKeyRow>((ids) => findWalletKeys(database, ids))

  async function getRow(walletId: WalletId): Promise<WalletKeyRow> {
    const known = rows.get(walletId)
    if (known !== undefined) return known
    const row = await loadRow(walletId)
    if (row === null) throw new Error(`wallet ${walletId} has no key here`)
    if (rows.size >= ROWS_CACHED_MAX) rows.clear()
    rows.set(walletId, row)
    return row
  }

  return {
    custody: 'local',
    async createWallet(walletId) {
      const key = randomBytes(32)
      const dataKey = randomBytes(32)
      const address = computeAddress(`0x${key.toString('hex')}`)
      const row = {
        _id: walletId,
        address,
        sealedKey: sealBytes(dataKey, key, walletId).toString('base64url'),
        sealedDataKey: sealBytes(master, dataKey, dataKeyAad({ _id: walletId })).toString('base64url'),
        createdAt: clock.now(),
      }
      key.fill(0)
      dataKey.fill(0)
      return { address: (await storeWalletKey(database, row)).address }
    },
    async signTypedData(walletId, payload, evidence) {
      const row = await getRow(walletId)
      requireOwnPayload(row, payload, evidence)
      const { r, s, yParity } = openKey(masters, row, (key) => signDigest(key, signingDigest(payload)))
      return { r, s, v: 27 + yParity }
    },
    async signTransaction(walletId, transaction, evidence) {
      const row = await getRow(walletId)
      requireOwnTransaction(row, transaction, evidence)
      return openKey(masters, row, (key) => signRelayTransaction(key, transaction))
    },
    async health() {
      const probe = randomBytes(32)
      invariant(openBytes(master, sealBytes(master, probe, 'probe'), 'probe').equals(probe), 'custody seals and opens')
      const row = await findAnyWalletKey(database)
      if (row !== null) requireMaster(masters, row)
    },
  }
}

/** Defence in depth: a bug in a caller must not spend another wallet's money. */
function requireOwnPayload(row: WalletKeyRow, payload: SigningPayload, evidence: SigningEvidence): void {
  const signer = payload.kind === 'transferWithAuthorization' ? payload.from : payload.authorizer
  const purpose = payload.kind === 'transferWithAuthorization' ? 'pay' : 'cancel'
  invariant(signer === row.address, `the payload is signed by ${signer}, not by wallet ${row._id}`)
  invariant(purpose === evidence.purpose, 'the payload serves another purpose than stated')
  invariant(
    payload.nonce === paymentNonce({ ...evidence, _id: evidence.paymentId }),
    'the authorization belongs to another payment',
  )
}

/** Nobody can have a wallet's key call anything else: no approval, no other contract, no native coins. */
function requireOwnTransaction(row: WalletKeyRow, transaction: RelayTransaction, evidence: TransactionEvidence): void {
  const { to, data, value = 0n } = transaction
  const isStated =
    evidence.purpose === 'pay'
      ? to === evidence.token && data === directCalldata(evidence.to, evidence.amount)
      : to === row.address && data === '0x'
  invariant(isStated && value === 0n, `wallet ${row._id} is asked for another transaction than stated`)
}

const mastersOf = ({ masterKey, formerMasterKeys = [] }: Pick<CustodyDeps, 'masterKey' | 'formerMasterKeys'>): Keys =>
  deriveKeys([masterKey, ...formerMasterKeys], 'wallet-keys')
const dataKeyAad = ({ _id }: Pick<WalletKeyRow, '_id'>): string => `${_id}:data-key`

/** Seals the data keys that are still under a former master key with the present one. @returns how many there were */
export async function renewDataKeys(deps: CustodyDeps): Promise<number> {
  const masters = mastersOf(deps)
  let renewed = 0
  for await (const row of allWalletKeys(deps.database)) {
    const { content, index } = openWithAny(masters, Buffer.from(row.sealedDataKey, 'base64url'), dataKeyAad(row))
    if (index > 0) {
      await replaceDataKey(deps.database, row, sealBytes(masters[0], content, dataKeyAad(row)).toString('base64url'))
      renewed += 1
    }
    content.fill(0)
  }
  return renewed
}

/** A service with another master key would take payments that it cannot sign, and make wallets that the right one cannot open. */
function requireMaster(masters: Keys, row: WalletKeyRow): void {
  try {
    openDataKey(masters, row).fill(0)
  } catch (cause) {
    const told = 'MASTER_KEY does not open the keys that this database holds, and no FORMER_MASTER_KEYS does'
    throw new Error(`${told}: give the key with which they were sealed.`, { cause })
  }
}

const openDataKey = (masters: Keys, row: WalletKeyRow): Buffer =>
  openWithAny(masters, Buffer.from(row.sealedDataKey, 'base64url'), dataKeyAad(row)).content

function openKey<T>(masters: Keys, row: WalletKeyRow, use: (key: Uint8Array) => T): T {
  const dataKey = openDataKey(masters, row)
  const key = openBytes(dataKey, Buffer.from(row.sealedKey, 'base64url'), row._id)
  try {
    return use(key)
  } finally {
    key.fill(0)
    dataKey.fill(0)
  }
}
