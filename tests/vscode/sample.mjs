/** The sample's own patch, and what it leads to. */

export const CART = "shop/cart.py";
export const PATCH = "patches/fine.v4a";
export const FITS = "6 of 6 parts fit";
export const OFFERED = "5 files, 6 changes";
export const DONE = "Applied to 5 files";

/** Small patches to type into. */
export const DRAFTS = {
  "one.v4a": `*** Begin Patch\n*** Update File: ${CART}\n@@\n-MAX_QUANTITY = 99\n+MAX_QUANTITY = 50\n*** End Patch\n`,
  "typed.v4a": "*** Begin Patch\n\n*** End Patch\n",
  "typed.diff": `--- a/${CART}\n+++ b/${CART}\n@@ -8,2 +8,2 @@\n-MAX_QUANTITY = 99\n+MAX_QUANTITY = 50\n FREE_SHIPPING_FROM = Decimal("50.00")\n`,
};

/** The files as the patch leaves them: two edited, one renamed and edited, one created, one deleted. */
export function applied(workspace) {
  const cart = workspace
    .original(CART)
    .replace("        if self.total() >=", "        if not self.lines or self.total() >=")
    .replace('Decimal(text.rstrip("%"))', 'Decimal(text.strip().rstrip("%"))');
  const checkout = workspace
    .original("web/checkout.ts")
    .replace(
      'method: "POST",\r\n',
      'method: "POST",\r\n    headers: { "Content-Type": "application/json" },\r\n',
    );
  return {
    [CART]: cart,
    "web/checkout.ts": checkout,
    "shop/mail.py": undefined,
    "shop/notify.py": workspace
      .original("shop/mail.py")
      .replace('"""Mails that', '"""Notifications that'),
    "shop/coupons.py": '"""Coupons that customers can enter."""\n\nCOUPONS = {"WELCOME": "10%"}\n',
    "shop/legacy.py": undefined,
  };
}

/** The same files as they were. */
export function original(workspace) {
  const there = [CART, "web/checkout.ts", "shop/mail.py", "shop/legacy.py"].map((path) => [
    path,
    workspace.original(path),
  ]);
  return {
    ...Object.fromEntries(there),
    "shop/notify.py": undefined,
    "shop/coupons.py": undefined,
  };
}

/** Open the patch and wait until all of it can be applied. */
export async function openFine(bench) {
  await bench.openPatch(PATCH, FITS);
  await bench.offers(OFFERED);
}

/** The word about it comes when the editors show what was written; one about an earlier run says nothing of this one. */
export async function applyFine(bench, workspace) {
  await openFine(bench);
  await bench.clearToasts();
  await bench.command("Patchsight: Apply Patch");
  await bench.toast(DONE).waitFor();
  await workspace.becomes(applied(workspace));
}

/** Take everything back by the notification, and wait until the patch fits again. */
export async function undoFine(bench, workspace) {
  await bench.answer(DONE, "Undo");
  await workspace.becomes(original(workspace));
}
