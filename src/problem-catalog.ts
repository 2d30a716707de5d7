/** What can be wrong with a field, by code. A sentence follows the field's name; braces hold a fact of the case. */
export const problemCatalog = {
  required: 'is required',
  required_on_first_call: 'is required on the first call',
  required_with: 'is required with {other}',
  state_or_zip_required: 'has neither a state nor a ZIP code',
  street_required: 'needs a street',
  empty: 'is empty',
  blank: 'is blank',
  unknown_field: 'is not a known field',
  not_an_application_field: 'does not name a field of the application',
  forbidden_key: 'must not be sent',
  not_accepted_here: 'is not accepted here',
  not_requested: 'is not requested at this step',
  too_much_unrecognized: 'contains too much that is not recognized',

  wrong_type: 'has the wrong type',
  wrong_format: 'has the wrong format',
  wrong_value: 'has the wrong value',
  not_in_enum: 'is not one of the allowed values',
  not_valid: 'is not valid',
  control_characters: 'contains control characters',
  not_text: 'is not an answer in words',
  masked: 'is masked',
  too_small: 'is too small',
  too_large: 'is too large',
  too_short: 'is too short',
  too_long: 'is too long',
  too_few_items: 'has too few items',
  too_many_items: 'has too many items',
  out_of_range: 'is out of range',
  between_steps: 'is between two steps',
  limits_reversed: 'has a per-accident limit below its per-person limit',
  bad_date: 'is not a date',
  bad_time: 'is not a time',
  bad_email: 'is not an email address',
  bad_phone: 'is not a phone number',
  bad_vin: 'is not a VIN',
  not_a_state: 'is not a state',
  unknown_zip: 'is not a known ZIP code',

  repeated: 'is given twice',
  differs: 'differs from {other}',
  sent_with: 'cannot be sent together with {other}',
  contradiction: 'contradicts {other}',
  before: 'is before {other}',
  in_the_future: 'is in the future',
  in_the_past: 'is in the past',
  too_far_ahead: 'is more than {days} days ahead',
  start_date_unavailable: 'is not a day on which a policy can start',
  implausible_birthday: 'is not a plausible date of birth',
  zip_not_in_state: 'is in {actual}, not in {state}',
  place_not_served: 'is in {place}, which is not served',
  not_served: 'is not served by any carrier',
  tenant_not_served: 'is a tenancy, which is not served',
  not_a_car: 'names {kind}, which needs its own kind of policy and has no price here',
  unknown_make: 'is not a make we know',
  more_vehicles_than_counted: 'lists more vehicles than vehicle_count',

  incomplete_estimate: 'is incomplete',
  no_value_to_estimate: 'has no value to estimate',
  person_must_confirm:
    'is an estimate of the service, which only the person can confirm, on their review page',
  estimate_unconfirmed: 'is an estimate that you have not confirmed',
  not_unconfirmed: 'is not an unconfirmed estimate',
  confirmed_and_corrected: 'is both confirmed and corrected',
  not_a_correction: 'is not a new value for an answer about one of the homes',

  unknown_property_id: 'has an unknown property_id',
  nothing_to_remove: 'is not a home that can be removed',
  past_last_home: 'is past the last home',
  duplicate_home: 'is about the same home as another row',
  duplicate_address: 'is the address of another home in this intake',
  cannot_be_cleared: 'cannot be cleared',
  home_submitted: 'cannot be removed after submission',
  home_insured: 'is already insured: only the agency can change its policy',
  locked_by_person: 'was confirmed by the person and can no longer be changed by the operator',
  email_locked: 'can only be changed through a link emailed to the old address',
  fixed_after_first_call: 'cannot change after the first call',
  requested_and_missing: 'was requested and has no value',

  email_in_use: 'belongs to the buyer of {uid}',
  name_mismatch: 'is not the name on the application',
  unknown_offer: 'names {offer}, which is not an offer of this application',
  wrong_offer_count: 'names {count} for home {home}',
  not_issued_for_uid: 'was not issued for this uid',
  cursor_mismatch: 'does not belong to these filters',

  one_file_source: 'must be the only way the file is sent',
  not_base64: 'is not base64',
  file_type_not_accepted: 'is not a file type that we accept',
  bad_filename: '{why}',
  unreadable_file: '{why}',
} as const satisfies Record<string, string>

export type ProblemCode = keyof typeof problemCatalog

export const problemCodes = Object.keys(problemCatalog) as ProblemCode[]

export type ProblemFacts = Readonly<Record<string, string>>

/** `{ code: 'differs', facts: { other: 'otp' } }` → `differs from otp` */
export const problemWords = ({ code, facts = {} }: { code: ProblemCode; facts?: ProblemFacts }): string =>
  problemCatalog[code].replaceAll(/\{(\w+)\}/g, (gap, name: string) => facts[name] ?? gap)
