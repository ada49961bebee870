// What people call the categories besides the names of the category table. Every form is listed: nothing is made by adding
// or stripping letters, because "new" is not "news" and "security" is not "securities".

/** Category -> further words for it, separated by bars. */
export const EVERYDAY_WORDS: Readonly<Record<string, string>> = {
  software:
    'software tools|software licenses|software licences|saas tools|saas products|saas apps|developer tool|dev tools|software products|applications',
  cloud_services:
    'cloud service|cloud hosting|web hosting|cloud infrastructure|servers|cloud storage|hosting services|cloud compute',
  it_services: 'it service|it support|tech support|computer repairs',
  data_services: 'data service|data providers|information service',
  ai_services:
    'ai service|llms|llm inference|ai models|ai inference|artificial intelligence|language models|model inference|ai apis|llm services|inference services',
  api_services: 'api service|api vendors|api providers|api merchants|api access|api calls|api usage|api requests',
  digital_goods: 'digital good|digital content|digital downloads|digital products',
  gaming: 'game|video game|computer games',
  electronics: 'computer|computer hardware|laptops|electronic goods|electronic devices|consumer electronics',
  office_supplies: 'office supply|office furniture|office stationery',
  advertising: 'ad|advertisements|adverts|online ads|online advertising|ad spend',
  professional_services:
    'bookkeeping|bookkeepers|professional service|consultants|consultancy|accountants|legal services|legal and accounting services|legal and accounting|accounting and legal services|lawyers|attorneys|legal fees|law firms|consulting services|accounting services',
  telecom:
    'telecoms|phone bills|phone service|phone services|internet service|internet services|mobile plans|phone plans',
  utilities: 'utility bills',
  airlines: 'flight|airfare|airfares|plane tickets|airline tickets|flight tickets|air tickets|airplane tickets',
  lodging: 'accommodations|motel|motels|hotel stays|hotel rooms|hotel bookings',
  car_rental: 'rental car|car hire',
  ground_transport:
    'taxis|cab|cabs|ride sharing|rideshares|train|train tickets|public transport|public transit|buses|bus tickets|tolls|ground transportation|taxi rides',
  travel_services: 'travel service|travel agency|travel agents|travel agent|cruise',
  restaurants:
    'catering|caterers|caterer|meals|takeout|takeaway|takeaways|eating out|fast food|cafes|coffee shops|food deliveries',
  groceries: 'supermarket|grocery stores|grocery store|grocery shopping',
  fuel: 'gas stations|gas station|petrol stations|diesel',
  automotive: 'car|auto repair|auto parts|car parts|car repairs',
  shipping_logistics: 'shipping and logistics|couriers|shipping services|freight services|shipping costs',
  marketplaces: 'online marketplaces|online marketplace',
  clothing: 'clothes|footwear',
  home_garden: 'home and garden|home improvement',
  construction_repair: 'construction and repair|construction and repairs|contractor|repair|home repairs',
  industrial_supplies: 'industrial supply|industrial equipment|industrial goods',
  books_media: 'books and media|book|ebooks|newspapers|magazines',
  entertainment:
    'ticket|event tickets|movies|movie tickets|cinema|concerts|concert tickets|streaming services|music streaming',
  education: 'course|online courses|training courses|tuition|online classes|educational courses',
  healthcare: 'health care|medical care|medical services|medical supplies|doctors|hospitals',
  pharmacy: 'drugstores|medicine|medicines|medication|medications|prescriptions',
  personal_care: 'spas|cosmetics|haircuts|beauty products|hair salons',
  pets_veterinary: 'pet|pet supplies|pet food|pet care|vets|veterinarians',
  charity_membership:
    'charity and membership|charities and memberships|charities|donation|nonprofits|memberships|charitable donations',
  government: 'tax|fine|government fees|government service',
  real_estate: 'rents',
  financial_services: 'financial service|banks|bank fees',
  investments: 'investment|stocks|shares|stock trading|stock market|investing|brokerages',
  money_transfer: 'remittances|wire transfers|wires|money orders',
  cash_advance: 'cash advances|cash withdrawals|atms|atm withdrawals',
  crypto_quasi_cash: 'cryptocurrencies|crypto currency|crypto currencies|crypto purchase|crypto assets',
  alcohol: 'bar|booze|beer|wine|spirits|alcoholic drinks|alcoholic beverages|liquor stores|liquor store',
  tobacco: 'smokes|cigarette|cigarettes|cigar|vapes|vaping|smoking products|tobacco products',
  gambling:
    'casinos|lotteries|lottery tickets|bets|wagers|wagering|online gambling|online casinos|online betting|sports betting|poker',
  adult: 'pornography|adult entertainment|adult services|escorts|escort services|adult websites',
  weapons: 'weapon|gun|firearm|ammo',
}

