import { states } from '../../rating/state-rules.ts'
import type { Field, FieldGroup, Form } from './form.ts'

const place: Field[] = [
  { name: 'driver.zip', label: 'ZIP code', autocomplete: 'postal-code' },
  {
    name: 'driver.state',
    label: 'State',
    autocomplete: 'address-level1',
    control: {
      kind: 'select',
      options: [{ value: '', label: 'From the ZIP' }, ...states.map(value => ({ value, label: value }))],
    },
  },
]

const driver: Field[] = [
  { name: 'driver.age', label: 'Age' },
  {
    name: 'driver.gender',
    label: 'Gender',
    control: {
      kind: 'select',
      options: [
        { value: '', label: 'Not said' },
        { value: 'F', label: 'Female' },
        { value: 'M', label: 'Male' },
        { value: 'N', label: 'Neutral' },
      ],
    },
  },
]

const STYLES = ['Sedan', 'Hatchback', 'SUV', 'Pickup', 'Van', 'Coupe', 'Electric']

const car: FieldGroup = {
  legend: 'The car',
  hint: 'Such as 2021, Toyota, Camry; the body style helps with a rare model. All left empty, it is a mainstream car.',
  fields: [
    { name: 'vehicle.year', label: 'Model year' },
    { name: 'vehicle.make', label: 'Make' },
    { name: 'vehicle.model', label: 'Model' },
    {
      name: 'vehicle.style',
      label: 'Body style',
      control: {
        kind: 'select',
        options: [
          { value: '', label: 'Not said' },
          ...STYLES.map(label => ({ value: label.toLowerCase(), label })),
        ],
      },
    },
  ],
}

const deductibles: FieldGroup = {
  legend: 'Deductibles',
  hint: 'What you pay of each claim before the insurer does.',
  fields: [
    { name: 'coverage.collision_deductible', label: 'Collision deductible', dollars: true },
    { name: 'coverage.comprehensive_deductible', label: 'Comprehensive deductible', dollars: true },
  ],
}

const record: FieldGroup = {
  legend: 'The last three years',
  fields: [
    { name: 'history.at_fault_accidents', label: 'At-fault accidents' },
    { name: 'history.moving_violations', label: 'Moving violations' },
  ],
}

const nowhere = { name: 'driver.zip', message: 'Enter a ZIP code, or choose a state.' }

/** The questions about driver and car, which three calculators share. */
export const autoForm = (...first: FieldGroup[]): Form => ({
  groups: [...first, { legend: 'The driver', fields: [...place, ...driver] }, car, deductibles, record],
  wholes: { driver: nowhere },
})
