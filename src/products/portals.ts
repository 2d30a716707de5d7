import type { App } from '../platform/app.ts'
import type { DocumentRequest, DocumentRow } from '../platform/http/pages/document.ts'
import type { Job } from '../platform/jobs/job.ts'
import { type LineName, lineNames } from '../platform/lines.ts'
import { homeownersPortal } from './homeowners/portal/pages.ts'
import type { Line } from './line/line.ts'
import { reviewedPortal } from './line/reviewed-purchase/portal/flow.ts'
import { lines } from './lines.ts'

type Portal = {
  pages(line: Line): readonly DocumentRow<App>[]
  jobs: readonly Job<App>[]
  signedIn(app: App, request: DocumentRequest): Promise<{ kind: string; uid: string } | null>
}

/** A line with a process of its own has pages of its own. */
const OWN: Readonly<Partial<Record<LineName, Portal>>> = { homeowners: homeownersPortal }

const portalOf = (line: LineName): Portal => OWN[line] ?? reviewedPortal

export const portals: readonly Portal[] = [...new Set(lineNames.map(portalOf))]

export const portalPages: readonly DocumentRow<App>[] = lineNames.flatMap(line =>
  portalOf(line).pages(lines[line]),
)
