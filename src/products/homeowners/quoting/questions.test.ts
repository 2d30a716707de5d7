import { expect, test } from 'vitest'
import { carriersFor } from '../../../agency/carriers/configured.ts'
import type { App } from '../../../platform/app.ts'
import { readConfig } from '../../../platform/config.ts'
import { applyPatch } from '../answering/patch.ts'
import { emptyApplication } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import type { HomeIntake } from '../intake/intake.ts'
import { homeQuestions } from './questions.ts'

const settings = { config: readConfig({}) } as App
const app = { ...settings, carriers: carriersFor(settings) }

/** 8 p.m. in Honolulu, 1 a.m. in New York. */
const submittedAt = new Date('2027-01-01T06:00:00Z')

const daysAsked = (states: readonly string[]): string[][] => {
  const [home] = exampleIntake.home
  const { application } = applyPatch(
    emptyApplication(),
    { ...exampleIntake, home: [home] },
    { now: new Date('2026-12-31T12:00:00Z'), submitted: false },
  )
  const homes = states.flatMap(state =>
    application.homes.map(one => ({ ...one, property_id: `prp_${state}`, state })),
  )
  const intake = {
    uid: 'hom_x',
    revision: 1,
    sandbox: true,
    submittedAt,
    consentId: null,
    application: { ...application, homes },
  } as unknown as HomeIntake
  const asked = homeQuestions(app, intake)
  return states.map(state => [
    ...new Set(asked.filter(({ item }) => item === `prp_${state}`).map(({ request }) => request.today)),
  ])
}

test('a carrier is asked with the day in the state of each home, also on New Year’s Eve', () => {
  expect(daysAsked(['HI', 'NY'])).toEqual([['2026-12-31'], ['2027-01-01']])
})
