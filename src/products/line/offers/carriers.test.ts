import { expect, test } from 'vitest'
import type { App } from '../../../platform/app.ts'
import type { License } from '../../../platform/config/licenses-file.ts'
import { carriersOf, type Listed } from './carriers.ts'

const quay: Listed = { id: 'quay', name: 'Quay Insurance', kind: 'desk', states: ['IL'], admitted: false }
const harbor: Listed = { ...quay, id: 'harbor', name: 'Harbor Mutual', admitted: true }

const held: License = {
  state: 'IL',
  lines: ['homeowners'],
  number: '1',
  npn: '1',
  expires: '2099-12-31',
  surplus_lines: null,
  appointments: null,
}

const appWith = (licenses: License[] | null): App =>
  ({
    carriers: { homeowners: { live: [harbor, quay], sandbox: [] } },
    config: { agency: { name: 'Elm Street Insurance' }, licenses },
    clock: { now: () => new Date('2026-12-01T18:00:00Z') },
  }) as unknown as App

const LIVE = { sandbox: false }
const { inState, sells, whyNotSold } = carriersOf<Listed>('homeowners')
const asked = (app: App) => inState(app, LIVE, 'IL').map(({ id }) => id)
const of = (carrier_id: string) => ({ carrier_id, state: 'IL' })

test.each([
  ['no broker license', null, false],
  ['one that expired yesterday', { number: 'SL-1', expires: '2026-11-30' }, false],
  ['one that counts today', { number: 'SL-1', expires: '2026-12-01' }, true],
])(
  'with %s in the state, a surplus lines insurer is neither asked nor ordered from unless it counts',
  (...[, surplus_lines, sold]) => {
    const app = appWith([{ ...held, surplus_lines }])
    expect(asked(app)).toEqual(sold ? ['harbor', 'quay'] : ['harbor'])
    expect([sells(app, LIVE, of('quay')), sells(app, LIVE, of('harbor'))]).toEqual([sold, true])
    if (!sold) expect(whyNotSold(app, LIVE, of('quay'))).toContain('no current broker license')
  },
)

test('a license that expired is named as the reason, and without a file of licenses nothing is closed', () => {
  expect(whyNotSold(appWith([{ ...held, expires: '2026-11-30' }]), LIVE, of('harbor'))).toBe(
    'We can’t place new policies in Illinois now, because we have no current license there.',
  )
  expect(whyNotSold(appWith([held]), LIVE, of('gone'))).toContain('this insurance company')
  expect(asked(appWith(null))).toEqual(['harbor', 'quay'])
})
