import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { deskLines } from '../../../products/lines.ts'
import { recordReads } from '../book/reads.ts'
import type { Staff } from '../staff/staff.ts'
import { dueWords } from './open-tasks.ts'
import { type Queued, readQueue } from './queue.ts'

/** What comes after the work that was just done. */
export const nextView = (work: Queued | undefined, now: Date): Html =>
  work
    ? html`<p>Next: <a href="${work.path}" class="button" data-key="n">${work.what}, ${work.name}</a> ${work.isPaused ? '' : dueWords({ due_at: work.due }, now).toLowerCase()}</p>`
    : html`<p class="soft">Nothing else is waiting.</p>`

export const nextWork = async (app: App, { actor }: Staff): Promise<Html> => {
  const page = () => ({ after: null, limit: 1 })
  const asked = { what: null, show: 'all', lines: deskLines, actor, page } as const
  const [next] = (await readQueue(app, asked)).shown
  if (next?.uid) await recordReads(app, [next.uid], { what: 'queue', by: actor })
  return nextView(next, app.clock.now())
}
