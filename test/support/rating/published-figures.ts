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

/** A $300,000 dwelling, averages of eleven carriers' quotes, LoansCalc 2021. */
export const californiaQuotes2021 = [
  { zip: '95111', premium: 1070 },
  { zip: '93722', premium: 1150 },
  { zip: '90806', premium: 1080 },
  { zip: '94605', premium: 1240 },
  { zip: '93306', premium: 1200 },
] as const

/** "A typical single-family home", averages of carriers by city, QuoteWizard (Quadrant), San Diego County; the page is undated, about 2021. */
export const sanDiegoCounty = [
  { zip: '92103', premium: 861 },
  { zip: '92008', premium: 875 },
  { zip: '91911', premium: 883 },
  { zip: '92020', premium: 888 },
  { zip: '92054', premium: 894 },
  { zip: '92025', premium: 942 },
  { zip: '91916', premium: 1175 },
] as const
