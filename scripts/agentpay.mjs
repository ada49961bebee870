#!/usr/bin/env node
// The command `agentpay`. Plain JavaScript, so that a Node which cannot read the rest says so.
import './requireNode.mjs'

const { main } = await import('./cli/main.ts')
await main(process.argv.slice(2))
