// What a word that is no category most likely means: by its sense, never by its letters (bets are not pets).
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gamble: 'gambling',
    roulette: 'gambling',
    slots: 'gambling',
    medicaments: 'pharmacy',
    'drug stores': 'pharmacy',
    'drug store': 'pharmacy',
    sex: 'adult',
    nudity: 'adult',
    knives: 'weapons',
    vodka: 'alcohol',
    whisky: 'alcohol',
    drinks: 'alcohol',
    smoking: 'tobacco',
    coins: 'crypto_quasi_cash',
    tokens: 'crypto_quasi_cash',
    bitcoin: 'crypto_quasi_cash',
    etfs: 'investments',
    bonds: 'investments',
    mortgage: 'real_estate',
    freelancers: 'professional_services',
    phones: 'electronics',
    toys: 'retail',
    snacks: 'groceries',
    coffee: 'restaurants',
    lunch: 'restaurants',
    airbnb: 'lodging',
    uber: 'ground_transport',
    gpus: 'cloud_services',
    databases: 'cloud_services',
    presents: 'retail',
  }),
)

/** Names of companies that people write without a capital. */
export const COMPANIES: ReadonlySet<string> = new Set(
  'amazon staples netflix walmart costco target ebay etsy shopify stripe paypal github gitlab aws google microsoft apple openai anthropic uber lyft airbnb fedex ups dhl usps zoom slack notion figma adobe spotify ikea alibaba temu shein doordash salesforce twilio cloudflare digitalocean hetzner heroku vercel facebook meta linkedin twitter dropbox expedia'.split(
    ' ',
  ),
)
