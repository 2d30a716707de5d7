import type { Floors } from './backtest.ts'

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

const figures = (text: string): (readonly [zip: string, figure: number])[] =>
  [...text.matchAll(/(\d{5}) ([\d.]+)/g)].map(([, zip = '', figure]) => [zip, Number(figure)])

type PlaceStudy = {
  /** As auto-places.csv names it, to leave out the peaks it shaped. */
  basis: string
  study: string
  /** A study without an average of its own is only compared within itself. */
  against: 'itself' | 'state' | 'nation'
  places: readonly (readonly [zip: string, figure: number])[]
  floors: { alone: Floors; fitted: Floors }
}

export const placeStudies: readonly PlaceStudy[] = [
  {
    // Bankrate's averages as FIXD listed them, and Findlay from Bankrate's rates by city. A ZIP in the middle of each city.
    floors: {
      alone: { band: 0.9, within: 1, rank: 0.7 },
      fitted: { band: 1, within: 1, rank: 0.8, slope: [0.8, 1.25] },
    },
    basis: 'bankrate-2021',
    study: '19 cities of Ohio, Bankrate 2021, differences only',
    against: 'itself',
    places: figures(
      '43215 1167 44113 1362 45202 1149 44308 1110 44702 1065 45502 1021 44503 1237 44902 930 45801 963 43130 1021 45011 1068 43604 1195 45402 1069 44129 997 45044 1020 44052 979 44035 968 43081 1071 45840 883',
    ),
  },
  {
    // Ten most and ten least expensive ZIPs around Louisville, and Lexington; WAVE 3 News, March 2018.
    floors: {
      alone: { band: 0.9, within: 0.9, rank: 0.7 },
      fitted: { band: 0.95, within: 1, rank: 0.85, slope: [0.8, 1.25] },
    },
    basis: 'zebra-2018',
    study: '21 ZIPs of Kentucky, The Zebra 2018, differences only',
    against: 'itself',
    places: figures(
      '40212 2779 40211 2759 40210 2756 40215 2631 40203 2597 40209 2540 40208 2494 40202 2465 40214 2271 40216 2237 40056 1744 40022 1743 40068 1736 40019 1734 40031 1732 40077 1730 40007 1727 40065 1725 40076 1723 40003 1714 40507 1626',
    ),
  },
  {
    // Miami Herald, February 2019 (Florida $2,058); Milwaukee Journal Sentinel, March 2018 (Wisconsin $1,040).
    floors: { alone: { band: 1, rank: 0.8 }, fitted: { band: 1, within: 1, rank: 0.8, slope: [0.8, 1.25] } },
    basis: 'zebra-2018',
    study: '7 ZIPs of Florida and Wisconsin, The Zebra 2018',
    against: 'state',
    places: [
      ...figures('33142 3136 33147 3129 33135 3129 33013 3076 33469 2155').map(
        ([zip, premium]) => [zip, premium / 2058] as const,
      ),
      ['53206', 1743 / 1040],
      ['53024', 941 / 1040],
    ],
  },
  {
    // Gary, Lafayette, Noblesville, Zionsville, Westfield; East Point, Valdosta, Tifton, Thomasville; Memphis, Bristol; Memphis in Texas, Houston.
    floors: {
      alone: { band: 1, within: 0.9, rank: 0.7 },
      fitted: { band: 1, within: 1, rank: 0.75, slope: [0.8, 1.25] },
    },
    basis: 'valuepenguin-2016',
    study: '13 cities of four states, ValuePenguin 2016',
    against: 'state',
    places: figures(
      '46402 1.53 47901 0.863 46060 0.865 46077 0.87 46074 0.878 30344 1.22 31601 0.852 31794 0.857 31792 0.896 38103 1.334 37620 0.893 79245 0.824 77002 1.374',
    ),
  },
  {
    floors: {
      alone: { band: 0.8, within: 0.5, rank: 0.65 },
      fitted: { band: 1, within: 0.7, rank: 0.8, slope: [0.75, 1.25] },
    },
    basis: 'carinsurance-2022',
    study: 'most expensive ZIP of 10 states, CarInsurance.com 2022',
    against: 'nation',
    places: figures(
      '48210 5460 11212 5349 70145 4288 63107 3851 33603 3775 91205 3615 19801 3069 19142 3056 89106 3019 02119 3014',
    ).map(([zip, premium]) => [zip, premium / 1682]),
  },
  {
    // Anchorage, Tarrant, Snow Lake, Phoenix, Tarzana, Cope, Bridgeport, Delaware City, North Miami Beach, Clarkston, Waikoloa, Bedford, Porthill, Calumet City, Gary.
    floors: { alone: { band: 0.9, within: 0.6, rank: 0.8 }, fitted: { band: 0.9, within: 0.7, rank: 0.8 } },
    basis: 'carinsurance-2024',
    study: 'most expensive city of 15 states, CarInsurance.com 2024',
    against: 'nation',
    places: figures(
      '99501 1950 35217 2084 72379 2205 85009 2251 91356 3430 80812 2729 06604 2334 19706 2361 33162 3570 30021 2904 96738 1630 50833 2053 83853 1549 60409 2108 46402 2110',
    ).map(([zip, premium]) => [zip, premium / 1895]),
  },
]
