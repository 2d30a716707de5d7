import { MAIL_ON_PAPER, openContent } from '../../../agency/emails/outbox.ts'
import { isLegalNotice } from '../../../agency/emails/rules/limits.ts'
import { clearContent, findEmail } from '../../../agency/emails/store.ts'
import { job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { mailWords } from '../../../products/line/record/delivery.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'
import { LEGAL_LETTER, writeFollowUp } from '../../../products/line/record/notes.ts'
import { findListed } from '../book/listed.ts'

/** An email that may no longer be sent becomes a follow-up: staff print its words and send them by post. */
export const mailOnPaper = job<{ email_id: string }>({
  name: MAIL_ON_PAPER,
  run: (app, { email_id }) =>
    transact(app, async inside => {
      const row = await findEmail(inside.db, email_id)
      const uid = row?.intake_uid
      const content = row && openContent(inside, row)
      if (!row || !uid || !content || !(await clearContent(inside.db, email_id))) return
      const { person } = (await findListed(inside, uid)) ?? {}
      const note_id = await writeFollowUp(inside, {
        uid,
        ...(isLegalNotice(row.purpose) && { about: LEGAL_LETTER }),
        words: `Send by postal mail to ${mailWords(person?.mail ?? null)}, with its documents: ${row.subject}\n\n${content.text}`,
      })
      const facts = { purpose: row.purpose, note_id }
      await noteOnIntake(inside, uid, { actor: 'service', event: 'letter_due', facts })
    }),
})
