package io.cambric.lax.dims;

/** The operation by which scatter combines an element with an update. */
public enum ScatterKind {
  /** The last update replaces the element. */
  SET("scatter"),
  ADD("scatter-add"),
  MUL("scatter-mul"),
  MIN("scatter-min"),
  MAX("scatter-max");

  private final String primitive;

  ScatterKind(String primitive) {
    this.primitive = primitive;
  }

  /** {@return the name of the operation in jaxprs} */
  public String primitive() {
    return primitive;
  }
}
