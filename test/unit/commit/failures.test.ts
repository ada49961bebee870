// What an error of the driver means for a batch (commit 4): the first error is the one that counts.
import mongoose from 'mongoose'
import { describe, expect, test } from 'vitest'
import { classify, isCertainAbort, StoreError } from '../../../subgraphs/shared/commit/failures.ts'

const { MongoServerError } = mongoose.mongo

const serverError = (code: number, labels: readonly string[] = []) =>
  new MongoServerError({ message: 'failed', code, errorLabels: [...labels] })
const named = (name: string) => Object.assign(new Error('failed'), { name })

function kindOf(error: unknown): string {
  const classified = classify(error)
  return classified instanceof StoreError ? classified.kind : 'rejected'
}

describe('before the commit command', () => {
  test('112 is run again too, and is reported as contention', () => {
    expect(kindOf(serverError(112))).toBe('conflict')
    expect(kindOf(serverError(112, ['TransientTransactionError']))).toBe('conflict')
  })

  test.each([251, 91, 10107, 50, 11602, 189, 246])('%i is run again', (code) => {
    expect(kindOf(serverError(code))).toBe('retry')
  })

  test('the label alone suffices', () => {
    expect(kindOf(serverError(1, ['TransientTransactionError']))).toBe('retry')
  })

  test('a duplicate key is never run again, whatever label it has', () => {
    expect(kindOf(serverError(11_000, ['TransientTransactionError']))).toBe('rejected')
  })

  test.each([257, 10334])('%i is too large: the batch is halved', (code) => {
    expect(kindOf(serverError(code))).toBe('tooLarge')
  })

  test.each([
    'MongoNetworkError',
    'MongoNetworkTimeoutError',
    'MongoServerSelectionError',
    'MongoPoolClearedError',
    'PoolClearedOnNetworkError',
    'MongoPoolClosedError',
    'MongoWaitQueueTimeoutError',
    'MongoNotConnectedError',
    'MongoTopologyClosedError',
    'MongoClientClosedError',
    'MongoOperationTimeoutError',
  ])('%s is run again', (name) => {
    expect(kindOf(named(name))).toBe('retry')
  })

  test.each([
    serverError(13),
    serverError(121),
    named('MongoInvalidArgumentError'),
    named('BSONError'),
    new TypeError('x'),
  ])('anything else is the fault of one intent: %s', (error) => {
    expect(kindOf(error)).toBe('rejected')
  })
})

test.each<[string, readonly string[], boolean]>([
  ['says that it was aborted', ['TransientTransactionError'], true],
  ['does not know', ['UnknownTransactionCommitResult'], false],
  ['says both', ['TransientTransactionError', 'UnknownTransactionCommitResult'], false],
  ['says nothing', [], false],
])('a commit command that %s', (_name, labels, expected) => {
  expect(isCertainAbort(serverError(251, labels))).toBe(expected)
})
