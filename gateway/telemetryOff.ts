/** Unless this is set before they are imported, the federation libraries send telemetry to their vendor. */
process.env.APOLLO_TELEMETRY_DISABLED = 'true'