/**
 * Words for a part of their category: "only pet food" would open the whole of pets_veterinary, and "block fast food" close
 * all restaurants. Their own category is suggested instead.
 */
export const PARTS: ReadonlySet<string> = new Set(
  (
    'online courses|online classes|online ads|online advertising|servers|cloud storage|laptops|office furniture|motel|motels|buses|bus tickets|tolls|fast food|cafes|coffee shops|diesel|' +
    'auto parts|car parts|home improvement|home repairs|ebooks|magazines|newspapers|movies|movie tickets|cinema|concerts|' +
    'concert tickets|music streaming|medical supplies|doctors|hospitals|prescriptions|cosmetics|haircuts|hair salons|pet food|' +
    'bank fees|stocks|shares|stock trading|stock market|money orders|beer|wine|spirits|cigarettes|cigarette|cigar|vapes|vaping|' +
    'lottery tickets|sports betting|poker|online gambling|online casinos|online betting|escorts|escort services'
  ).split('|'),
)

/** Words for one kind of what their category holds, which stand for all of it: the preview says so. */
export const NARROWER: ReadonlySet<string> = new Set(
  (
    'catering|caterers|caterer|bookkeeping|bookkeepers|tax|taxes|fines|legal services|legal fees|law firms|lawyers|attorneys|accountants|accounting services|accounting|electricity|water|' +
    'phone bills|phone plans|mobile plans|parking|taxi|taxis|taxi rides|cab|cabs|train|trains|train tickets|rideshare|rideshares|ride sharing|' +
    'cruise|cruises|takeout|takeaway|takeaways|food delivery|food deliveries|gasoline|petrol|gas|ev charging|car repair|car repairs|auto repair|' +
    'courier|couriers|postage|freight|shoes|footwear|furniture|garden|books|publications|event tickets|streaming|streaming services|' +
    'spa|spas|laundry|vets|veterinarians|donations|memberships|brokerage|brokerages|trading|banks|atm|atms|liquor|liquor stores|bars|' +
    'cigars|vape|casino|casinos|lottery|lotteries|betting|dating|escort|guns|firearms|ammunition|ammo|computer repairs|contractors|schools'
  ).split('|'),
)

/** Names, aliases and groups that are plain English too: they count only after the word "categories". */
export const NAMED_ONLY: ReadonlySet<string> = new Set(
  (
    'business|household|goods|unclassified|public sector|personal services|other|misc|miscellaneous|unknown|uncategorized|it|legal|media|' +
    'digital|data|home|auto|events|equipment|wholesale|industrial|stores|shopping|online shopping|ecommerce|' +
    'general merchandise|drugs|property|office|membership|medical|phone|internet|cash|compute|' +
    'api|news|fine|ticket|game|computer|ad|course|car|bar|book|repair|spirits'
  ).split('|'),
)

/** Words for what is paid by invoice: "insurance premiums", "tax payments". */
export const WITH_PAYMENTS: ReadonlySet<string> = new Set(
  (
    'tax|taxes|insurance|rent|utility|utilities|telecom|subscription|subscriptions|software|hosting|cloud|advertising|tuition|' +
    'donation|donations|electricity|water|telecommunications|shipping|travel|hotel|airline|education|charity'
  ).split('|'),
)

/** Words that a noun may follow: "gambling sites", "travel expenses". */
export const WITH_NOUN: ReadonlySet<string> = new Set(
  (
    'ai|api|apis|llm|books|electronics|utilities|telecom|shipping|insurance|rent|office|stationery|cleaning|furniture|gaming|dating|weapons|pets|health|beauty|gambling|betting|casino|lottery|adult|dating|escort|porn|pornography|alcohol|liquor|tobacco|weapons|firearms|guns|' +
    'travel|software|saas|advertising|marketing|food|grocery|restaurant|hotel|airline|cloud|hosting|insurance|' +
    'money transfer|financial services|adult entertainment|education|entertainment|office supplies|groceries|clothing|fashion|healthcare|pharmacy|utility|vape|cryptocurrency|crypto'
  ).split('|'),
)
