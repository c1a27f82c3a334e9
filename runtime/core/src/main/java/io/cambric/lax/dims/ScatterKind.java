package io.cambric.lax.dims;

/** How scatter combines an update with the element that is there. */
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
