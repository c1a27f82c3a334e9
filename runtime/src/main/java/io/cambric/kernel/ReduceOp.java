package io.cambric.kernel;

/** How a reduction combines two elements. */
public enum ReduceOp {
  SUM,
  PROD,
  MAX,
  MIN,
  AND,
  OR,
  XOR
}
