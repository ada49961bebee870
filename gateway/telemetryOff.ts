/** The federation libraries start an exporter to their vendor's host unless this is set before they are imported. */
process.env.APOLLO_TELEMETRY_DISABLED = 'true'
