// What may import what. Type-only imports count like any other, because knowing a stranger's type is knowing the
// stranger; where a type may pass and code may not, the rule says so.

/** Facts and calculations only: no clock, database, network, randomness or environment behind them. */
const pureShared =
  '^subgraphs/shared/(acp|acpOrder|money|tokens|fxRates|ids|errors|events|transitions|principal|access|categories|spendingLimits|limitWindows|merchantDomain|homographs|evmAddress|fields|chainName|policy|quorum|kya|conduct|organizationTime|jsonExtent|trust|trustScore|walletEvents|wellFormed|spend|data/.+|ledger/.+|commit/(positions|types|compose|refKey|rowWrites|verdicts))([.](ts|json))?$'
const graphql = '^node_modules/(graphql|graphql-.+|@apollo/.+|dataloader)/'
const mongo = '^node_modules/(mongoose|mongodb|bson)/'
const network =
  '^(node:)?(http|https|http2|net|tls|dgram|dns|dns/promises)$|^node_modules/(undici|ws|openid-client|lithic)/'

/** Sent to browsers as they are. */
const inBrowsers = '^gateway/pages/browser/'

export default {
  forbidden: [
    {
      name: '1-subgraphs-are-strangers',
      severity: 'error',
      comment: 'State what is needed in ports.ts; the composition root meets it.',
      from: { path: '^subgraphs/([^/]+)/', pathNot: '^subgraphs/shared/' },
      to: { path: '^subgraphs/', pathNot: '^subgraphs/(shared|$1)/' },
    },
    {
      name: '2-shared-knows-nobody',
      severity: 'error',
      from: { path: '^subgraphs/' },
      to: { path: '^(gateway|test|scripts)/' },
    },
    {
      name: '2-shared-knows-no-subgraph',
      severity: 'error',
      from: { path: '^subgraphs/shared/' },
      to: { path: '^subgraphs/', pathNot: '^subgraphs/shared/' },
    },
    {
      name: '3-rules-are-pure',
      severity: 'error',
      comment: 'Rules import their own folder, their tables and the pure part of shared.',
      from: { path: '^subgraphs/([^/]+)/rules/' },
      to: { pathNot: ['^subgraphs/$1/(rules|data)/', pureShared], dependencyTypesNot: ['type-only'] },
    },
    {
      name: '3-rules-know-no-machinery',
      severity: 'error',
      comment: 'Not even its types; the type of a row, which a model names, is a fact and no machinery.',
      from: { path: '^subgraphs/[^/]+/rules/' },
      to: { path: [mongo, graphql, network, '/(services|settlement|workers|resolvers)([.]ts$|/)'] },
    },
    {
      name: '3-pure-shared-stays-pure',
      severity: 'error',
      from: { path: pureShared },
      to: {
        pathNot: [pureShared, '^node_modules/(uuidv7|ethers|@scure/base)/', '^(node:)?(url|crypto|fs)$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: '4-mongoose-in-models',
      severity: 'error',
      from: {
        path: '^(gateway|subgraphs)/',
        pathNot: [
          '^subgraphs/[^/]+/models/',
          '^subgraphs/shared/database[.]ts$',
          '^subgraphs/shared/commit/(store|snapshot)[.]ts$',
        ],
      },
      to: { path: mongo },
    },
    {
      name: '4-store-takes-types-only',
      severity: 'error',
      from: { path: '^subgraphs/shared/commit/(store|snapshot)[.]ts$' },
      to: { path: mongo, dependencyTypesNot: ['type-only'] },
    },
    {
      name: '5-graphql-at-the-edges',
      severity: 'error',
      from: {
        path: '^subgraphs/',
        pathNot: [
          '^subgraphs/[^/]+/(resolvers/[^/]+|resolvers|index|generatedResolvers)[.]ts$',
          '^subgraphs/shared/contract[.]ts$',
        ],
      },
      to: { path: graphql, pathNot: '^node_modules/dataloader/' },
    },
    {
      name: '6-resolvers-are-thin',
      severity: 'error',
      from: { path: '^subgraphs/[^/]+/resolvers([.]ts$|/)' },
      to: { path: '^subgraphs/[^/]+/models/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: '6-work-knows-no-carrier',
      severity: 'error',
      from: { path: '^subgraphs/[^/]+/(services|models|rules|settlement|workers|gates[.]ts)' },
      to: { path: '^subgraphs/[^/]+/(resolvers/|(resolvers|generated|generatedResolvers|index)[.]ts$)' },
    },
    {
      name: '7-gateway-enters-by-the-front-door',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^subgraphs/', pathNot: ['^subgraphs/shared/', '^subgraphs/[^/]+/index[.]ts$'] },
    },
    {
      name: '7-only-the-composition-root-enters',
      severity: 'error',
      from: { path: '^gateway/', pathNot: '^gateway/compose[.]ts$' },
      to: { path: '^subgraphs/', pathNot: '^subgraphs/shared/' },
    },
    {
      name: '8-network-clients-have-a-place',
      severity: 'error',
      from: {
        path: '^(gateway|subgraphs)/',
        pathNot: [
          '^subgraphs/payments/(chains|custody|screening)/',
          '^subgraphs/treasury/banks/',
          '^subgraphs/shared/outgoing/',
          '^gateway/(address|datasource|httpServer|metricsServer|server|serveSubgraph)[.]ts$',
          '^gateway/signIn/openId[.]ts$',
          '^gateway/subscriptions/',
        ],
      },
      to: { path: network, dependencyTypesNot: ['type-only'] },
    },
    {
      name: '8-chain-arithmetic-stays-in-payments',
      severity: 'error',
      from: { path: '^(gateway|subgraphs)/', pathNot: ['^subgraphs/payments/', '^subgraphs/shared/evmAddress[.]ts$'] },
      to: { path: '^node_modules/ethers/' },
    },
    {
      name: '9-the-product-needs-no-tests-or-scripts',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: '9-scripts-need-no-tests',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^test/' },
    },
    {
      name: '9-the-audit-stands-alone',
      severity: 'error',
      comment: 'It must not believe the service, nor share a fault with it.',
      from: { path: '^scripts/audit/' },
      to: { path: '^(gateway|subgraphs|scripts|test)/', pathNot: '^scripts/(audit/|flags[.]ts$)' },
    },
    {
      name: '9-the-command-line-speaks-over-the-wire',
      severity: 'error',
      comment: 'It is a client like any other.',
      from: { path: '^scripts/cli/' },
      to: { path: '^(gateway|subgraphs|scripts|test)/', pathNot: '^scripts/(cli/|sse[.]ts$)' },
    },
    {
      name: '9-conformance-speaks-over-the-wire',
      severity: 'error',
      comment: 'What it may know of the inside would not have to be true outside.',
      from: { path: '^test/conformance/' },
      // The books are closed by the same pure fold that opened them.
      to: { path: '^(gateway|subgraphs)/', pathNot: '^subgraphs/shared/' },
    },
    {
      name: '9-migrations-stand-alone',
      severity: 'error',
      comment: 'A released migration is never changed, and what it imported would change under it.',
      from: { path: '^gateway/migrations/', pathNot: '^gateway/migrations/list[.]ts$' },
      to: { pathNot: '^subgraphs/shared/migrations/migration[.]ts$' },
    },
    {
      name: '9-no-cycles-between-folders',
      severity: 'error',
      comment: 'Of two folders of one subgraph, or of the gateway, one stands below the other.',
      scope: 'folder',
      from: { path: '^((gateway|subgraphs/[^/]+)/[^/]+)' },
      to: { circular: true, path: '^$2/.', pathNot: '^$1(/|$)' },
    },
    { name: '9-no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: '9-no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['[.]test[.]ts$', '/generated(Resolvers)?[.]ts$', '^scripts/requireNode[.]mjs$', inBrowsers],
      },
      to: {},
    },
    {
      name: '9-nothing-is-dead',
      severity: 'error',
      comment: 'Every file of the product is reached from a process entry.',
      from: { path: '^(gateway/main|scripts/[^/]+)[.]ts$' },
      to: {
        path: '^(gateway|subgraphs)/',
        pathNot: ['/generated(Resolvers)?[.]ts$|^gateway/main[.]ts$', inBrowsers],
        reachable: false,
      },
    },
    { name: 'found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared',
      severity: 'error',
      from: { path: '^(gateway|subgraphs)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // The compiler's new major has no programming interface that the cruiser could use.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
