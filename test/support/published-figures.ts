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

/** Full coverage a year by model, as reported in 2022 (ABC4; Forbes for the CR-V). Relative figures count, not their level. */
export const vehicleStudies: readonly { study: string; models: readonly Model[] }[] = [
  {
    study: 'press 2022',
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
