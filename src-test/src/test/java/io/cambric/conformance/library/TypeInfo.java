package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.conformance.format.UnsupportedFeature;

/** The attributes of a dtype that {@code iinfo} and {@code finfo} give. */
record TypeInfo(DType dtype) implements Library.Attributes {

  @Override
  public Object attribute(String name) {
    boolean floating = dtype.isFloating();
    return switch (name) {
      case "bits" -> 8L * dtype.bytes();
      case "min" -> floating ? (Object) (-largest()) : (long) dtype.lowest();
      case "max" -> floating ? (Object) largest() : (long) dtype.highest();
      case "eps" -> epsilon();
      default -> throw new UnsupportedFeature("fn:np.iinfo." + name);
    };
  }

  private double epsilon() {
    return switch (dtype) {
      case BF16 -> 0x1p-7;
      case F16 -> 0x1p-10;
      case F32 -> 0x1p-23;
      default -> 0x1p-52;
    };
  }

  private double largest() {
    return switch (dtype) {
      case BF16 -> 0x1.FEp127;
      case F16 -> 65504;
      case F32 -> Float.MAX_VALUE;
      default -> Double.MAX_VALUE;
    };
  }
}
