import { lazily } from '../../platform/lib/lazily.ts'
import { californiaHome } from './california-home.ts'
import { readTable } from './figures.ts'

const byState = lazily(
  () =>
    new Map(
      readTable('rebuild-states.csv').map(
        row => [row.text('state'), row.number('rebuild_per_sqft')] as const,
      ),
    ),
)

const NATIONAL = 200

export const rebuildPerSqft = (state: string, zip: string): number =>
  (state === 'CA' ? californiaHome(zip)?.rebuildPerSqft : undefined) ?? byState().get(state) ?? NATIONAL
