/** Where readers are: the environments of the site by their addresses. */
import { useId } from 'react';
import type { QueuePage } from './api.ts';

interface PlacesProps {
  label: string;
  places: QueuePage['places'];
  environment: string;
  isBusy?: boolean;
  onChoose(environment: string): void;
}

/** A choice where there are several. */
export function Places({ label, places, environment, isBusy = false, onChoose }: PlacesProps) {
  const id = useId();
  const [only, ...others] = places;
  if (!only)
    return (
      <p>
        There is no place to publish to: set <code>deploy.production</code> in <code>site-config.json</code>.
      </p>
    );
  if (others.length === 0)
    return (
      <p>
        {label}: {only.address} <span className="quiet">({only.environment})</span>
      </p>
    );
  return (
    <p>
      <label htmlFor={id}>{label}</label>{' '}
      <select id={id} value={environment} disabled={isBusy} onChange={({ target }) => onChoose(target.value)}>
        {places.map((place) => (
          <option key={place.environment} value={place.environment}>
            {place.address} ({place.environment})
          </option>
        ))}
      </select>
    </p>
  );
}
