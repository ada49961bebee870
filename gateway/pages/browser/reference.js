// Shows the service's own OpenAPI document; nothing is asked of another host.
Scalar.createApiReference('#reference', {
  url: '/api/v2/openapi.json',
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
