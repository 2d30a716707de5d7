import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { autoEstimatesPage } from './auto-estimates-page.ts'
import { collisionAndComprehensiveCoveragePage } from './collision-and-comprehensive-coverage-page.ts'
import { fileAClaimPage } from './file-a-claim-page.ts'
import { homePage } from './home-page.ts'
import { overviewPage } from './overview-page.ts'
import { umbrellaPage } from './umbrella-page.ts'

export const calculatorPages: readonly DocumentRow<App>[] = [
  overviewPage,
  autoEstimatesPage,
  collisionAndComprehensiveCoveragePage,
  fileAClaimPage,
  homePage,
  umbrellaPage,
]
