import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { ConflictNotice } from '../../parts/conflict-notice.tsx';
import { Facts } from '../../parts/facts.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { UploadPicture } from '../../parts/upload-picture.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { BusinessFields, checkBusiness } from './business-fields.tsx';
import { DeleteStore } from './delete-store.tsx';
import { SettingsFrame } from './settings-frame.tsx';

interface General {
  readonly name: string;
  readonly slug: string | null;
  readonly status: 'active' | 'inactive' | 'suspended';
  readonly logo: string | null;
  readonly businessName: string | null;
  readonly taxId: string | null;
  readonly businessAddress: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const GENERAL = `query ($storeId: ID!) { store(id: $storeId) {
  name slug status logo businessName taxId businessAddress createdAt updatedAt } }`;

/** The store's name, logo and status, and its deletion. */
export function GeneralPage() {
  const { store } = usePlace();
  const result = useGraphql<{ store: General }>(GENERAL);
  return (
    <SettingsFrame title="Settings">
      <Loaded query={result}>
        {({ store: general }) => (
          <>
            <Paper withBorder p="md">
              <Facts
                facts={{
                  ID: <IdText id={store.id} />,
                  Slug: general.slug ? <IdText id={general.slug} label="Copy slug" /> : null,
                  Created: <Time iso={general.createdAt} />,
                }}
              />
            </Paper>
            <GeneralForm general={general} />
            {store.role === 'owner' ? <DeleteStore /> : null}
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

const STATES = [
  { value: 'active', label: 'Active: buyers can pay' },
  { value: 'inactive', label: 'Inactive: no new checkouts' },
  { value: 'suspended', label: 'Suspended: no new checkouts' },
];

function GeneralForm({ general }: { readonly general: General }) {
  const { store, canWrite } = usePlace();
  const { form, action, props, problem, conflict } = useActionForm('store/update-store', {
    initial: {
      name: general.name,
      logo: general.logo ?? '',
      status: general.status,
      businessName: general.businessName ?? '',
      taxId: general.taxId ?? '',
      businessAddress: general.businessAddress ?? '',
    },
    body: ({ logo, ...values }) => ({
      id: store.id,
      ...values,
      logo: logo.trim() === '' ? null : logo.trim(),
    }),
    check: checkBusiness,
    edits: {
      updatedAt: general.updatedAt,
      labels: {
        name: 'Name',
        logo: 'Logo',
        status: 'Status',
        businessName: 'Business name',
        taxId: 'Tax ID',
        businessAddress: 'Business address',
      },
    },
    done: 'Saved',
  });
  return (
    <Paper withBorder p="md" component="form" {...(props as object)}>
      <Stack maw={520}>
        <TextInput
          label="Name"
          description="Shown to buyers. Renaming keeps the slug."
          {...REQUIRED}
          disabled={!canWrite}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Logo"
          description="URL of an image, preferably https."
          placeholder="https://"
          disabled={!canWrite}
          {...form.getInputProps('logo')}
        />
        {canWrite ? (
          <UploadPicture
            label="Upload a logo"
            onUploaded={(url) => form.setFieldValue('logo', url)}
          />
        ) : null}
        <Select
          label="Status"
          data={STATES}
          allowDeselect={false}
          disabled={!canWrite}
          {...form.getInputProps('status')}
        />
        <BusinessFields form={form} disabled={!canWrite} />
        {conflict ? <ConflictNotice conflict={conflict} /> : null}
        <Problem error={problem} />
        {canWrite ? (
          <Group>
            <Button type="submit" loading={action.isBusy}>
              Save
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Paper>
  );
}
