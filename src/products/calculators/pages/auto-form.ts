import { states } from '../../../agency/rating/plan.ts'
import type { FieldGroup, Form, FormField } from './form.ts'

const place: FormField[] = [
  { name: 'driver.zip', label: 'ZIP code', autocomplete: 'postal-code' },
  {
    name: 'driver.state',
    label: 'State',
    autocomplete: 'address-level1',
    control: {
      kind: 'select',
      options: [{ value: '', label: 'From ZIP code' }, ...states.map(value => ({ value, label: value }))],
    },
  },
]

const driver: FormField[] = [
  { name: 'driver.age', label: 'Age' },
  {
    name: 'driver.gender',
    label: 'Gender',
    control: {
      kind: 'select',
      options: [
        { value: '', label: 'No answer' },
        { value: 'F', label: 'Female' },
        { value: 'M', label: 'Male' },
        { value: 'N', label: 'Nonbinary' },
      ],
    },
  },
]

const STYLES = ['Sedan', 'Hatchback', 'SUV', 'Pickup', 'Van', 'Coupe', 'Electric']

const car: FieldGroup = {
  legend: 'Car',
  hint: 'For example 2021, Toyota, Camry. Add the body style for a rare make or model. Leave it all empty for a new mid-size sedan.',
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
          { value: '', label: 'Not sure' },
          ...STYLES.map(label => ({ value: label.toLowerCase(), label })),
        ],
      },
    },
  ],
}

const deductibles: FieldGroup = {
  legend: 'Deductibles',
  hint: 'What you pay on each claim before your carrier pays.',
  fields: [
    { name: 'coverage.collision_deductible', label: 'Collision deductible', dollars: true },
    { name: 'coverage.comprehensive_deductible', label: 'Comprehensive deductible', dollars: true },
  ],
}

const record: FieldGroup = {
  legend: 'Driving record, last three years',
  fields: [
    { name: 'history.at_fault_accidents', label: 'At-fault accidents' },
    { name: 'history.moving_violations', label: 'Moving violations' },
  ],
}

const nowhere = { name: 'driver.zip', message: 'Enter a ZIP code, or choose a state.' }

export const autoForm = (...first: FieldGroup[]): Form => ({
  groups: [...first, { legend: 'Driver', fields: [...place, ...driver] }, car, deductibles, record],
  wholes: { driver: nowhere },
})
