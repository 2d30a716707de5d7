import type { App } from '../../platform/app.ts'
import type { LineName } from '../../platform/lines.ts'
import { writeFollowUp } from '../../products/line/record/notes.ts'
import { lines } from '../../products/lines.ts'

type About = { uid: string; line: LineName; carrier_id: string; actor: string }

export const leaveFollowUp = async (
  app: App,
  { uid, line, carrier_id, actor }: About,
  { event, words }: { event: string; words(carrier: string): string },
): Promise<void> => {
  const name = app.config.carriers.find(({ id }) => id === carrier_id)?.name ?? carrier_id
  const note_id = await writeFollowUp(app, { uid, words: words(name) })
  const facts = { carrier: carrier_id, note_id }
  await lines[line].markets.noteEvent(app, { uid, event, facts, actor })
}
