// SPDX-License-Identifier: MIT
// A style as text: packages.mjs embeds the element's style like that.
declare module "*.css" {
  const text: string;
  export default text;
}
