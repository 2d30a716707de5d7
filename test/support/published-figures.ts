// Bankrate, September 2025 / Insurance.com, 2025: full coverage at 40, a year.
const FULL_COVERAGE =
  'AK 2488/2215 AL 2056/2107 AR 2444/2723 AZ 2637/2333 CA 3102/3010 CO 3233/3222 CT 2715/2726 DC 2825/3394 DE 2931/3097 FL 3874/3852 GA 2895/2739 HI 1650/1721 IA 1911/2228 ID 1443/1791 IL 2491/1901 IN 1704/1856 KS 2486/2410 KY 2581/2976 LA 3953/4180 MA 2096/2430 MD 2966/2273 ME 1631/1701 MI 3225/3146 MN 2552/2561 MO 2491/2410 MS 2302/2455 MT 2364/2541 NC 1825/2587 ND 1736/2079 NE 2358/2387 NH 1655/1650 NJ 3061/2736 NM 2124/2486 NV 3566/3284 NY 4031/2898 OH 1820/1739 OK 2798/2705 OR 2096/1927 PA 2397/2428 RI 2959/2706 SC 1941/2367 SD 2287/2635 TN 1972/2214 TX 2599/2631 UT 2136/2250 VA 2146/1837 VT 1491/1504 WA 1890/2175 WI 1920/2026 WV 2164/2557 WY 1760/1984'

export const stateStudies = [...FULL_COVERAGE.matchAll(/(\w\w) (\d+)\/(\d+)/g)].map(
  ([, state = '', bankrate, insuranceCom]) => ({
    state,
    bankrate: Number(bankrate),
    insuranceCom: Number(insuranceCom),
  }),
)

type Model = readonly [make: string, model: string, premium: number]

/** Full coverage a year by model: as reported in 2022 (ABC4; Forbes for the CR-V), and The Zebra's. Relative figures count, not their level. */
export const vehicleStudies: readonly {
  study: string
  fitted: boolean
  models: readonly Model[]
}[] = [
  {
    study: 'press 2022',
    fitted: true,
    models: [
      ['Tesla', 'Model 3', 2830],
      ['Tesla', 'Model Y', 2658],
      ['Hyundai', 'Sonata', 2332],
      ['Kia', 'Forte', 2328],
      ['Hyundai', 'Elantra', 2295],
      ['Nissan', 'Sentra', 2286],
      ['Chevrolet', 'Silverado 1500', 2275],
      ['Nissan', 'Altima', 2254],
      ['Chevrolet', 'Suburban', 2198],
      ['Toyota', 'Tundra', 2197],
      ['Honda', 'CR-V', 1574],
    ],
  },
  {
    study: 'The Zebra 2019',
    fitted: false,
    models: [
      ['Honda', 'CR-V', 1509],
      ['Honda', 'Civic', 1801],
      ['Toyota', 'Corolla', 1724],
      ['Honda', 'Accord', 1624],
    ],
  },
]

type Metro = { city: string; state: string; zip: string; level: number }

/** Levels against the nation in the same study. */
export const cityStudies: readonly { study: string; metros: readonly Metro[] }[] = [
  {
    study: 'Bankrate 2024',
    metros: [
      { city: 'Detroit', state: 'MI', zip: '48206', level: 5687 / 2543 },
      { city: 'Philadelphia', state: 'PA', zip: '19121', level: 4753 / 2543 },
      { city: 'Miami', state: 'FL', zip: '33130', level: 4213 / 2543 },
      { city: 'Tampa', state: 'FL', zip: '33604', level: 4078 / 2543 },
      { city: 'Las Vegas', state: 'NV', zip: '89101', level: 3626 / 2543 },
      { city: 'Seattle', state: 'WA', zip: '98101', level: 1759 / 2543 },
      { city: 'Portland', state: 'OR', zip: '97201', level: 1976 / 2543 },
      { city: 'Minneapolis', state: 'MN', zip: '55401', level: 2044 / 2543 },
      { city: 'Boston', state: 'MA', zip: '02118', level: 2094 / 2543 },
      { city: 'Washington', state: 'DC', zip: '20001', level: 2430 / 2543 },
    ],
  },
  {
    study: 'InsuranceQuotes 2014',
    metros: [
      { city: 'Detroit', state: 'MI', zip: '48206', level: 2.65 },
      { city: 'Brooklyn', state: 'NY', zip: '11201', level: 1.36 },
      { city: 'Miami', state: 'FL', zip: '33130', level: 1.34 },
      { city: 'Los Angeles', state: 'CA', zip: '90012', level: 1.25 },
      { city: 'Atlanta', state: 'GA', zip: '30303', level: 1.17 },
      { city: 'Tampa', state: 'FL', zip: '33604', level: 1.09 },
      { city: 'Boston', state: 'MA', zip: '02118', level: 1.02 },
      { city: 'San Diego', state: 'CA', zip: '92101', level: 1.02 },
      { city: 'Dallas', state: 'TX', zip: '75201', level: 1.01 },
    ],
  },
]

