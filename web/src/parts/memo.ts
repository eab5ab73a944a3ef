// SPDX-License-Identifier: MIT
// Components that are drawn again only when a property or the language has changed. The page is drawn from its state after every change of
// it, which must not cost a drawing of each board.

import { Component, type ComponentChildren, type ComponentType, h } from "preact";
import { lang } from "../text";

export function memo<Props extends object>(Part: (props: Props) => ComponentChildren): ComponentType<Props> {
  return class Memo extends Component<Props> {
    #lang = lang.value;

    override shouldComponentUpdate(next: Props): boolean {
      const same = this.#lang === lang.value && Object.keys({ ...this.props, ...next }).every((key) => (this.props as Record<string, unknown>)[key] === (next as Record<string, unknown>)[key]);
      this.#lang = lang.value;
      return !same;
    }

    override render(props: Props) {
      return h(Part as (props: Props) => never, props);
    }
  };
}
