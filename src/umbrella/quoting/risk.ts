import type { AutoLimits, UmbrellaRisk } from '../../carriers/umbrella/carrier.ts'
import { yearOf } from '../../line/fields/calendar.ts'
import { readAutoLimits } from '../../rating/auto-limits.ts'
import type { Answers } from '../application/application.ts'

const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`A household without ${name} cannot be rated.`)
  return value
}

const ageOn = (today: string, birthday: string): number =>
  yearOf(today) - yearOf(birthday) - (today.slice(5) < birthday.slice(5) ? 1 : 0)

const autoLimits = (text: string | undefined): AutoLimits | null => {
  const limits = text === undefined ? null : readAutoLimits(text)
  return (
    limits && {
      per_person: limits.person * 1000,
      per_accident: limits.accident * 1000,
      property_damage: limits.property * 1000,
    }
  )
}

/** What carriers learn before a purchase: no name, street, birth date or license number. */
export const umbrellaRisk = (answers: Answers, today: string): UmbrellaRisk => ({
  state: need(answers.state, 'state'),
  zip: need(answers.zip, 'zip'),
  coverage_limit: need(answers.desired_coverage_limit, 'desired_coverage_limit'),
  applicant_age: ageOn(today, need(answers.birthday, 'birthday')),
  vehicle_count: need(answers.vehicle_count, 'vehicle_count'),
  motorcycles: need(answers.motorcycles, 'motorcycles'),
  antique_vehicles: need(answers.antique_vehicles, 'antique_vehicles'),
  jet_skis: need(answers.jet_skis, 'jet_skis'),
  large_watercraft: need(answers.large_watercraft, 'large_watercraft'),
  property_count: need(answers.property_count, 'property_count'),
  non_us_property_count: need(answers.non_us_property_count, 'non_us_property_count'),
  driver_count:
    1 + (answers.marital_status === 'married' ? 1 : 0) + (answers.additional_drivers?.length ?? 0),
  drivers_under_22: need(answers.drivers_under_22, 'drivers_under_22'),
  drivers_over_70: need(answers.drivers_over_70, 'drivers_over_70'),
  moving_violations: need(answers.moving_violations, 'moving_violations'),
  at_fault_accidents: need(answers.at_fault_accidents, 'at_fault_accidents'),
  auto_limits: autoLimits(answers.current_auto_coverages),
  home_liability_limit: answers.coverage_e_for_residences ?? answers.required_coverage_e_limit ?? null,
  liability_loss_in_last_5_years: need(
    answers.liability_loss_in_last_5_years,
    'liability_loss_in_last_5_years',
  ),
})