/** Cheapest town of each state, CarInsurance.com 2024 (Alaska to Maine seen), against the nation in the same study. */
export const cheapestTowns: readonly Metro[] = (
  [
    ['Ketchikan', 'AK', '99901', 1386],
    ['Fort Rucker', 'AL', '36362', 1664],
    ['Yellville', 'AR', '72687', 1750],
    ['Lake Havasu City', 'AZ', '86403', 1386],
    ['Mount Shasta', 'CA', '96067', 1832],
    ['Fruita', 'CO', '81521', 1861],
    ['Old Mystic', 'CT', '06372', 1496],
    ['Washington Navy Yard', 'DC', '20374', 2157],
    ['Little Creek', 'DE', '19961', 1835],
    ['Mossy Head', 'FL', '32433', 2292],
    ['Moody AFB', 'GA', '31699', 1514],
    ['Anahola', 'HI', '96703', 1347],
    ['Coralville', 'IA', '52241', 1311],
    ['Mountain Home AFB', 'ID', '83648', 1286],
    ['Chenoa', 'IL', '61726', 1336],
    ['Craigville', 'IN', '46731', 1366],
    ['New Century', 'KS', '66031', 1690],
    ['Adairville', 'KY', '42202', 1805],
    ['Sarepta', 'LA', '71071', 2452],
    ['Erving', 'MA', '01344', 1350],
    ['Maugansville', 'MD', '21767', 1428],
    ['Chebeague Island', 'ME', '04017', 1053],
  ] as const
).map(([city, state, zip, premium]) => ({ city, state, zip, level: premium / 1895 }))

type InState = { study: string; places: readonly (readonly [zip: string, level: number])[] }

/** Against the average of the state in the same study. */
export const placesInStates: readonly InState[] = [
  {
    // Most expensive ZIP of the state and the state's average, CarInsurance.com 2016.
    study: 'most expensive ZIPs, CarInsurance.com 2016',
    places: [
      ['48227', 7415 / 2490],
      ['11212', 4440 / 1782],
      ['70117', 3747 / 2190],
      ['33135', 3310 / 1835],
      ['19132', 3189 / 1532],
      ['02909', 2573 / 1693],
      ['40827', 2405 / 1771],
      ['21216', 2423 / 1396],
    ],
  },
  {
    // Houston: Insure.com 2024, Bankrate 2021. Chicago: Policygenius. Beverly Hills, Grape Creek: Bankrate 2021-22. North Miami, Santa Rosa Beach: Bankrate 2025.
    study: 'seven cities, 2021-25',
    places: [
      ['77002', 2317 / 2043],
      ['77036', 2146 / 1823],
      ['60629', 1950 / 1332],
      ['90210', 3340 / 2065],
      ['76901', 1577 / 1823],
      ['33161', 4982 / 3874],
      ['32459', 2575 / 3874],
    ],
  },
]

/** A $300,000 dwelling, averages of eleven carriers' quotes, LoansCalc 2021. */
export const californiaQuotes2021 = [
  { zip: '95111', premium: 1070 },
  { zip: '93722', premium: 1150 },
  { zip: '90806', premium: 1080 },
  { zip: '94605', premium: 1240 },
  { zip: '93306', premium: 1200 },
] as const
