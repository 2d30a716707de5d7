import { redirect } from '../../../platform/http/pages/document.ts'
import { staffForm } from '../sign-in/door.ts'
import { addNote, finishFollowUp } from './notes.ts'

export const noteRows = [
  staffForm('/desk/book/{uid}/notes', 'write_note', async (app, { params, form }, { actor }) => {
    const { uid = '' } = params
    await addNote(app, { uid, form, actor })
    return redirect(`/desk/book/${uid}?done=noted#notes`)
  }),

  staffForm('/desk/notes/{id}', 'write_note', async (app, { params, form }, { actor }) => {
    const act = form.get('act') === 'open' ? 'open' : 'done'
    const uid = await finishFollowUp(app, { id: params.id ?? '', act, actor })
    return redirect(uid ? `/desk/book/${uid}?done=${act}#notes` : '/desk/book')
  }),
]
