// SPDX-License-Identifier: MIT
// Up to three stars, with their number in words.

import { n } from "../../text";

const STAR = "M12 2.8l2.8 6 6.5.8-4.8 4.5 1.3 6.5L12 17.4l-5.8 3.2 1.3-6.5-4.8-4.5 6.5-.8z";

export function Stars({ count }: { count: number }) {
  return (
    <span class="stars" role="img" aria-label={n("{n} of 3 stars", "{n} of 3 stars", count)}>
      {[1, 2, 3].map((at) => (
        <svg key={at} viewBox="0 0 24 24" class={at <= count ? "won" : ""} aria-hidden="true"><path d={STAR} /></svg>
      ))}
    </span>
  );
}
