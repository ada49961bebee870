/** Who pays, as the travel rule wants it told (domain 4.4): the organization by its legal name and address. */
export interface Originator {
  readonly name: string
  readonly address: PostalAddress
}

export interface PostalAddress {
  /** With the number of the building. */
  readonly street: string
  readonly city: string
  readonly region: string | null
  readonly postalCode: string | null
  /** ISO 3166, two letters. */
  readonly country: string
}

/** What an organization has stated of itself so far, in one mode. */
export type LegalFacts = Partial<Originator>

/** Null: not all of it is stated. */
export function originatorOf({ name, address }: LegalFacts = {}): Originator | null {
  return name === undefined || address === undefined ? null : { name, address }
}
