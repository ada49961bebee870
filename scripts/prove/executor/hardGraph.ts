/** Three subgraphs with what is hard to compile: interfaces of entities, unions, `@requires`, `@interfaceObject`, hidden enum values. */
import { parse } from 'graphql'

const link = (...names: string[]) =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${names.map((name) => `"@${name}"`).join(', ')}])`

export const HARD_GRAPH = {
  goods: parse(`${link('key', 'shareable', 'inaccessible')}
    interface Item @key(fields: "id") { id: ID! title: String owner: Person }
    type Book implements Item @key(fields: "id") { id: ID! title: String owner: Person pages: Int! weight: Float size: Size! }
    type Film implements Item @key(fields: "id") { id: ID! title: String owner: Person minutes: Int weight: Float }
    enum Size { small large secret @inaccessible }
    type Person @key(fields: "id") { id: ID! }
    type Box @shareable { label: String! depth: Int }
    union Thing = Book | Film | Box
    type Query { items(first: Int): [Item!] item(id: ID!): Item things: [Thing] books: [Book!]! matrix: [[Book]] box: Box size: Size }`),
  people: parse(`${link('key', 'external', 'requires', 'shareable')}
    type Person @key(fields: "id") { id: ID! name: String! friends: [Person!] favourite: Book best: Person! tags: [String!]! }
    type Book @key(fields: "id") { id: ID! weight: Float @external size: Size! @external postage: Float @requires(fields: "weight") label: String! @requires(fields: "size weight") readers: [Person] }
    enum Size { small large secret }
    type Query { people: [Person] person(id: ID!): Person me: Person! }`),
  reviews: parse(`${link('key', 'interfaceObject', 'shareable')}
    type Item @key(fields: "id") @interfaceObject { id: ID! reviews: [Review!] score: Float! }
    type Review @key(fields: "id") { id: ID! text: String author: Person item: Item rating: Int! }
    type Person @key(fields: "id") { id: ID! reviews: [Review] }
    type Query { review(id: ID!): Review topReviews: [Review!] }`),
}
