package io.cambric.lax.op;

import io.cambric.core.Primitive;

/** The operation that runs along the axis of a {@link Cumulative}. */
enum CumulativeKind {
  SUM("cumsum", new Add()),
  PROD("cumprod", new Mul()),
  MAX("cummax", new Max()),
  MIN("cummin", new Min()),
  LOG_SUM_EXP("cumlogsumexp", new LogAddExp());

  private final String primitive;
  private final Primitive combine;

  CumulativeKind(String primitive, Primitive combine) {
    this.primitive = primitive;
    this.combine = combine;
  }

  /** {@return the name of the operation in jaxprs} */
  String primitive() {
    return primitive;
  }

  /** {@return the operation on two elements} */
  Primitive combine() {
    return combine;
  }
}
