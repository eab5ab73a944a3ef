// SPDX-License-Identifier: MIT
// A style as text: packages.mjs makes that of the element.
declare module "*.css" {
  const text: string;
  export default text;
}
