// What people call the categories besides the names of the category table. Every form is listed: nothing is made by adding
// or stripping letters, because "new" is not "news" and "security" is not "securities".

/** Category -> further words for it, separated by bars. */
export const EVERYDAY_WORDS: Readonly<Record<string, string>> = {
  retail: 'retail shops|retail stores|retailers|retail purchases',
  uncategorized:
    'merchants without a category|merchants without category|merchants with no category|vendors without a category|vendors with no category|shops without a category|payments without a category|purchases without a category|uncategorized merchants|uncategorised merchants|uncategorized vendors|uncategorized purchases|uncategorized payments|merchants that have no category',
  insurance:
    'insurances|insurance policies|insurance premiums|insurance payments|insurance bills|insurance costs|insurance fees',
  software:
    'software tools|software licenses|software licences|saas tools|saas products|saas apps|developer tool|dev tools|software products|applications|saas tools and software|software services|software apps|licences|software packages|saas services|saas software|software as a service tools|online software|software subscriptions|software subscription|saas subscriptions|saas subscription|software licensing|software as a service|saas licenses',
  cloud_services:
    'cloud service|cloud hosting|web hosting|cloud infrastructure|servers|cloud storage|hosting services|cloud compute|cloud providers|cloud resources|cloud costs|hosting costs|hosting fees|hosting providers|hosting bills|cloud bills|server hosting|cloud hosting services|cloud infrastructure services|cloud usage|cloud platforms|servers and hosting|compute services|computing services|cloud servers|cloud computing services|cloud compute services|cloud service providers|virtual servers|server costs|cloud bill|cloud spend|cloud spending|cloud hosting bills',
  it_services:
    'it service|it support|tech support|computer repairs|it repair|it repairs|computer maintenance|it maintenance|computer repair and maintenance|computer maintenance and repair|it repair and maintenance|it support and repair|it helpdesk',
  data_services:
    'data service|data providers|information service|data feeds|datasets|data sets|data vendors|data subscriptions|data products|data sources',
  ai_services:
    'ai service|llms|llm inference|ai models|ai inference|artificial intelligence|language models|model inference|ai apis|llm services|inference services|ai tools|llm apis|llm usage|ai usage|model calls|model usage|llm providers|ai providers|ai vendors|llm calls|ai subscriptions|ai subscription|ai credits|llm credits|llm tokens|ai api calls|inference costs|ai costs|generative ai|ai model usage|model apis|ai model calls|ai inference services|inference apis|ai model services|ai models and services|ai and model services',
  api_services:
    'api service|pay per call apis|api vendors|api providers|api merchants|api access|x402|x402 services|x402 payments|x402 apis|api calls|api usage|api requests|api fees|api costs|api credits|api subscriptions|api subscription|paid apis|web apis|paid api calls|metered apis|paid api|api endpoints|x402 endpoints|x402 resources|pay per call api|x402 calls|pay per call services',
  digital_goods: 'digital good|digital goods|digital content|digital downloads|digital products|digital items',
  gaming: 'game|video game|computer games|mobile games|gaming content|online games|pc games|console games',
  electronics:
    'computer|computer hardware|laptops|electronic goods|electronic devices|consumer electronics|electronic equipment|gadgets|it hardware|computer equipment|tech hardware|electronics and computers|cameras|electronics and cameras',
  office_supplies:
    'office supply|office furniture|office stationery|office stuff|office items|office material|office materials|office goods|office products|office needs|office supplies and stationery',
  advertising:
    'ad|advertisements|adverts|online ads|online advertising|ad spend|online marketing|ad campaigns|advertising costs|ad costs|digital advertising|paid ads|ad platforms|ad buys|ad buying|ad space|ad placements|social media advertising|social media ads|search ads|advertising services|advertising space|marketing costs|paid advertising|media buying|job ads|job adverts|job advertisements|job postings',
  professional_services:
    'bookkeeping|bookkeepers|professional service|consultants|consultancy|accountants|legal services|legal and accounting services|legal and accounting|accounting and legal services|lawyers|attorneys|legal fees|law firms|consulting services|accounting services|legal help|legal advice|consulting fees|consultant fees|accounting fees|legal work|consultancy services|professional fees|professional advisers|professional advisors|freelance services|freelance designers|lawyer fees|accountant fees|legal bills|consulting work|design services|designers|staffing',
  telecom:
    'telecoms|phone bills|phone service|phone services|internet service|internet services|mobile plans|phone plans|phone and internet|internet and phone|phone and internet bills|internet and phone bills|phone and internet services|phone and internet costs|broadband|internet access|mobile phone bills|internet bills|telephone|cell phone bills|sim cards',
  utilities:
    'utility bills|utility payments|utility costs|energy bills|power bills|electricity bills|electric bills|water bills',
  airlines:
    'flight|airfare|airfares|plane tickets|airline tickets|flight tickets|air tickets|airplane tickets|flight bookings|airline bookings|air fares|air travel tickets|air travel|airline fares|flight costs|airports|air fare|airline travel|plane fares',
  lodging:
    'accommodations|hotel accommodation|hotel accommodations|motel|motels|hotel stays|hotel rooms|hotel bookings|hotel nights|guesthouses|places to stay|overnight stays|lodgings|overnight accommodation|accommodation costs|lodging costs|hotel bills|hotel costs|hostels|campgrounds|campsites|bed and breakfasts|hotel rooms and stays|places to sleep',
  car_rental: 'rental car|car hire|car rental|car rentals|rental vehicles|vehicle rental|rent a car|hire cars',
  ground_transport:
    'transport|taxis|cab|cabs|ride sharing|rideshares|train|train tickets|public transport|public transit|buses|bus tickets|tolls|ground transportation|taxi rides|rail|rail travel|rail tickets|train travel|train rides|public transportation|local transport|ride hailing|ground travel|taxi fares|taxis and trains|cab rides|public transport tickets|local transit|bus|bus rides|bus fares|train fares|parking fees|toll roads|metro|subway|taxi trips|bus travel',
  travel_services: 'travel service|travel agency|travel agents|travel agent|cruise|boat hire|boat rental',
  restaurants:
    'catering|caterers|caterer|meals|takeout|takeaway|takeaways|eating out|fast food|cafes|coffee shops|food deliveries|restaurant meals|restaurant visits|restaurant bills|dining out|food ordering|meal delivery|restaurant orders|business meals|dining|restaurant dining|meals out|restaurant food|restaurants and cafes|bistros|meal orders',
  groceries:
    'supermarket|grocery stores|grocery store|grocery shopping|food shopping|grocery orders|grocery items|supermarket shopping|supermarket purchases|grocery shops|grocery bills|grocery supplies|food stores|food shops',
  fuel: 'gas stations|gas station|petrol stations|diesel|fuels|fuel purchases|gas and fuel|petrol and diesel|fuel stations|fuel costs|petrol station|charging stations|ev charging stations|car charging',
  automotive:
    'car|auto repair|auto parts|car parts|car repairs|car maintenance|vehicle repairs|vehicle maintenance|vehicle repair|car servicing|auto repairs|car costs|car service|tires|tyres|auto service|vehicle parts',
  shipping_logistics:
    'shipping and logistics|couriers|shipping services|freight services|shipping costs|courier services|delivery services|parcel services|parcels|parcel shipping|shipping and postage|shipping fees|mailing|shipping and freight|freight and shipping|postal services|postage and shipping|logistics services|shipping charges|freight companies|courier companies|shipping companies|delivery companies|postal service|moving and storage|freight and couriers|package delivery|shipments',
  marketplaces: 'online marketplaces|online marketplace',
  clothing: 'clothes|footwear|clothing and shoes|clothes and shoes|garments|workwear|leather goods|uniforms',
  home_garden:
    'home and garden|home improvement|home goods|garden supplies|furniture and decor|gardening|gardening supplies|home furnishings|appliances|household appliances|home appliances',
  construction_repair:
    'construction and repair|construction and repair services|construction services|construction and repairs|contractor|repair|home repairs|repair services|maintenance and repairs|repairs and maintenance|building repairs|maintenance services|contractors and repairs|handyman services|cleaning|cleaning services|cleaning companies|repair trades|plumbers|electricians',
  industrial_supplies: 'industrial supply|industrial equipment|industrial goods|industrial parts|industrial products',
  books_media:
    'books and media|book|ebooks|newspapers|magazines|books and magazines|books and newspapers|journals|audiobooks|textbooks|periodicals|books and journals|publishing',
  entertainment:
    'ticket|event tickets|movies|movie tickets|cinema|concerts|concert tickets|streaming services|music streaming|events and entertainment|amusement',
  education:
    'course|courses and schools|schools and courses|online courses|training courses|tuition|online classes|educational courses|trainings|education and training|e learning|elearning|training and education|courses and training|education costs|school fees|educational services|childcare|tutoring|tutors|classes|schooling|workshops and courses|school and training',
  healthcare:
    'health care|medical care|medical services|medical supplies|doctors|hospitals|medical expenses|medical bills|health services|healthcare services|clinics|dentists|dental care|doctor visits|medical treatment',
  pharmacy:
    'drugstores|medicine|medicines|medication|medications|prescriptions|pharmacy items|pharmacy purchases|drug stores|drug store|the pharmacy|drugs and medicine|pharmaceuticals',
  personal_care: 'spas|cosmetics|haircuts|beauty products|hair salons|beauty services|salons',
  pets_veterinary:
    'pet|vet and pet shops|pet supplies|pet food|pet care|vets|veterinarians|pet products|pet stuff|pet things|pet shops|pet stores|pet care products|vet bills|vet|vet visits|vet care|pet shop|pet store|the vet|veterinary care|vet and pet shop|vet and pet care',
  charity_membership:
    'charity and membership|charities and memberships|charities|donation|nonprofits|memberships|charitable donations|charity donations|donations to charity|membership fees|donations to charities|membership bodies|membership organizations|membership organisations|charities and membership bodies|charity and membership bodies|club memberships|professional memberships|charitable giving|giving to charity|charity payments|membership payments|membership bills|charity and membership payments',
  government:
    'government agencies|government offices|government bodies|tax|fine|government fees|government service|tax payments|government payments|government charges|government fines|court fees|court fines|courts|taxes and fees|government taxes',
  real_estate: 'rents|real estate agents|estate agents|realtors|real estate agencies',
  financial_services: 'financial service|banks|bank fees|bank charges|bank services|banking services|banking fees',
  investments:
    'investment|stocks|shares|stock trading|stock market|investing|brokerages|investment products|financial investments|stocks and shares|stock purchases|bonds|mutual funds|buying stocks|buying shares',
  money_transfer:
    'remittances|wire transfers|wires|money orders|money transmission|wire transfer|transfers of money|sending money|money wires|sending money to people',
  cash_advance: 'cash advances|cash withdrawals|atms|atm withdrawals|cash withdrawal|atm cash|cash machines',
  crypto_quasi_cash:
    'cryptocurrencies|crypto currency|crypto currencies|crypto purchase|crypto assets|crypto coins|crypto tokens|digital currencies|digital currency|virtual currencies|virtual currency|nfts|crypto trading|crypto exchanges|cryptos',
  alcohol:
    'bar|booze|beer|wine|spirits|alcoholic drinks|alcoholic beverages|liquor stores|liquor store|hard liquor|alcoholic beverage|alcoholic drink|alcohol purchases|wine and beer|beer and wine|alcoholic products',
  tobacco:
    'smokes|cigarette|cigarettes|cigar|vapes|vaping|smoking products|tobacco products|nicotine|e cigarettes|cigs|vape products|tobacco and vapes|nicotine products|vapes and tobacco|cigarettes and vapes|cigarettes and tobacco|tobacco and nicotine',
  gambling:
    'casinos|lotteries|lottery tickets|bets|wagers|wagering|online gambling|online casinos|online betting|sports betting|poker|bookmakers|betting sites|gambling sites|casino games|games of chance|slot machines|wagering sites|gambling of any kind',
  adult:
    'pornography|adult entertainment|adult services|escorts|escort services|adult websites|adult stuff|nsfw|nsfw content|pornographic content|adult material|adult products|adult sites|sex shops|x rated content|porn sites|pornographic material|adult goods|adult material and services|adult merchants',
  weapons: 'weapon|gun|firearm|ammo|weaponry|weapons and ammunition|guns and ammo|guns and ammunition|handguns',
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
    'lottery tickets|sports betting|poker|online gambling|online casinos|online betting|escorts|escort services|' +
    'bus|bus travel|bus rides|bus fares|metro|subway|airports|hostels|campgrounds|campsites|boat hire|boat rental|sim cards|childcare|tutoring|tutors|classes|bonds|mutual funds|vet visits|appliances|household appliances|home appliances|plumbers|electricians|charging stations|car charging|ev charging stations|tires|tyres|vehicle parts|clinics|dentists|dental care|doctor visits|cameras|leather goods|uniforms|publishing|salons|court fees|court fines|courts|government fines|toll roads|bistros|designers|freelance designers|staffing|buying stocks|buying shares|stock purchases'
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
    'cigars|vape|casino|casinos|lottery|lotteries|betting|dating|escort|guns|firearms|ammunition|ammo|computer repairs|contractors|schools|' +
    'vet|the vet|cleaning|cleaning services|cleaning companies|courier companies|freight companies|parking fees|design services|legal bills|lawyer fees|accountant fees'
  ).split('|'),
)

