// GraphiQL for this service: requests over HTTP, subscriptions over graphql-ws. The credential, queries and settings live as
// long as the page.
const PATH = '/graphql'
const field = document.getElementById('key')
let credential = ''
let socket = null

/** An access token is a JWT, which begins with an object in base64. */
const headersOf = () => {
  if (credential === '') return {}
  return credential.startsWith('eyJ') ? { Authorization: `Bearer ${credential}` } : { 'X-API-Key': credential }
}

const openSocket = () => {
  socket ??= graphqlWs.createClient({
    url: location.origin.replace(/^http/, 'ws') + PATH,
    connectionParams: headersOf,
  })
  return socket
}

const inMemory = () => {
  const kept = new Map()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
    get length() {
      return kept.size
    },
  }
}

field.addEventListener('input', () => {
  credential = field.value.trim()
  // A socket belongs to the caller who opened it.
  socket?.dispose()
  socket = null
})
document.getElementById('credential').addEventListener('submit', (event) => event.preventDefault())

const fetcher = GraphiQL.createFetcher({
  url: PATH,
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headersOf() } }),
  wsClient: { subscribe: (payload, sink) => openSocket().subscribe(payload, sink) },
})
const WELCOME =
  '# Queries need a key or a token, typed above; the schema does not.\nquery {\n  viewer { __typename }\n}\n'

ReactDOM.createRoot(document.getElementById('console')).render(
  React.createElement(GraphiQL, {
    fetcher,
    storage: inMemory(),
    defaultQuery: WELCOME,
    shouldPersistHeaders: false,
  }),
)
