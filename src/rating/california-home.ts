import { lazily } from '../lib/lazily.ts'
import { readData } from './figures.ts'
import type { WildfireRisk } from './wildfire.ts'

/** What the place does to the price of a home in California. */
export type CaliforniaHome = {
  wildfireRisk: WildfireRisk
  wildfireLoad: number
  /** The county's price level beyond wildfire and rebuild cost, 1 on average. */
  countyLevel: number
  rebuildPerSqft: number
  /** Share of insured homes that the FAIR Plan covers. */
  fairPlanLikelihood: number
  /** How many California ZIPs of a hundred are cheaper for the same house. */
  percentile: number
  /** The ZIP whose figures these are: a neighbour where the ZIP has too few homes of its own. */
  figuresOf: string
}

type Figures = readonly [
  wildfireRisk: WildfireRisk,
  wildfireLoad: number,
  countyLevel: number,
  rebuildPerSqft: number,
  fairPlanLikelihood: number,
  percentile: number,
  figuresOf: string,
]

/** `scripts/build-territory.ts` writes it. */
export type CaliforniaHomesFile = { credit: string; homes: Readonly<Record<string, Figures>> }

const homes = lazily(
  () => new Map(Object.entries((JSON.parse(readData('california-homes.json')) as CaliforniaHomesFile).homes)),
)

export const californiaHome = (zip: string): CaliforniaHome | undefined => {
  const figures = homes().get(zip)
  if (!figures) return undefined
  const [wildfireRisk, wildfireLoad, countyLevel, rebuildPerSqft, fairPlanLikelihood, percentile, figuresOf] =
    figures
  return {
    wildfireRisk,
    wildfireLoad,
    countyLevel,
    rebuildPerSqft,
    fairPlanLikelihood,
    percentile,
    figuresOf,
  }
}

export const californiaZips = (): string[] => [...homes().keys()]
