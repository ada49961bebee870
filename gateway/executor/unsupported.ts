/** Something of a plan or an operation that is not compiled: it runs on the stock executor. */
export class Unsupported extends Error {
  /** Few different ones, to be counted. */
  readonly reason: string

  constructor(reason: string) {
    super(`not compiled: ${reason}`)
    this.reason = reason
  }
}
