import { type App, job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { apart } from '../../../platform/jobs/parts.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { toBase62 } from '../../../platform/lib/random.ts'
import { LINES, lineNames, lineOf } from '../../../platform/lines.ts'
import { renewFiling } from '../../../products/line/record/book.ts'
import { deleteWaiting, listMissing, listWaiting } from '../../../products/line/record/book-store.ts'
import { type Intake, lockIntake } from '../../../products/line/record/intakes.ts'
import { lines } from '../../../products/lines.ts'

const PAGE = 200

const fileOne = (app: App, uid: string): Promise<void> =>
  transact(app, async inside => {
    const line = lineOf(uid)
    const intake: Intake<string, unknown> | null = line && (await lockIntake(inside, { uid, line }))
    if (line && intake) await renewFiling(inside, intake, lines[line].bookOf(intake.application as never))
    await deleteWaiting(inside.db, uid)
  })

const endOfPrefix = (text: string): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1)

/** Ids begin with their line and the time, so the last day's applications of a line are a range of them. */
const missing = async (app: App): Promise<string[]> => {
  const since = toBase62(later(app.clock.now(), -DAY).getTime(), 8)
  const found = lineNames.map(line => {
    const { prefix } = LINES[line]
    return listMissing(app.db, { line, from: `${prefix}_${since}`, to: endOfPrefix(prefix), limit: PAGE })
  })
  return (await Promise.all(found)).flat()
}

export const fileBook = job({
  name: 'file_book',
  cron: '*/5 * * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    for (let page = await listWaiting(app.db, '', PAGE); page.length > 0; ) {
      for (const uid of page) await attempt(uid, () => fileOne(app, uid))
      page = await listWaiting(app.db, page.at(-1) ?? '', PAGE)
    }
    for (const uid of await missing(app)) await attempt(uid, () => fileOne(app, uid))
    end()
  },
})
