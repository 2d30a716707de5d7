import { lazily } from '../../platform/lib/lazily.ts'
import { readData } from './figures.ts'
import type { WildfireRisk } from './wildfire.ts'

export type CaliforniaHome = {
  wildfireRisk: WildfireRisk
  wildfireLoad: number
  countyLevel: number
  rebuildPerSqft: number
  fairPlanLikelihood: number
  percentile: number
  /** The ZIP itself, or the neighbor its figures are blended with when it has few homes. */
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

export type CaliforniaHomesFile = {
  credit: string
  averageLoad: number
  homes: Readonly<Record<string, Figures>>
}

const file = lazily(() => {
  const { homes, averageLoad } = JSON.parse(readData('california-homes.json')) as CaliforniaHomesFile
  return { homes: new Map(Object.entries(homes)), averageLoad }
})

export const californiaAverageLoad = (): number => file().averageLoad

export const californiaHome = (zip: string): CaliforniaHome | undefined => {
  const figures = file().homes.get(zip)
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

export const californiaZips = (): string[] => [...file().homes.keys()]
