import { fetchCart, type CartLine } from "./api";

const CURRENCY = "EUR";

export function formatPrice(cents: number): string {
  return new Intl.NumberFormat("en-IE", { style: "currency", currency: CURRENCY }).format(cents / 100);
}

export async function loadTotal(): Promise<number> {
  const lines = await fetchCart();
  return lines.reduce((sum: number, line: CartLine) => sum + line.cents * line.quantity, 0);
}

export async function submitOrder(email: string): Promise<string> {
  const response = await fetch("/api/orders", {
    method: "POST",
    body: JSON.stringify({ email }),
  });
  if (!response.ok) {
    throw new Error(`order failed: ${response.status}`);
  }
  const { id } = await response.json();
  return id;
}