/** Names, aliases and groups that are plain English too: they count only after the word "categories". */
export const NAMED_ONLY: ReadonlySet<string> = new Set(
  (
    'business|household|goods|unclassified|public sector|personal services|other|misc|miscellaneous|unknown|uncategorized|it|legal|media|' +
    'digital|home|auto|events|equipment|wholesale|industrial|stores|shopping|online shopping|ecommerce|' +
    'general merchandise|drugs|property|office|membership|medical|phone|internet|cash|compute|' +
    'api|news|fine|ticket|game|computer|ad|course|car|bar|book|repair|spirits'
  ).split('|'),
)

/** Words for what is paid by invoice: "insurance premiums", "tax payments". */
export const WITH_PAYMENTS: ReadonlySet<string> = new Set(
  (
    'tax|taxes|insurance|rent|utility|utilities|telecom|subscription|subscriptions|software|hosting|cloud|advertising|tuition|' +
    'donation|donations|electricity|water|telecommunications|shipping|travel|hotel|airline|education|charity|charity and membership'
  ).split('|'),
)

/** Words that a noun may follow: "gambling sites", "travel expenses". */
export const WITH_NOUN: ReadonlySet<string> = new Set(
  (
    'home and garden|personal care|pets and veterinary|ai|api|apis|llm|books|electronics|utilities|telecom|shipping|insurance|rent|office|stationery|cleaning|furniture|gaming|dating|weapons|pets|health|beauty|gambling|betting|casino|lottery|adult|dating|escort|porn|pornography|alcohol|liquor|tobacco|weapons|firearms|guns|' +
    'travel|software|saas|advertising|marketing|food|grocery|restaurant|hotel|airline|cloud|hosting|insurance|' +
    'technology|tech|leisure|finance|professional services|digital goods|streaming|charity|consulting|training|' +
    'money transfer|financial services|adult entertainment|education|entertainment|office supplies|groceries|clothing|fashion|healthcare|pharmacy|utility|vape|cryptocurrency|crypto'
  ).split('|'),
)
