import { html } from 'hono/html'
import { isLive, type LenderLink, lenderLinksOf } from '../../../agency/policies/closing/links.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { noticeView } from '../../../platform/pages/notice.ts'
import { createLenderLink, revokeLenderLink } from '../../../products/homeowners/buying/lender-links.ts'
import { staffCaller } from '../../../products/homeowners/intake/intake.ts'
import { findListed } from '../book/listed.ts'
import { recordReads } from '../book/reads.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame } from '../parts/frame.ts'
import { facts, table } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { type Names, namesOf } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'

const PATH = '/desk/book/{uid}/lender-links'

const pathOf = (uid: string): string => PATH.replace('{uid}', uid)

const MADE_BY = { insured: 'The customer', operator: 'The operator', staff: 'Staff' } as const

type Shown = { token: Html; isOurs: boolean; now: Date; numbers: ReadonlyMap<string, string>; names: Names }

const card =
  ({ token, isOurs, now, numbers, names }: Shown) =>
  (link: LenderLink): Html => {
    const { link_id, uid, policy_id, made_by, actor, created_at, expires_at, revoked_at, openings } = link
    return html`<article class="card bound" aria-labelledby="${link_id}">
<h3 id="${link_id}">${MADE_BY[made_by]}, ${moment(created_at)}</h3>
${facts([
  { label: 'Policy', value: numbers.get(policy_id) ?? policy_id },
  { label: 'Created by', value: names.get(actor) ?? actor },
  {
    label: 'Lender',
    value: link.mortgagee === null ? 'All on the policy' : `Number ${link.mortgagee} by rank`,
  },
  { label: 'Works until', value: moment(expires_at) },
  ...(revoked_at
    ? [
        {
          label: 'Turned off',
          value: html`${moment(revoked_at)}, by ${names.get(link.revoked_by ?? '') ?? link.revoked_by}`,
        },
      ]
    : []),
  { label: 'Opened', value: String(link.opened) },
])}
${
  openings.length === 0
    ? ''
    : html`<details><summary>Latest openings</summary>${table('Latest openings', [
        { name: 'When', cells: openings.map(({ opened_at }) => moment(opened_at)) },
        { name: 'What', cells: openings.map(({ what }) => what) },
        { name: 'Address', cells: openings.map(({ address }) => address) },
        { name: 'Browser', cells: openings.map(({ userAgent }) => userAgent) },
      ])}</details>`
}
${
  isOurs && isLive(link, now)
    ? postForm({
        token,
        path: `${pathOf(uid)}/${link_id}`,
        label: `Turn off ${link_id}`,
        body: html`<button class="secondary">Turn off this link</button>`,
      })
    : ''
}</article>`
  }

const createForm = (token: Html, uid: string, numbers: readonly string[]): Html =>
  postForm({
    token,
    path: pathOf(uid),
    label: 'Create a link',
    body: html`${fieldView({
      name: 'policy_number',
      label: 'Policy',
      texts: [],
      control: { kind: 'select', options: numbers.map(value => ({ value, label: value })) },
    })}
${fieldView({
  name: 'expires_on',
  label: 'Works through this day',
  hint: '30 days if you leave it empty.',
  texts: [],
  control: { kind: 'line', type: 'date', short: true },
})}
<button>Create a link</button>`,
  })

const show = async (
  app: App,
  request: DocumentRequest,
  staff: Staff,
  url: string | null = null,
): Promise<Document> => {
  const { uid = '' } = request.params
  const { person } = (await findListed(app, uid)) ?? fail('not_found')
  await recordReads(app, [uid], { what: 'customer', by: staff.actor })
  const policies = await policiesOf(app, uid)
  const numbers = new Map(policies.map(({ policy_id, policy_number }) => [policy_id, policy_number]))
  const links = await lenderLinksOf(app, uid)
  const names = await namesOf(
    app,
    links.flatMap(({ actor, revoked_by }) => [actor, revoked_by]),
  )
  const token = tokenField(request)
  const isOurs = mayDo(staff.role, 'do_work')
  return deskFrame(request, staff, {
    title: 'Links for lenders',
    at: '/desk/book',
    body: html`<p class="small"><a href="/desk/book/${uid}">${person.name ?? uid}</a></p>
<h1>Links for lenders</h1>
${noticeView(request.query.done === 'off' ? 'The link no longer works.' : null, 'success')}
<p>A link shows a lender the evidence of insurance, with PDFs, and nothing else of the application.</p>
${url === null ? '' : html`<section class="card bound" aria-labelledby="made"><h2 id="made" tabindex="-1" autofocus>New link</h2><p class="one-time-key">${url}</p><p>Copy it now. It is not shown again.</p></section>`}
${isOurs && policies.length > 0 ? createForm(token, uid, [...numbers.values()]) : ''}
${links.length === 0 ? '' : html`<section aria-labelledby="links"><h2 id="links">Links so far</h2>${links.toReversed().map(card({ token, isOurs, now: app.clock.now(), numbers, names }))}</section>`}`,
  })
}

const filled = (form: URLSearchParams, name: string): string | undefined =>
  form.get(name)?.trim() || undefined

export const lenderLinkRows = [
  staffPage(PATH, 'see_customers', (app, request, staff) => show(app, request, staff)),

  staffForm(PATH, 'do_work', async (app, request, staff) => {
    const { uid = '' } = request.params
    const { url } = await transact(app, inside =>
      createLenderLink(inside, staffCaller(staff.actor, uid), {
        uid,
        policy_number: filled(request.form, 'policy_number'),
        expires_on: filled(request.form, 'expires_on'),
      }),
    )
    return show(app, request, staff, url)
  }),

  staffForm(`${PATH}/{id}`, 'do_work', async (app, { params }, { actor }) => {
    const { uid = '', id = '' } = params
    await transact(app, inside => revokeLenderLink(inside, staffCaller(actor, uid), id))
    return redirect(`${pathOf(uid)}?done=off`)
  }),
]
