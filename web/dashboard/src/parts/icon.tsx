import {
  ActivityLogIcon,
  AvatarIcon,
  BackpackIcon,
  CardStackIcon,
  ChatBubbleIcon,
  ClockIcon,
  CodeIcon,
  CounterClockwiseClockIcon,
  CubeIcon,
  EnvelopeClosedIcon,
  GearIcon,
  HomeIcon,
  LayersIcon,
  LightningBoltIcon,
  LoopIcon,
  PaperPlaneIcon,
  ReaderIcon,
} from '@radix-ui/react-icons';

const ICONS = {
  home: HomeIcon,
  orders: BackpackIcon,
  subscriptions: LoopIcon,
  payments: CardStackIcon,
  refunds: CounterClockwiseClockIcon,
  tickets: ChatBubbleIcon,
  customers: AvatarIcon,
  products: CubeIcon,
  groups: LayersIcon,
  webhooks: LightningBoltIcon,
  deliveries: PaperPlaneIcon,
  developers: CodeIcon,
  clock: ClockIcon,
  safety: ActivityLogIcon,
  mailbox: EnvelopeClosedIcon,
  audit: ReaderIcon,
  settings: GearIcon,
} as const;

export type IconName = keyof typeof ICONS;

/** An icon beside a label; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  const Drawn = ICONS[name];
  return <Drawn aria-hidden="true" width={16} height={16} />;
}
