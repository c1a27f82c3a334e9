package io.cambric.lax;

/** What runs along the axis of a {@link Cumulative}. */
enum CumulativeKind {
  SUM("cumsum"),
  PROD("cumprod"),
  MAX("cummax"),
  MIN("cummin"),
  LOG_SUM_EXP("cumlogsumexp");

  private final String primitive;

  CumulativeKind(String primitive) {
    this.primitive = primitive;
  }

  /** {@return the name of the operation in jaxprs} */
  String primitive() {
    return primitive;
  }
}
