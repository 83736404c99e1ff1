/**
 * The states and provinces of the countries whose billing details require one
 * (docs/contract/checkout.md).
 */
export const STATES: Readonly<Record<'US' | 'CA', readonly string[]>> = {
  US: [
    ...['Alabama', 'Alaska', 'American Samoa', 'Arizona', 'Arkansas', 'California', 'Colorado'],
    ...['Connecticut', 'Delaware', 'District of Columbia', 'Florida', 'Georgia', 'Guam', 'Hawaii'],
    ...['Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine'],
    ...['Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana'],
    ...['Nebraska', 'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York'],
    ...['North Carolina', 'North Dakota', 'Northern Mariana Islands', 'Ohio', 'Oklahoma', 'Oregon'],
    ...['Pennsylvania', 'Puerto Rico', 'Rhode Island', 'South Carolina', 'South Dakota'],
    ...['Tennessee', 'Texas', 'U.S. Virgin Islands', 'Utah', 'Vermont', 'Virginia', 'Washington'],
    ...['West Virginia', 'Wisconsin', 'Wyoming'],
  ],
  CA: [
    ...['Alberta', 'British Columbia', 'Manitoba', 'New Brunswick', 'Newfoundland and Labrador'],
    ...['Northwest Territories', 'Nova Scotia', 'Nunavut', 'Ontario', 'Prince Edward Island'],
    ...['Quebec', 'Saskatchewan', 'Yukon'],
  ],
};
