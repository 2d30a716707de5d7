import type { App } from '../../app.ts'
import type { PortalStep } from '../../homeowners/portal/facts.ts'
import { type DocumentRow, redirect } from '../../http/pages/document.ts'
import { noted, noticeIn, withNote } from '../frame/notices.ts'
import { isPoll, isUnchanged, onward, unchanged } from '../frame/poll.ts'
import { personRow } from '../sign-in/person.ts'
import { isOpen, placeOf, stepOf } from './path.ts'
import { readPortal } from './read-portal.ts'
import { show } from './show.ts'

const UNDER_WAY: readonly PortalStep[] = ['waiting', 'binding']

/** Asking for a step that is not open leads to the one that is, with a sentence. */
const stepPage = (path: string): DocumentRow<App> =>
  personRow({
    path,
    async respond(app, caller, request) {
      const portal = await readPortal(app, caller)
      const step = stepOf(portal.view)
      if (isPoll(request) && !UNDER_WAY.includes(step)) return onward(placeOf(step))
      if (isPoll(request) && isUnchanged(request, portal.view)) return unchanged
      if (!isOpen(step, path)) return redirect(noted(placeOf(step), 'elsewhere'))
      return show(app, { ...portal, request }, { here: path, notice: noticeIn(request, step) })
    },
  })

const start = personRow({
  path: '/portal',
  async respond(app, caller, request) {
    const { view } = await readPortal(app, caller)
    return redirect(withNote(placeOf(stepOf(view)), request))
  },
})

export const stepPages: readonly DocumentRow<App>[] = [
  start,
  ...['answers', 'quotes', 'review', 'sign', 'policy', 'ended'].map(name => stepPage(`/portal/${name}`)),
]
