import { type Topic, TOPICS } from '../../../../src/shared/notifications/schemas';
import { notificationTexts } from '../../texts/notification-texts';
import { CheckField } from '../../ui/forms/check-field';

export interface TopicChoiceProps {
  topics: readonly Topic[];
  onChange: (topics: Topic[]) => void;
}

/** What a webhook is told about. */
export function TopicChoice({ topics, onChange }: TopicChoiceProps) {
  const words = notificationTexts.form;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-medium text-muted">{words.topics}</legend>
      {TOPICS.map((topic) => (
        <CheckField
          key={topic}
          label={topic === 'counts' ? words.countsLabel : words.topicNames[topic]}
          checked={topics.includes(topic)}
          onChange={(isChosen) => onChange(TOPICS.filter((one) => (one === topic ? isChosen : topics.includes(one))))}
        />
      ))}
    </fieldset>
  );
}
